import {useEffect} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {Pagination} from '../client/types.ts';
import {Empty, Loaded, Tabs, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {Paged} from '../parts/pager.ts';
import {number, withMoments} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {useLibraries} from '../state/choices.ts';
import {changeQuery, pageOf, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {usePicked} from '../state/use-picked.ts';
import {byReason} from './reasons.ts';
import {type Wanted, WantedRow} from './wanted-row.ts';
import {WantedSelection} from './wanted-selection.ts';

interface WantedPage {
	items: Wanted[];
	pagination: Pagination;
}

const lists = [
	{value: 'missing', label: 'Missing'},
	{value: 'cutoff', label: 'Below cutoff'},
	{value: 'subtitles', label: 'Subtitles'},
];
const types = [
	{value: 'movie', label: 'Movies'},
	{value: 'episode', label: 'Episodes'},
];

/** What it means that a list has nothing. */
const soundBy: Record<string, string> = {
	missing: 'Every monitored title that is out has a file',
	cutoff: 'Every file meets the cutoff of its profile',
	subtitles: 'No wanted subtitle is missing',
};

export function View({query}: ViewProps) {
	const {may} = useApp();
	const list = query.get('list') ?? 'missing';
	const type = query.get('type') ?? 'movie';
	const page = pageOf(query);
	const filter = {type, search: query.get('search'), libraryId: query.get('library')};
	const wanted: Data<WantedPage> = useData(`api/wanted/${list}${toQuery({...filter, page, limit: 50})}`, {isKept: true});
	const choose = (name: string) => (value: string) => changeQuery({[name]: value, page: null});
	// Each kind of titles has its own libraries.
	const chooseType = (value: string) => changeQuery({type: value, page: null, library: null});
	const total = wanted.data?.pagination.total;
	const picked = usePicked(wanted.data?.items ?? []);
	useEffect(() => picked.choose([]), [list, ...Object.values(filter)]); // each has its own titles
	return html`<${ViewHead} title="Wanted" count=${total === undefined ? undefined : number(total)}>
			${Boolean(total) && (list === 'subtitles' || may('searchReleases')) && html`<${Button} icon="check" label="Select" pressed=${picked.isOn} onClick=${() => picked.setOn(!picked.isOn)} />`}
			<${Tabs} label="Which list" value=${list} choices=${lists} onChange=${choose('list')} />
			<${Tabs} label="Movies or episodes" value=${type} choices=${types} onChange=${chooseType} />
		<//>
		<${Filters} filter=${filter} choose=${choose} />
		${picked.isOn && html`<${WantedSelection} picked=${picked} shown=${wanted.data?.items ?? []} total=${total} list=${list} filter=${filter} onChange=${wanted.reload} />`}
		<${Loaded} from=${wanted}>${({items, pagination}: WantedPage) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${items.length} empty=${html`<${Nothing} list=${list} isFiltered=${Boolean(filter.search || filter.libraryId)} />`}>
				${byReason(items).map(
					group => html`<section key=${group.items[0]?.id} class="same-reason">${group.items.length > 1 && group.reason !== '' && html`<p class="hint">${withMoments(group.reason)}</p>`}
					<ul class="rows">${group.items.map(each => html`<${WantedRow} key=${each.id} wanted=${each} list=${list} reason=${group.items.length > 1 ? '' : group.reason} selection=${picked.selection} />`)}</ul></section>`,
				)}<//>`}<//>`;
}

interface FiltersProps {
	filter: {type: string; search: string | null; libraryId: string | null};
	choose: (name: string) => (value: string) => void;
}

function Filters({filter: {type, search, libraryId}, choose}: FiltersProps) {
	const libraries = useLibraries(type === 'movie' ? 'movies' : 'series');
	return html`<div class="filters">
		<label class="search"><span class="hidden">Search these titles</span><${Icon} name="search" />
			<input type="search" placeholder="Title" value=${search ?? ''} onChange=${(event: FieldEvent) => choose('search')(event.currentTarget.value.trim())} /></label>
		${
			libraries.length > 1 &&
			html`<select aria-label="Library" value=${libraryId ?? ''} onChange=${(event: FieldEvent) => choose('library')(event.currentTarget.value)}>
				<option value="">All libraries</option>
				${libraries.map(({value, label}) => html`<option key=${value} value=${value}>${label}</option>`)}
			</select>`
		}</div>`;
}

function Nothing({list, isFiltered}: {list: string; isFiltered: boolean}) {
	if (isFiltered) {
		return html`<${Empty} icon="search" title="No title on this list is like that"><p>Choose another library or other words.</p><//>`;
	}
	return html`<${Empty} icon="check" title=${soundBy[list]}><p>Searches run automatically; this list shows what they look for.</p><//>`;
}
