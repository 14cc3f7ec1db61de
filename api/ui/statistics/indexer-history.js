import {query as toQuery} from '../client/client.js';
import {Badge, Empty, Loaded, Tabs} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {ReleaseName} from '../parts/release-name.js';
import {counted, moment} from '../parts/text.js';
import {changeQuery, pageOf, to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useName} from '../state/use-name.js';
import {seconds} from './indexers.js';

/** @typedef {{events: Event[], pagination: import('../client/types.js').Pagination}} Page */
/**
 * @typedef {object} Event
 * @property {string} id
 * @property {string} at
 * @property {string} action
 * @property {string | null} subject
 * @property {string | null} error
 * @property {number | null} answerMs
 * @property {number} requests
 * @property {number} releases
 */

const actions = [
	{value: '', label: 'All'},
	{value: 'query', label: 'Searches'},
	{value: 'rss', label: 'RSS'},
	{value: 'grab', label: 'Grabs'},
	{value: 'login', label: 'Logins'},
];
/** What an event without a subject is called. @type {Readonly<Record<string, string>>} */
const plainNames = {query: 'Search for everything', rss: 'Feed read', grab: 'Grab', login: 'Login'};

/** What was done with one indexer in the last weeks. @param {import('../state/route.js').ViewProps} props */
export function View({params, query}) {
	const id = encodeURIComponent(params['id'] ?? '');
	const page = pageOf(query);
	const action = query.get('action') ?? '';
	/** @type {import('../state/use-data.js').Data<{name: string}>} */
	const indexer = useData(`api/indexers/${id}`);
	/** @type {import('../state/use-data.js').Data<Page>} */
	const found = useData(`api/indexers/${id}/history${toQuery({page, limit: 50, action: action || null})}`);
	const nothing = html`<${Empty} icon="history" title="Nothing in two weeks"><p>Searches, feeds, grabs and logins are listed for two weeks.</p><//>`;
	const name = indexer.data?.name ?? 'Indexer';
	useName(name);
	return html`<header class="view-head section-head"><div><p><a href=${to('statistics?type=indexers')}>Statistics of indexers</a></p><h1>${name}</h1></div></header>
		<${Tabs} label="Kind" value=${action} choices=${actions} onChange=${(/** @type {string} */ value) => changeQuery({action: value, page: null})} />
		<${Loaded} from=${found}>${(/** @type {Page} */ {events, pagination}) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${events.length} empty=${nothing}>
				<ul class="rows">${events.map(each => html`<${EventRow} key=${each.id} event=${each} />`)}</ul><//>`}<//>`;
}

/** @param {{event: Event}} props */
function EventRow({event: {at, action, subject, error, answerMs, requests, releases}}) {
	const facts = [
		actions.find(({value}) => value === action)?.label,
		answerMs !== null && seconds(answerMs),
		requests > 0 && counted(requests, 'request'),
		(action === 'query' || action === 'rss') && error === null && counted(releases, 'release'),
	].filter(Boolean);
	return html`<li class="row">
		<div class="row-head"><h2>${subject ? html`<${ReleaseName} name=${subject} />` : (plainNames[action] ?? action)}</h2>
			<${Badge} kind=${error === null ? 'ok' : 'bad'}>${error === null ? 'OK' : 'Failed'}<//></div>
		<p class="facts"><span class="number">${moment(at)}</span>${facts.map(fact => html`<span key=${fact}>${fact}</span>`)}</p>
		${error !== null && html`<p class="hint">${error}</p>`}
	</li>`;
}
