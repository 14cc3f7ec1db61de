import {query as toQuery} from '../client/client.ts';
import type {IndexerEvent as Event} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded, Tabs} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {counted, moment} from '../parts/text.ts';
import {changeQuery, pageOf, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useName} from '../state/use-name.ts';
import {seconds} from './indexers.ts';

interface Page {
	events: Event[];
	pagination: Pagination;
}

const actions = [
	{value: '', label: 'All'},
	{value: 'query', label: 'Searches'},
	{value: 'rss', label: 'RSS'},
	{value: 'grab', label: 'Grabs'},
	{value: 'login', label: 'Logins'},
];
/** What an event without a subject is called. */
const plainNames: Readonly<Record<string, string>> = {query: 'Search for everything', rss: 'Feed read', grab: 'Grab', login: 'Login'};

/** What was done with one indexer in the last weeks. */
export function View({params, query}: ViewProps) {
	const id = encodeURIComponent(params['id'] ?? '');
	const page = pageOf(query);
	const action = query.get('action') ?? '';
	const indexer: Data<{name: string}> = useData(`api/indexers/${id}`);
	const found: Data<Page> = useData(`api/indexers/${id}/history${toQuery({page, limit: 50, action: action || null})}`);
	const nothing = html`<${Empty} icon="history" title="Nothing in two weeks"><p>Searches, feeds, grabs and logins are listed for two weeks.</p><//>`;
	const name = indexer.data?.name ?? 'Indexer';
	useName(name);
	return html`<header class="view-head section-head"><div><p><a href=${to('statistics?type=indexers')}>Statistics of indexers</a></p><h1>${name}</h1></div></header>
		<${Tabs} label="Kind" value=${action} choices=${actions} onChange=${(value: string) => changeQuery({action: value, page: null})} />
		<${Loaded} from=${found}>${({events, pagination}: Page) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${events.length} empty=${nothing}>
				<ul class="rows">${events.map(each => html`<${EventRow} key=${each.id} event=${each} />`)}</ul><//>`}<//>`;
}

function EventRow({event: {at, action, subject, error, answerMs, requests, releases}}: {event: Event}) {
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
