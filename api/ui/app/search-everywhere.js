import {useEffect, useId, useRef, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {number, taskTitle} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {goTo} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useTyped} from '../state/use-typed.js';
import {nearestFirst} from './nearness.js';
import {commandsOf, fits, placesOf} from './places.js';
import {views} from './views.js';

/** Of titles, and of everything else. */
const maxFound = 8;
/** Titles that are read to find the nearest among them. */
const ranked = 50;

/** @typedef {import('./places.js').Found} Found */
/** @typedef {{id: string, title: string, year: number | null}} Title */

/**
 * Titles that fit, the nearest first, and how many more there are.
 * @param {'movies' | 'series'} kind
 * @param {string} text
 * @returns {{titles: readonly Title[], total: number}}
 */
function useTitles(kind, text) {
	const path = `api/library/${kind}`;
	/** @type {import('../state/use-data.js').Data<any>} */
	const starting = useData(text === '' ? null : path + toQuery({titleStart: text, limit: maxFound}));
	/** @type {import('../state/use-data.js').Data<any>} */
	const containing = useData(text === '' ? null : path + toQuery({search: text, limit: ranked}));
	/** @type {Title[]} */
	const found = [...(starting.data?.[kind] ?? []), ...(containing.data?.[kind] ?? [])];
	const titles = [...new Map(found.map(each => [each.id, each])).values()];
	return {titles: nearestFirst(titles, text), total: Math.max(titles.length, containing.data?.pagination.total ?? 0)};
}

/**
 * Titles of the library, views, settings, tasks, and a way to add what is not there.
 * @param {string} text
 * @returns {Found[]}
 */
function useFound(text) {
	const {client, attempt, user, may} = useApp();
	const own = /** @type {import('../client/types.js').User} */ (user.get()); // the shell is shown to nobody else
	const isAdmin = own.role === 'admin';
	const movies = useTitles('movies', text);
	const series = useTitles('series', text);
	/** @type {import('../state/use-data.js').Data<{tasks: import('./places.js').Task[]}>} */
	const tasks = useData('api/tasks');
	const toFound =
		(/** @type {'movies' | 'series'} */ kind) =>
		(/** @type {Title} */ {id, title, year}) => ({
			key: id,
			label: title,
			about: `${kind === 'movies' ? 'Movie' : 'Series'}${year ? `, ${year}` : ''}`,
			icon: /** @type {import('../parts/icon.js').IconName} */ (kind === 'movies' ? 'film' : 'tv'),
			path: `${kind}/${id}`,
		});
	const run = (/** @type {import('./places.js').Task} */ {id, name}) =>
		attempt(() => client.post(`api/tasks/${encodeURIComponent(id)}/run`, {}), `“${taskTitle(name)}” was started.`);
	const runnable = may('runTasks') ? (tasks.data?.tasks ?? []).filter(each => isAdmin || !each.forAdministrators) : [];
	const others = [...placesOf(views, own), ...commandsOf(runnable, run)].filter(({label, about}) => fits(text, [label, about]));
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
	const of = (/** @type {readonly {found: Found}[]} */ some, /** @type {string} */ kind) =>
		some.filter(({found}) => found.path?.startsWith(kind)).length;
	const more = (/** @type {'movies' | 'series'} */ kind, /** @type {number} */ total) => {
		const hidden = total - of(near.slice(0, maxFound), kind);
		return hidden > 0
			? [
					{
						key: `more ${kind}`,
						label: `${number(hidden)} more ${kind}`,
						about: 'All that fit',
						icon: /** @type {const} */ ('more'),
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
						icon: /** @type {const} */ ('plus'),
						path: `add${toQuery({title: text})}`,
					},
				]
			: []),
	];
}

/** One search over everything. @param {{onClose: () => void}} props */
export function SearchEverywhere({onClose}) {
	const [text, setText] = useState('');
	const [typed, setTyped] = useTyped('', setText);
	const [at, setAt] = useState(0);
	const id = useId();
	const input = useRef(/** @type {HTMLInputElement | null} */ (null));
	const list = useRef(/** @type {HTMLElement | null} */ (null));
	const found = useFound(text);
	const current = Math.min(at, found.length - 1);
	useEffect(() => input.current?.focus(), []);
	useEffect(() => setAt(0), [text]);
	useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({block: 'nearest'}), [current]);
	const open = (/** @type {Found | undefined} */ each) => {
		if (!each) {
			return;
		}
		onClose();
		if (each.path !== undefined) {
			goTo(each.path);
		}
		each.act?.();
	};
	const press = (/** @type {KeyboardEvent} */ event) => {
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
				value=${typed} onInput=${(/** @type {any} */ event) => setTyped(event.currentTarget.value)} onKeyDown=${press} /></label>
			<ul id=${id} ref=${list} role="listbox" aria-label="Found">${found.map(
				(
					each,
					index,
				) => html`<li key=${each.key} id=${`${id}-${index}`} role="option" aria-selected=${index === current} onClick=${() => open(each)}>
				<${Icon} name=${each.icon} /><span dir="auto">${each.label}</span><span class="muted">${each.about}</span></li>`,
			)}</ul></div>
	<//>`;
}
