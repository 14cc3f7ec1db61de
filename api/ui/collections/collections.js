import {query as toQuery} from '../client/client.js';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {Paged} from '../parts/pager.js';
import {Poster} from '../parts/poster.js';
import {counted, number} from '../parts/text.js';
import {changeQuery, pageOf, to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useTyped} from '../state/use-typed.js';

/**
 * @typedef {object} Collection
 * @property {string} id
 * @property {string} title
 * @property {string | null} posterUrl
 * @property {boolean} monitored
 * @property {number | null} partCount
 * @property {number} movieCount
 * @property {number | null} missing
 *
 * @typedef {{collections: Collection[], pagination: import('../client/types.js').Pagination}} CollectionPage
 */

const choices = [
	{value: '', label: 'All'},
	{value: 'missing', label: 'With missing films'},
	{value: 'complete', label: 'Complete'},
	{value: 'monitored', label: 'Monitored'},
];
/** @type {Record<string, object>} */
const shownBy = {missing: {missing: true}, complete: {missing: false}, monitored: {monitored: true}};

/** @param {import('../state/route.js').ViewProps} props */
export function View({query}) {
	const [search, setSearch] = useTyped(query.get('search') ?? '', text => changeQuery({search: text, page: null}));
	const show = query.get('show') ?? '';
	const page = pageOf(query);
	/** @type {import('../state/use-data.js').Data<CollectionPage>} */
	const found = useData(`api/collections${toQuery({...shownBy[show], search: query.get('search'), page, limit: 50})}`, {isKept: true});
	const total = found.data?.pagination.total;
	return html`<${ViewHead} title="Collections" count=${total === undefined ? undefined : number(total)}>
			<div class="filters">
				<label class="search"><span class="hidden">Search collections</span><${Icon} name="search" />
					<input type="search" placeholder="Search" value=${search} onInput=${(/** @type {any} */ event) => setSearch(event.currentTarget.value)} /></label>
				<select aria-label="Show" value=${show} onChange=${(/** @type {any} */ event) => changeQuery({show: event.currentTarget.value, page: null})}>
					${choices.map(each => html`<option key=${each.value} value=${each.value}>${each.label}</option>`)}
				</select>
			</div>
		<//>
		<${Loaded} from=${found}>${(/** @type {CollectionPage} */ {collections, pagination}) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${collections.length} empty=${nothing}>
				<ul class="rows results">${collections.map(each => html`<${Row} key=${each.id} collection=${each} />`)}</ul><//>`}<//>`;
}

const nothing = html`<${Empty} icon="group" title="No collections here">
	<p>A collection appears once one of its films in the library has been refreshed.</p><//>`;

/** @param {{collection: Collection}} props */
function Row({collection: {id, title, posterUrl, monitored, partCount, movieCount, missing}}) {
	return html`<li class="row result">
		<${Poster} title=${title} url=${posterUrl} />
		<div class="result-about">
			<h2><a href=${to(`collections/${id}`)}>${title}</a></h2>
			<p class="facts"><span>${partCount === null ? `${counted(movieCount, 'film')} in the library` : `${movieCount} of ${counted(partCount, 'film')} in the library`}</span></p>
		</div>
		<div class="result-action">
			${monitored && html`<${Badge} kind="info">Monitored<//>`}
			${missing !== null && html`<${Badge} kind=${missing > 0 ? 'warn' : 'ok'}>${missing > 0 ? `${missing} missing` : 'Complete'}<//>`}
		</div>
	</li>`;
}
