import {useEffect} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Empty, Loaded, Tabs, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {number, withMoments} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {changeQuery, pageOf} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {usePicked} from '../state/use-picked.js';
import {byReason} from './reasons.js';
import {WantedRow} from './wanted-row.js';
import {WantedSelection} from './wanted-selection.js';

/** @typedef {{items: import('./wanted-row.js').Wanted[], pagination: import('../client/types.js').Pagination}} WantedPage */

const lists = [
	{value: 'missing', label: 'Missing'},
	{value: 'cutoff', label: 'Below cutoff'},
	{value: 'subtitles', label: 'Subtitles'},
];
const types = [
	{value: 'movie', label: 'Movies'},
	{value: 'episode', label: 'Episodes'},
];

/** What it means that a list has nothing. @type {Record<string, string>} */
const soundBy = {
	missing: 'Every monitored title that is out has a file',
	cutoff: 'Every file meets the cutoff of its profile',
	subtitles: 'No wanted subtitle is missing',
};

/** @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const {may} = useApp();
	const list = query.get('list') ?? 'missing';
	const type = query.get('type') ?? 'movie';
	const page = pageOf(query);
	/** @type {import('../state/use-data.js').Data<WantedPage>} */
	const wanted = useData(`api/wanted/${list}${toQuery({type, page, limit: 50})}`, {isKept: true});
	const choose = (/** @type {string} */ name) => (/** @type {string} */ value) => changeQuery({[name]: value, page: null});
	const total = wanted.data?.pagination.total;
	const picked = usePicked(wanted.data?.items ?? []);
	useEffect(() => picked.choose([]), [list, type]); // each has its own titles
	return html`<${ViewHead} title="Wanted" count=${total === undefined ? undefined : number(total)}>
			${Boolean(total) && (list === 'subtitles' || may('searchReleases')) && html`<${Button} icon="check" label="Select" pressed=${picked.isOn} onClick=${() => picked.setOn(!picked.isOn)} />`}
			<${Tabs} label="Which list" value=${list} choices=${lists} onChange=${choose('list')} />
			<${Tabs} label="Movies or episodes" value=${type} choices=${types} onChange=${choose('type')} />
		<//>
		${picked.isOn && html`<${WantedSelection} picked=${picked} shown=${wanted.data?.items ?? []} total=${total} list=${list} type=${type} onChange=${wanted.reload} />`}
		<${Loaded} from=${wanted}>${(/** @type {WantedPage} */ {items, pagination}) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${items.length} empty=${html`<${Nothing} list=${list} />`}>
				${byReason(items).map(
					group => html`<section key=${group.items[0]?.id} class="same-reason">${group.items.length > 1 && group.reason !== '' && html`<p class="hint">${withMoments(group.reason)}</p>`}
					<ul class="rows">${group.items.map(each => html`<${WantedRow} key=${each.id} wanted=${each} list=${list} reason=${group.items.length > 1 ? '' : group.reason} selection=${picked.selection} />`)}</ul></section>`,
				)}<//>`}<//>`;
}

/** @param {{list: string}} props */
function Nothing({list}) {
	return html`<${Empty} icon="check" title=${soundBy[list]}><p>Searches run automatically; this list shows what they look for.</p><//>`;
}
