import {useRef} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {isShownByBanner} from '../client/problem.js';
import {queueEvents} from '../client/queue-events.js';
import {Empty, Failure, ViewHead} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {number} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useLibraries} from '../state/choices.js';
import {changeQuery, to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useEvents} from '../state/use-events.js';
import {useTitleEvents} from '../state/use-title-events.js';
import {useTyped} from '../state/use-typed.js';
import {FirstSteps} from '../steps/first-steps.js';
import {pageSize} from './book.js';
import {conditionsIn, sortIn} from './conditions.js';
import {Filters} from './filters.js';
import {Letters} from './letters.js';
import {Overview} from './overview.js';
import {SelectionBar, useSelection} from './selection.js';
import {TitleTable} from './table.js';
import {usePages} from './use-pages.js';
import {useViewOptions, ViewChoice} from './view-options.js';
import {Wall} from './wall.js';

const views = {posters: Wall, table: TitleTable, overview: Overview};
/** Titles that are drawn until it is known how many there are. */
const expected = 48;

/** @param {{kind: 'movies' | 'series', heading: string, query: URLSearchParams}} props */
export function Library({kind, heading, query}) {
	const [search, setSearch] = useTyped(query.get('search') ?? '', text => changeQuery({search: text}));
	const options = useViewOptions(kind);
	const sort = sortIn(kind, query);
	const conditions = {search: query.get('search'), ...conditionsIn(kind, query)};
	const shown = {sort, ...conditions};
	const filter = toQuery(shown);
	const pages = usePages(page => `api/library/${kind}${toQuery({...shown, withStanding: true, page, limit: pageSize})}`, kind, filter);
	useTitleEvents(pages.refresh, title => title.kind === (kind === 'movies' ? 'movie' : 'series'), 2_000);
	// Where titles stand depends on their downloads. Progress alone is not worth reading all in view again.
	// What is complete has another state: it is imported, or needs somebody.
	const onDownload = (/** @type {string} */ name, /** @type {{progress?: number}} */ {progress}) =>
		name !== 'queueItemUpdated' || progress === 100;
	useEvents({...queueEvents, onEvent: onDownload, read: pages.refresh, throttleMs: 2_000, isSparing: true});
	const {may} = useApp();
	const list = {
		pathOf: (/** @type {number} */ page) => `api/library/${kind}${toQuery({...shown, page, limit: pageSize})}`,
		kind,
		at: pages.at,
	};
	const {isOn, setOn, selection, chosen, setChosen} = useSelection(list);
	const context = useContextOf(kind);
	const jump = useRef(/** @type {((index: number) => void) | null} */ (null));
	const error = isShownByBanner(pages.error) ? null : pages.error;
	const isFiltered = Object.values(conditions).some(Boolean);
	const count = pages.total ?? (error ? 0 : expected);
	const View = views[options.view];
	const add = may('addTitles') && html`<a class="button primary" href=${to(`add?kind=${kind}`)}><${Icon} name="plus" />Add</a>`;
	return html`<${ViewHead} title=${heading} count=${pages.total === null ? undefined : number(pages.total)} action=${add}>
			<${Filters} kind=${kind} query=${query} sort=${sort} search=${search} onSearch=${setSearch} isSelecting=${isOn} onSelecting=${setOn}
				viewChoice=${html`<${ViewChoice} kind=${kind} ...${options} />`} />
		<//>
		${isOn && html`<${SelectionBar} kind=${kind} key=${filter} total=${pages.total} list=${list} query=${filter} chosen=${chosen} onChosen=${setChosen} onChanged=${pages.refresh} onEnd=${() => setOn(false)} />`}
		${error && html`<${Failure} error=${error} onRetry=${pages.retry} />`}
		${pages.total === null && !error && html`<p class="hint waiting-word" role="status">Loading …</p>`}
		${
			pages.total === 0
				? html`<${Nothing} kind=${kind} isFiltered=${isFiltered} />`
				: html`${sort.startsWith('title:') && pages.total !== null && html`<${Letters} kind=${kind} filter=${conditions} total=${pages.total} isDownward=${sort === 'title:desc'} onJump=${(/** @type {number} */ index) => jump.current?.(index)} />`}
				<${View} key=${`${options.view} ${filter}`} pages=${pages} context=${context} count=${count} columns=${options.columns} sort=${sort} selection=${selection} jump=${jump} />`
		}`;
}

/** The names of what titles only have the ids of. @param {'movies' | 'series'} kind @returns {import('./columns.js').Context} */
function useContextOf(kind) {
	/** @type {import('../state/use-data.js').Data<{qualityProfiles: import('../client/types.js').Profile[]}>} */
	const {data} = useData('api/quality-profiles');
	const libraries = useLibraries(kind);
	return {
		kind,
		profileName: id => data?.qualityProfiles.find(each => each.id === id)?.name ?? '',
		// Where there is but one, its name says nothing.
		libraryName: id => (libraries.length > 1 ? (libraries.find(({value}) => value === id)?.label ?? null) : null),
	};
}

/** @param {{kind: 'movies' | 'series', isFiltered: boolean}} props */
function Nothing({kind, isFiltered}) {
	const {may} = useApp();
	if (isFiltered) {
		return html`<${Empty} icon="search" title="Nothing matches"><p>No title in the library matches the search and the filter.</p><//>`;
	}
	const what = kind === 'movies' ? 'movie' : 'series';
	return html`<${FirstSteps} /><${Empty} icon=${kind === 'movies' ? 'film' : 'tv'} title=${`No ${kind} yet`}>
		${
			may('addTitles') &&
			html`<p>Add your first ${what} by its title, or add a folder that you have already.</p>
			<p><a class="button primary" href=${to(`add?kind=${kind}`)}>Add a ${what}</a></p>`
		}
	<//>`;
}
