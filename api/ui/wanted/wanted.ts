import {useEffect} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {Pagination} from '../client/types.ts';
import {Empty, Loaded, Tabs, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {number, withMoments} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
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
	const wanted: Data<WantedPage> = useData(`api/wanted/${list}${toQuery({type, page, limit: 50})}`, {isKept: true});
	const choose = (name: string) => (value: string) => changeQuery({[name]: value, page: null});
	const total = wanted.data?.pagination.total;
	const picked = usePicked(wanted.data?.items ?? []);
	useEffect(() => picked.choose([]), [list, type]); // each has its own titles
	return html`<${ViewHead} title="Wanted" count=${total === undefined ? undefined : number(total)}>
			${Boolean(total) && (list === 'subtitles' || may('searchReleases')) && html`<${Button} icon="check" label="Select" pressed=${picked.isOn} onClick=${() => picked.setOn(!picked.isOn)} />`}
			<${Tabs} label="Which list" value=${list} choices=${lists} onChange=${choose('list')} />
			<${Tabs} label="Movies or episodes" value=${type} choices=${types} onChange=${choose('type')} />
		<//>
		${picked.isOn && html`<${WantedSelection} picked=${picked} shown=${wanted.data?.items ?? []} total=${total} list=${list} type=${type} onChange=${wanted.reload} />`}
		<${Loaded} from=${wanted}>${({items, pagination}: WantedPage) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${items.length} empty=${html`<${Nothing} list=${list} />`}>
				${byReason(items).map(
					group => html`<section key=${group.items[0]?.id} class="same-reason">${group.items.length > 1 && group.reason !== '' && html`<p class="hint">${withMoments(group.reason)}</p>`}
					<ul class="rows">${group.items.map(each => html`<${WantedRow} key=${each.id} wanted=${each} list=${list} reason=${group.items.length > 1 ? '' : group.reason} selection=${picked.selection} />`)}</ul></section>`,
				)}<//>`}<//>`;
}

function Nothing({list}: {list: string}) {
	return html`<${Empty} icon="check" title=${soundBy[list]}><p>Searches run automatically; this list shows what they look for.</p><//>`;
}
