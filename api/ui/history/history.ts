import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {ChosenTitle, HistoryEntry, Pagination} from '../client/types.ts';
import {TitlePicker} from '../imports/title-picker.ts';
import {Empty, Failure, Loaded, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {DayField} from '../parts/day-field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {useDocument} from '../schema/document.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {usePicked} from '../state/use-picked.ts';
import {Entries, isGrab} from './entries.ts';
import {GrabSelection} from './grab-selection.ts';
import {isKnownEvent, lookOf} from './what-happened.ts';

export interface HistoryPage {
	history: HistoryEntry[];
	next: string | null;
	pagination: Pagination;
}

const nothing = html`<${Empty} icon="history" title="Nothing has happened"><p>Grabs, imports and failures are listed here.</p><//>`;

export function View({query}: ViewProps) {
	const {client, user} = useApp();
	const filter = {
		event: isKnownEvent(query.get('event') ?? '') ? query.get('event') : null, // addresses may be old
		movieId: query.get('movieId'),
		seriesId: query.get('seriesId'),
		indexer: query.get('indexer'),
		...daysOf(query.get('day')),
	};
	const path = `api/history${toQuery({...filter, limit: 50})}`;
	const first: Data<HistoryPage> = useData(path, {isKept: true});
	const [more, setMore] = useState<readonly HistoryPage[]>([]);
	const [error, setError] = useState<Error | null>(null);
	useEffect(() => setMore([]), [first.data]);
	const load = async (after: string) => {
		try {
			const page = await client.get(`api/history${toQuery({...filter, limit: 50, after})}`);
			setMore(last => [...last, page]);
			setError(null);
		} catch (failure) {
			setError(failure as Error);
		}
	};
	const pages = first.data ? [first.data, ...more] : [];
	const entries = pages.flatMap(({history}) => history);
	const next = pages.at(-1)?.next ?? null;
	const grabs = entries.filter(isGrab);
	const picked = usePicked(grabs);
	useEffect(() => picked.choose([]), [path]);
	const isAdmin = user.get()?.role === 'admin';
	const pickGrabs = () => {
		if (!picked.isOn && filter.event !== 'grabbed') {
			changeQuery({event: 'grabbed'}); // nothing else can be marked as failed
		}
		picked.setOn(!picked.isOn);
	};
	const isOnlyGrabs = filter.event === 'grabbed';
	return html`<${ViewHead} title="History" count=${first.data?.pagination.total}><${Filters} query=${query} />
			${isAdmin && entries.length > 0 && html`<${Button} icon="check" label="Select" pressed=${picked.isOn} onClick=${pickGrabs} />`}<//>
		${picked.isOn && html`<${GrabSelection} picked=${picked} shown=${grabs} total=${isOnlyGrabs ? first.data?.pagination.total : undefined} filter=${filter} onChange=${first.reload} />`}
		<${Loaded} from=${first}>
			${() => html`${entries.length === 0 ? nothing : html`<${Entries} entries=${entries} withLinks selection=${picked.selection} onChange=${first.reload} />`}
				${error && html`<${Failure} error=${error} />`}
				${next && html`<div class="pager"><${Button} label="Show more" onClick=${() => load(next)} /></div>`}`}
		<//>`;
}

/** A day in the time zone of the reader. */
function daysOf(day: string | null) {
	const from = day ? new Date(`${day}T00:00:00`) : null;
	if (!from || Number.isNaN(Number(from))) {
		return {};
	}
	const to = new Date(from);
	to.setDate(to.getDate() + 1);
	return {from: from.toISOString(), to: to.toISOString()};
}

/** The kinds that the document of the API names; until that is read, what is chosen. */
function useKinds(chosen: string) {
	const {data} = useDocument();
	const get = data?.paths['/api/history']?.['get'] as any;
	const kinds: readonly string[] = get?.parameters?.find(({name}: {name: string}) => name === 'event')?.schema.enum ?? [];
	const all = kinds.includes(chosen) || chosen === '' ? kinds : [...kinds, chosen];
	return [{value: '', label: 'All kinds'}, ...all.map(value => ({value, label: lookOf(value).label}))];
}

function Filters({query}: {query: URLSearchParams}) {
	const choices = useKinds(query.get('event') ?? '');
	const indexers: Data<{indexers: {id: string; name: string}[]}> = useData('api/indexers');
	const [isPicking, setPicking] = useState(false);
	const title = query.get('title');
	const pick = ({kind, id, title: name}: ChosenTitle) => {
		setPicking(false);
		changeQuery({movieId: kind === 'movie' ? id : null, seriesId: kind === 'movie' ? null : id, title: name});
	};
	const changed = (name: string) => (event: FieldEvent) => changeQuery({[name]: event.currentTarget.value});
	const names = [...new Set([...(indexers.data?.indexers ?? []).map(({name}) => name), query.get('indexer') ?? ''])].filter(Boolean);
	return html`<div class="filters history-filters">
			<select aria-label="Kind" value=${query.get('event') ?? ''} onChange=${changed('event')}>
				${choices.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === (query.get('event') ?? '')}>${each.label}</option>`)}</select>
			<select aria-label="Indexer" value=${query.get('indexer') ?? ''} onChange=${changed('indexer')}>
				<option value="">All indexers</option>${names.map(name => html`<option key=${name} value=${name} selected=${name === query.get('indexer')}>${name}</option>`)}</select>
			<${DayField} label="Any day" value=${query.get('day') ?? ''} onChange=${(value: string) => changeQuery({day: value})} />
			${
				title
					? html`<${Button} icon="close" label=${`Only ${title}`} onClick=${() => changeQuery({movieId: null, seriesId: null, title: null})} />`
					: html`<${Button} icon="search" label="Choose a title" expanded=${isPicking} onClick=${() => setPicking(!isPicking)} />`
			}
		</div>
		${isPicking && html`<${TitlePicker} label="Title" onPick=${pick} />`}`;
}
