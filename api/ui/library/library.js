import {query as toQuery} from '../client/client.js';
import {Empty, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {number} from '../parts/text.js';
import {changeQuery, to} from '../state/route.js';
import {useTitles} from '../state/use-titles.js';
import {useTyped} from '../state/use-typed.js';
import {FirstSteps} from '../steps/first-steps.js';
import {pageSize} from './book.js';
import {Filters} from './filters.js';
import {SelectionBar, useSelection} from './selection.js';
import {usePages} from './use-pages.js';
import {Wall} from './wall.js';

/** Filters by their names in the address. @type {Record<string, {monitored?: boolean, downloaded?: boolean}>} */
const shownBy = {missing: {monitored: true, downloaded: false}, here: {downloaded: true}, unmonitored: {monitored: false}};

/**
 * @typedef {{value: string, label: string}} Sort
 * @param {{kind: 'movies' | 'series', heading: string, query: URLSearchParams, sorts: readonly Sort[]}} props
 */
export function Library({kind, heading, query, sorts}) {
	const [search, setSearch] = useTyped(query.get('search') ?? '', text => changeQuery({search: text}));
	const shown = {
		sort: query.get('sort') ?? sorts[0]?.value,
		search: query.get('search'),
		tag: query.get('tag'),
		libraryId: query.get('library'),
		...shownBy[query.get('show') ?? ''],
	};
	const filter = toQuery(shown);
	const pages = usePages(page => `api/library/${kind}${toQuery({...shown, withStanding: true, page, limit: pageSize})}`, kind, filter);
	useTitles(pages.refresh, title => title.kind === (kind === 'movies' ? 'movie' : 'series'), 2_000);
	const list = {
		pathOf: (/** @type {number} */ page) => `api/library/${kind}${toQuery({...shown, page, limit: pageSize})}`,
		kind,
		at: pages.at,
	};
	const {isOn, setOn, selection, chosen, setChosen} = useSelection(list);
	const isFiltered = ['search', 'show', 'tag', 'library'].some(name => query.has(name));
	return html`<${ViewHead} title=${heading} count=${pages.total === null ? undefined : number(pages.total)}>
			<${Filters} kind=${kind} query=${query} sorts=${sorts} search=${search} onSearch=${setSearch} isSelecting=${isOn} onSelecting=${setOn} />
		<//>
		${isOn && html`<${SelectionBar} kind=${kind} key=${filter} total=${pages.total} list=${list} query=${filter} chosen=${chosen} onChosen=${setChosen} onChanged=${pages.refresh} onEnd=${() => setOn(false)} />`}
		${
			pages.total === 0
				? html`<${Nothing} kind=${kind} isFiltered=${isFiltered} />`
				: html`<${Wall} key=${filter} pages=${pages} kind=${kind} count=${pages.total ?? 48} selection=${selection} />`
		}`;
}

/** @param {{kind: 'movies' | 'series', isFiltered: boolean}} props */
function Nothing({kind, isFiltered}) {
	if (isFiltered) {
		return html`<${Empty} icon="search" title="Nothing matches"><p>No title in the library matches the search and the filter.</p><//>`;
	}
	const what = kind === 'movies' ? 'movie' : 'series';
	return html`<${FirstSteps} /><${Empty} icon=${kind === 'movies' ? 'film' : 'tv'} title=${`No ${kind} yet`}>
		<p>Add your first ${what} by its title, or record a folder that you have already.</p>
		<p><a class="button primary" href=${to(`add?kind=${kind}`)}>Add a ${what}</a></p>
	<//>`;
}
