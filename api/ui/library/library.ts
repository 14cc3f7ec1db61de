import {useRef} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {isShownByBanner} from '../client/problem.ts';
import {queueEvents} from '../client/queue-events.ts';
import type {Movie, Profile, Series} from '../client/types.ts';
import {Empty, Failure, ViewHead} from '../parts/blocks.ts';
import type {Choice} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {useLibraries} from '../state/choices.ts';
import {changeQuery, to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useEvents} from '../state/use-events.ts';
import {useTitleEvents} from '../state/use-title-events.ts';
import {useTyped} from '../state/use-typed.ts';
import {FirstSteps} from '../steps/first-steps.ts';
import {pageSize} from './book.ts';
import type {Context} from './columns.ts';
import {conditionsIn} from './conditions.ts';
import {Filters} from './filters.ts';
import {shownSort} from './kept-sort.ts';
import {Letters} from './letters.ts';
import {Overview} from './overview.ts';
import {SelectionBar, useSelection} from './selection.ts';
import {TitleTable} from './table.ts';
import {usePages} from './use-pages.ts';
import {useViewOptions, ViewChoice} from './view-options.ts';
import {Wall} from './wall.ts';

const views = {posters: Wall, table: TitleTable, overview: Overview};
/** Titles that are drawn until it is known how many there are. */
const expected = 48;

export function Library({kind, heading, query}: {kind: 'movies' | 'series'; heading: string; query: URLSearchParams}) {
	const [search, setSearch] = useTyped(query.get('search') ?? '', text => changeQuery({search: text}));
	const options = useViewOptions(kind);
	const sort = shownSort(kind, query);
	const conditions = {search: query.get('search'), ...conditionsIn(kind, query)};
	const shown = {sort, ...conditions};
	const filter = toQuery(shown);
	const pages = usePages<Movie | Series>(
		page => `api/library/${kind}${toQuery({...shown, withStanding: true, page, limit: pageSize})}`,
		kind,
		filter,
	);
	useTitleEvents(pages.refresh, title => title.kind === (kind === 'movies' ? 'movie' : 'series'), 2_000);
	// Where titles stand depends on their downloads. Progress alone is not worth reading all in view again.
	// What is complete has another state: it is imported, or needs somebody.
	const onDownload = (name: string, {progress}: {progress?: number}) => name !== 'queueItemUpdated' || progress === 100;
	useEvents({...queueEvents, onEvent: onDownload, read: pages.refresh, throttleMs: 2_000, isSparing: true});
	const {may} = useApp();
	const list = {
		pathOf: (page: number) => `api/library/${kind}${toQuery({...shown, page, limit: pageSize})}`,
		kind,
		at: pages.at,
	};
	const {isOn, setOn, selection, chosen, setChosen} = useSelection(list);
	const libraries = useLibraries(kind);
	const context = useContextOf(kind, libraries, options.view);
	const jump = useRef<((index: number) => void) | null>(null);
	const error = isShownByBanner(pages.error) ? null : pages.error;
	const isFiltered = Object.values(conditions).some(Boolean);
	const count = pages.total ?? (error ? 0 : expected);
	const View = views[options.view];
	const add = may('addTitles') && html`<a class="button primary" href=${to(`add?kind=${kind}`)}><${Icon} name="plus" />Add</a>`;
	return html`<${ViewHead} title=${heading} count=${pages.total === null ? undefined : number(pages.total)} action=${add}>
			<${Filters} kind=${kind} query=${query} sort=${sort} search=${search} onSearch=${setSearch} isSelecting=${isOn} onSelecting=${setOn}
				libraries=${libraries} viewChoice=${html`<${ViewChoice} kind=${kind} ...${options} />`} />
		<//>
		${isOn && html`<${SelectionBar} kind=${kind} key=${filter} total=${pages.total} list=${list} query=${filter} chosen=${chosen} onChosen=${setChosen} onChanged=${pages.refresh} onEnd=${() => setOn(false)} />`}
		${error && html`<${Failure} error=${error} onRetry=${pages.retry} />`}
		${pages.total === null && !error && html`<p class="hint waiting-word" role="status">Loading …</p>`}
		${
			pages.total === 0
				? html`<${Nothing} kind=${kind} isFiltered=${isFiltered} />`
				: html`${sort.startsWith('title:') && pages.total !== null && html`<${Letters} kind=${kind} filter=${conditions} total=${pages.total} isDownward=${sort === 'title:desc'} onJump=${(index: number) => jump.current?.(index)} />`}
				<${View} key=${`${options.view} ${filter}`} pages=${pages} context=${context} count=${count} columns=${options.columns} sort=${sort} selection=${selection} jump=${jump} />`
		}`;
}

/** The names of what titles only have the ids of. */
function useContextOf(kind: 'movies' | 'series', libraries: readonly Choice[], view: keyof typeof views): Context {
	const {data}: Data<{qualityProfiles: Profile[]}> = useData(view === 'posters' ? null : 'api/quality-profiles');
	return {
		kind,
		profileName: id => data?.qualityProfiles.find(each => each.id === id)?.name ?? '',
		// Where there is but one, its name says nothing.
		libraryName: id => (libraries.length > 1 ? (libraries.find(({value}) => value === id)?.label ?? null) : null),
	};
}

function Nothing({kind, isFiltered}: {kind: 'movies' | 'series'; isFiltered: boolean}) {
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
