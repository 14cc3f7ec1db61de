import {useEffect, useId, useRef, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {User} from '../client/types.ts';
import {Dialog} from '../parts/dialog.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Icon, type IconName} from '../parts/icon.ts';
import {number, taskTitle} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {goTo} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useTyped} from '../state/use-typed.ts';
import {nearestFirst} from './nearness.ts';
import {commandsOf, type Found, fits, placesOf, type Task} from './places.ts';
import {views} from './views.ts';

/** Of titles, and of everything else. */
const maxFound = 8;
/** Titles that are read to find the nearest among them. */
const ranked = 50;

interface Title {
	id: string;
	title: string;
	year: number | null;
}

/** Titles that fit, the nearest first, and how many more there are. */
function useTitles(kind: 'movies' | 'series', text: string): {titles: readonly Title[]; total: number} {
	const path = `api/library/${kind}`;
	const starting: Data<any> = useData(text === '' ? null : path + toQuery({titleStart: text, limit: maxFound}));
	const containing: Data<any> = useData(text === '' ? null : path + toQuery({search: text, limit: ranked}));
	const found: Title[] = [...(starting.data?.[kind] ?? []), ...(containing.data?.[kind] ?? [])];
	const titles = [...new Map(found.map(each => [each.id, each])).values()];
	return {titles: nearestFirst(titles, text), total: Math.max(titles.length, containing.data?.pagination.total ?? 0)};
}

/** Titles of the library, views, settings, tasks, and a way to add what is not there. */
function useFound(text: string): Found[] {
	const {client, attempt, user, may} = useApp();
	const own = user.get() as User; // the shell is shown to nobody else
	const isAdmin = own.role === 'admin';
	const movies = useTitles('movies', text);
	const series = useTitles('series', text);
	const tasks: Data<{tasks: Task[]}> = useData('api/tasks');
	const toFound =
		(kind: 'movies' | 'series') =>
		({id, title, year}: Title) => ({
			key: id,
			label: title,
			about: `${kind === 'movies' ? 'Movie' : 'Series'}${year ? `, ${year}` : ''}`,
			icon: (kind === 'movies' ? 'film' : 'tv') as IconName,
			path: `${kind}/${id}`,
		});
	const run = ({id, name}: Task) =>
		attempt(() => client.post(`api/tasks/${encodeURIComponent(id)}/run`, {}), `“${taskTitle(name)}” was started.`);
	const runnable = may('runTasks') ? (tasks.data?.tasks ?? []).filter(each => isAdmin || !each.forAdministrators) : [];
	const others = [...placesOf(views, own), ...commandsOf(runnable, run)].filter(({label, about, words = ''}) =>
		fits(text, [label, about, words]),
	);
	if (text === '') {
		return others.filter(({path}) => path && !path.includes('/')).slice(0, maxFound * 2);
	}
	const byName = others.toSorted((a, b) => Number(fits(text, [b.label])) - Number(fits(text, [a.label])));
	const near = nearestFirst(
		[
			...movies.titles.map(each => ({...each, found: toFound('movies')(each)})),
			...series.titles.map(each => ({...each, found: toFound('series')(each)})),
		],
		text,
	);
	const shown = near.slice(0, maxFound).map(({found}) => found);
	const of = (some: readonly {found: Found}[], kind: string) => some.filter(({found}) => found.path?.startsWith(kind)).length;
	const more = (kind: 'movies' | 'series', total: number) => {
		const hidden = total - of(near.slice(0, maxFound), kind);
		return hidden > 0
			? [
					{
						key: `more ${kind}`,
						label: `${number(hidden)} more ${kind}`,
						about: 'All that fit',
						icon: 'more' as const,
						path: kind + toQuery({search: text}),
					},
				]
			: [];
	};
	return [
		...shown,
		...more('movies', movies.total),
		...more('series', series.total),
		...byName.slice(0, maxFound),
		...(may('addTitles')
			? [
					{
						key: 'add',
						label: `Add “${text}”`,
						about: 'Look it up at the metadata provider',
						icon: 'plus' as const,
						path: `add${toQuery({title: text})}`,
					},
				]
			: []),
	];
}

/** One search over everything. */
export function SearchEverywhere({onClose}: {onClose: () => void}) {
	const [text, setText] = useState('');
	const [typed, setTyped] = useTyped('', setText);
	const [at, setAt] = useState(0);
	const id = useId();
	const input = useRef<HTMLInputElement | null>(null);
	const list = useRef<HTMLElement | null>(null);
	const found = useFound(text);
	const current = Math.min(at, found.length - 1);
	useEffect(() => input.current?.focus(), []);
	useEffect(() => setAt(0), [text]);
	useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({block: 'nearest'}), [current]);
	const open = (each: Found | undefined) => {
		if (!each) {
			return;
		}
		onClose();
		if (each.path !== undefined) {
			goTo(each.path);
		}
		each.act?.();
	};
	const press = (event: KeyboardEvent) => {
		const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
		if (step && found.length > 0) {
			event.preventDefault();
			setAt((current + step + found.length) % found.length);
		}
		if (event.key === 'Enter' && !event.isComposing) {
			event.preventDefault();
			open(found[current]);
		}
	};
	return html`<${Dialog} title="Search everything" onClose=${onClose}>
		<div class="asked everywhere"><label class="search big"><span class="hidden">Titles, settings, tasks and views</span><${Icon} name="search" />
			<input ref=${input} type="search" role="combobox" aria-expanded="true" aria-controls=${id} aria-autocomplete="list" autocomplete="off" maxlength="200"
				aria-activedescendant=${found[current] ? `${id}-${current}` : undefined} placeholder="Titles, settings, tasks and views"
				value=${typed} onInput=${(event: FieldEvent) => setTyped(event.currentTarget.value)} onKeyDown=${press} /></label>
			<ul id=${id} ref=${list} role="listbox" aria-label="Found">${found.map(
				(
					each,
					index,
				) => html`<li key=${each.key} id=${`${id}-${index}`} role="option" aria-selected=${index === current} onClick=${() => open(each)}>
				<${Icon} name=${each.icon} /><span dir="auto">${each.label}</span><span class="muted">${each.about}</span></li>`,
			)}</ul></div>
	<//>`;
}
