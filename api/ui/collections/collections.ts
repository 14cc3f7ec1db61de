import {query as toQuery} from '../client/client.ts';
import type {Collection} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded, ViewHead} from '../parts/blocks.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {Paged} from '../parts/pager.ts';
import {Poster} from '../parts/poster.ts';
import {counted, number} from '../parts/text.ts';
import {changeQuery, pageOf, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useTyped} from '../state/use-typed.ts';

export type {Collection} from '../client/schemas.ts';

interface CollectionPage {
	collections: Collection[];
	pagination: Pagination;
}

const choices = [
	{value: '', label: 'All'},
	{value: 'missing', label: 'With missing films'},
	{value: 'complete', label: 'Complete'},
	{value: 'monitored', label: 'Monitored'},
];
const shownBy: Record<string, object> = {missing: {missing: true}, complete: {missing: false}, monitored: {monitored: true}};

export function View({query}: ViewProps) {
	const [search, setSearch] = useTyped(query.get('search') ?? '', text => changeQuery({search: text, page: null}));
	const show = query.get('show') ?? '';
	const page = pageOf(query);
	const found: Data<CollectionPage> = useData(
		`api/collections${toQuery({...shownBy[show], search: query.get('search'), page, limit: 50})}`,
		{isKept: true},
	);
	const total = found.data?.pagination.total;
	return html`<${ViewHead} title="Collections" count=${total === undefined ? undefined : number(total)}>
			<div class="filters">
				<label class="search"><span class="hidden">Search collections</span><${Icon} name="search" />
					<input type="search" placeholder="Search" value=${search} onInput=${(event: FieldEvent) => setSearch(event.currentTarget.value)} /></label>
				<select aria-label="Show" value=${show} onChange=${(event: FieldEvent) => changeQuery({show: event.currentTarget.value, page: null})}>
					${choices.map(each => html`<option key=${each.value} value=${each.value}>${each.label}</option>`)}
				</select>
			</div>
		<//>
		<${Loaded} from=${found}>${({collections, pagination}: CollectionPage) =>
			html`<${Paged} page=${page} pages=${pagination.totalPages} count=${collections.length} empty=${nothing}>
				<ul class="rows results">${collections.map(each => html`<${Row} key=${each.id} collection=${each} />`)}</ul><//>`}<//>`;
}

const nothing = html`<${Empty} icon="group" title="No collections here">
	<p>A collection appears once one of its films in the library has been refreshed.</p><//>`;

function Row({collection: {id, title, posterUrl, monitored, partCount, movieCount, missing}}: {collection: Collection}) {
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
