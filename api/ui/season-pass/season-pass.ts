import {useEffect} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {isShownByBanner} from '../client/problem.ts';
import {pageSize} from '../library/book.ts';
import {type Selection, useSelection} from '../library/selection.ts';
import {useGrid} from '../library/use-grid.ts';
import {type Pages, usePages} from '../library/use-pages.ts';
import {Empty, Failure, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, type ViewProps} from '../state/route.ts';
import {useTitleEvents} from '../state/use-title-events.ts';
import {useTyped} from '../state/use-typed.ts';
import {MonitorBar} from './monitor-bar.ts';
import {PassRow, type PassSeries} from './pass-row.ts';

/** Series that are drawn until it is known how many there are. */
const expected = 20;
/** As the style sheet has it: on phones the seasons are below the title. */
const measures = {height: matchMedia('(max-width: 760px)').matches ? 80 : 44};

const shows = [
	{value: '', label: 'All series', conditions: {}},
	{value: 'monitored', label: 'Monitored', conditions: {monitored: 'true'}},
	{value: 'unmonitored', label: 'Not monitored', conditions: {monitored: 'false'}},
	{value: 'continuing', label: 'Continuing', conditions: {status: 'continuing'}},
	{value: 'ended', label: 'Ended', conditions: {status: 'ended'}},
	{value: 'missing', label: 'With missing episodes', conditions: {monitored: 'true', downloaded: 'false'}},
];

/** Which seasons of all series are monitored. */
export function View({query}: ViewProps) {
	const {may} = useApp();
	const [search, setSearch] = useTyped(query.get('search') ?? '', text => changeQuery({search: text}));
	const show = query.get('show') ?? '';
	const shown = {search: query.get('search'), ...shows.find(({value}) => value === show)?.conditions};
	const filter = toQuery(shown);
	const pathOf = (page: number) => `api/library/series${toQuery({...shown, page, limit: pageSize})}`;
	const pages = usePages<PassSeries>(
		page => `api/library/series${toQuery({...shown, withSeasons: true, page, limit: pageSize})}`,
		'series',
		filter,
	);
	useTitleEvents(pages.refresh, ({kind}) => kind === 'series');
	const list = {kind: 'series' as const, pathOf, at: pages.at};
	const {isOn, setOn, selection, chosen, setChosen} = useSelection(list);
	const error = isShownByBanner(pages.error) ? null : pages.error;
	const change = (event: FieldEvent) => changeQuery({show: event.currentTarget.value});
	return html`<${ViewHead} title="Season pass" count=${pages.total === null ? undefined : number(pages.total)}>
			<div class="filters">
				<label class="search"><span class="hidden">Search the series</span><${Icon} name="search" />
					<input type="search" placeholder="Search" value=${search} onInput=${(event: FieldEvent) => setSearch(event.currentTarget.value)} /></label>
				<select aria-label="Show" value=${show} onChange=${change}>${shows.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === show}>${each.label}</option>`)}</select>
				${may('editTitles') && html`<${Button} icon="check" label="Select" pressed=${isOn} onClick=${() => setOn(!isOn)} />`}
			</div>
		<//>
		${isOn && html`<${MonitorBar} key=${filter} total=${pages.total} query=${filter} chosen=${chosen} onChosen=${setChosen} onChanged=${pages.refresh} onEnd=${() => setOn(false)} />`}
		${error && html`<${Failure} error=${error} onRetry=${pages.retry} />`}
		${
			pages.total === 0
				? html`<${Empty} icon="tv" title=${filter === '' ? 'No series yet' : 'Nothing matches'}><p>Choose here which seasons are searched for.</p><//>`
				: html`<${Rows} key=${filter} pages=${pages} count=${pages.total ?? (error ? 0 : expected)} selection=${selection} />`
		}`;
}

interface RowsProps {
	pages: Pages<PassSeries>;
	count: number;
	selection: Selection | null;
}

/** A list of any length. Only the rows in view are in the document. */
function Rows({pages, count, selection}: RowsProps) {
	const {ref, height, first, last, offset} = useGrid(count, measures);
	useEffect(() => pages.want(first, Math.max(first, last - 1)), [first, last, pages.want]);
	const indexes = Array.from({length: Math.max(0, last - first)}, (_none, index) => first + index);
	return html`<div class="pass" role="list" ref=${ref} style=${{height: `${height}px`}} aria-label="Series and their seasons">
		<div role="presentation" style=${{transform: `translateY(${offset}px)`}}>${indexes.map(
			index =>
				html`<${PassRow} key=${index} series=${pages.at(index)} index=${index} count=${count} selection=${selection} onChange=${pages.refresh} />`,
		)}</div>
	</div>`;
}
