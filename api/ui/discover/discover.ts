import {useState} from 'preact/hooks';
import {AddDialog} from '../add/add-dialog.ts';
import {ListedFacts} from '../add/facts.ts';
import {query as toQuery} from '../client/client.ts';
import type {Library} from '../client/schemas.ts';
import type {FoundTitle as Found} from '../client/types.ts';
import {Badge, Empty, Loaded, Tabs, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Checkbox} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {Poster} from '../parts/poster.ts';
import {capital, isolated} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {useChoices} from '../state/choices.ts';
import {changeQuery, pageOf, to, type ViewProps} from '../state/route.ts';
import {store, stored} from '../state/stored.ts';
import {type Data, useData} from '../state/use-data.ts';

interface Discovered {
	results: Found[];
	pages: number;
	genres: readonly string[];
	studios: readonly string[];
	networks: readonly string[];
}

const types = [
	{value: 'movie', label: 'Movies'},
	{value: 'series', label: 'Series'},
];
const kinds = [
	{value: 'popular', label: 'Popular'},
	{value: 'trending', label: 'Trending this week'},
	{value: 'recommended', label: 'Because of what you added'},
	{value: 'upcoming', label: 'Upcoming'},
	{value: 'inCinemas', label: 'In cinemas'},
	{value: 'topRated', label: 'Top rated'},
];

/** Of a title there is also what is like it. */
function kindsFor(isMovie: boolean, title: string | null) {
	const usual = kinds.filter(each => isMovie || each.value !== 'inCinemas');
	return title === null
		? usual
		: [
				{value: 'recommended', label: `Recommended with ${title}`},
				{value: 'similar', label: `Similar to ${title}`},
				...usual.filter(each => each.value !== 'recommended'),
			];
}

export function View({query}: ViewProps) {
	const type = query.get('type') === 'series' ? 'series' : 'movie';
	const isMovie = type === 'movie';
	const metaId = query.get('metaId');
	const offered = kindsFor(isMovie, metaId && (query.get('title') ?? 'this title'));
	const kind = offered.find(each => each.value === query.get('kind'))?.value ?? 'popular';
	const page = pageOf(query);
	const {path, filters} = useFilters(query, {type, kind, page, metaId: kind === 'similar' || kind === 'recommended' ? metaId : null});
	const found: Data<Discovered> = useData(path, {isKept: true});
	const add = useAdding(type, found.reload);
	const [hidesOwn, setHidesOwn] = useState(stored('discover-hides') === 'true');
	const hideOwn = (isHidden: boolean) => {
		store('discover-hides', String(isHidden));
		setHidesOwn(isHidden);
	};
	return html`<${ViewHead} title="Discover">
			<${Tabs} label="Movies or series" value=${type} choices=${types} onChange=${(value: string) => changeQuery({type: value, page: null, metaId: null, title: null, ...unfiltered})} />
			<div class="filters">
				<select aria-label="What to show" value=${kind} onChange=${(event: FieldEvent) => changeQuery({kind: event.currentTarget.value, page: null})}>
					${offered.map(each => html`<option key=${each.value} value=${each.value}>${each.label}</option>`)}
				</select>
				${filters(found.data)}
				${add.select}
				<${Checkbox} label="Hide what is in the library" checked=${hidesOwn} onChange=${hideOwn} />
			</div>
		<//>
		<${Loaded} from=${found}>${({results, pages}: Discovered) =>
			html`<${Paged} page=${page} pages=${pages} count=${results.length} empty=${nothing}>
				<ul class="rows results discovered">${results
					.filter(each => !(hidesOwn && each.inLibrary))
					.map(
						each => html`<${Row} key=${each.metaId} found=${each} type=${type} onAdd=${() => add.one(each)} onHidden=${found.reload} />`,
					)}</ul><//>`}<//>
		${add.dialog}`;
}

const filterNames = ['genre', 'studio', 'network'] as const;
const unfiltered = Object.fromEntries(filterNames.map(name => [name, null]));
/** Lists that the provider filters. */
const filteredKinds: readonly string[] = ['popular', 'upcoming', 'topRated'];

/** The address of a list, and the choices that narrow it, which come with it. */
function useFilters(query: URLSearchParams, asked: {type: string; kind: string; page: number; metaId: string | null}) {
	const isFiltered = filteredKinds.includes(asked.kind);
	const chosen = Object.fromEntries(filterNames.map(name => [name, isFiltered ? query.get(name) : null]));
	const filters = (data: Discovered | null) =>
		isFiltered &&
		filterNames.map(name => {
			const offered = data?.[`${name}s`] ?? [];
			const value = chosen[name] ?? '';
			return (
				offered.length > 0 &&
				html`<select key=${name} aria-label=${capital(name)} value=${value} onChange=${(event: FieldEvent) => changeQuery({[name]: event.currentTarget.value || null, page: null})}>
					<option value="">${`Any ${name}`}</option>${offered.map(each => html`<option key=${each} value=${each} selected=${each === value}>${each}</option>`)}
				</select>`
			);
		});
	return {path: `api/discover${toQuery({...asked, ...chosen})}`, filters};
}

const nothing = html`<${Empty} icon="eye" title="Nothing to show"><p>The metadata provider has no title here that is not excluded.</p><//>`;

/** Adds with one click by the defaults of a library, or asks. */
function useAdding(type: 'movie' | 'series', reload: () => void) {
	const {client, attempt, notify, may} = useApp();
	const {folders} = useChoices();
	const libraries: Data<{libraries: Library[]}> = useData('api/libraries');
	const [chosen, setChosen] = useState<Found | null>(null);
	const [libraryId, setLibraryId] = useState(stored(`discover-${type}`) ?? '');
	const own = libraries.data?.libraries.filter(each => (each.type === 'tv' ? 'series' : 'movie') === type) ?? [];
	const library = own.find(({id}) => id === libraryId);
	const root = folders?.find(({id}) => id === library?.rootFolderId);
	const plural = type === 'movie' ? 'movies' : 'series';
	const choose = (id: string) => {
		store(`discover-${type}`, id);
		setLibraryId(id);
	};
	const one = (title: Found) => {
		if (!library || !root) {
			setChosen(title);
			return null;
		}
		return attempt(async () => {
			const {qualityProfileId} = library;
			const values = {
				metaId: title.metaId,
				libraryId: library.id,
				rootFolderPath: root.path,
				qualityProfileId,
				monitored: true,
				searchOnAdd: true,
			};
			notify((await client.post(`api/library/${plural}`, values)).message);
			reload();
		});
	};
	const select =
		own.length > 0 &&
		may('addTitles') &&
		html`<select aria-label="Add to" value=${library ? libraryId : ''} onChange=${(event: FieldEvent) => choose(event.currentTarget.value)}>
			<option value="">Ask where to add</option>
			${own.map(({id, name}) => html`<option key=${id} value=${id}>Add to ${name}</option>`)}
		</select>`;
	const dialog = chosen && html`<${AddDialog} key=${chosen.metaId} kind=${plural} found=${chosen} onClose=${() => setChosen(null)} />`;
	return {one, select, dialog};
}

function Row({found, type, onAdd, onHidden}: {found: Found; type: 'movie' | 'series'; onAdd: () => unknown; onHidden: () => void}) {
	const {client, attempt, user, may} = useApp();
	const {metaId, id, title, year, overview, posterUrl, inLibrary} = found;
	const hide = () => {
		const excluded = {id: ''};
		const undo = () =>
			attempt(
				async () => {
					await client.remove(`api/import-exclusions/${excluded.id}`);
					onHidden();
				},
				`${isolated(title)} is shown again.`,
			);
		return attempt(
			async () => {
				excluded.id = (await client.post('api/import-exclusions', {type, metaId, title, year})).id;
				onHidden();
			},
			`${isolated(title)} is not shown any more.`,
			{label: 'Undo', run: undo},
		);
	};
	return html`<li class="row result">
		<${Poster} title=${title} url=${posterUrl} />
		<div class="result-about">
			<h2>${inLibrary ? html`<a href=${to(`${type === 'movie' ? 'movies' : 'series'}/${id}`)}>${title}</a>` : title} <span class="muted">${year ?? ''}</span></h2>
			<${ListedFacts} found=${found} />
			<p class="overview" dir="auto">${overview || 'The provider has no description.'}</p>
		</div>
		<div class="result-action">${
			inLibrary
				? html`<${Badge} kind="ok">In the library<//>`
				: html`${may('addTitles') && html`<${Button} kind="primary" icon="plus" label="Add" onClick=${onAdd} />`}
				${user.get()?.role === 'admin' && html`<${Button} icon="ban" label=${`Not interested: ${title}`} bare onClick=${hide} />`}`
		}</div>
	</li>`;
}
