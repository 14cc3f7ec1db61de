import {query as toQuery} from '../client/client.ts';
import type {IndexerDay as Day, IndexerStatistics as Row} from '../client/schemas.ts';
import {Badge, Empty, Loaded, Tabs} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {counted, number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';

const periods = [
	{value: '1', label: 'Today'},
	{value: '7', label: '7 days'},
	{value: '30', label: '30 days'},
	{value: '400', label: 'All'},
];

/** What is asked of indexers, and how they answer. */
export function Indexers({query}: {query: URLSearchParams}) {
	const {user} = useApp();
	const days = query.get('days') ?? '30';
	const found: Data<{indexers: Row[]}> = useData(`api/indexers/statistics${toQuery({days})}`, {isKept: true});
	const nothing = html`<${Empty} icon="search" title="Nothing has been asked yet"><p>Searches, feeds and grabs of each indexer are counted here from now on.</p><//>`;
	return html`<${Tabs} label="Period" value=${days} choices=${periods} onChange=${(value: string) => changeQuery({days: value})} />
		<${Loaded} from=${found}>${({indexers}: {indexers: Row[]}) =>
			indexers.length === 0
				? nothing
				: html`<table class="numbers"><caption class="hidden">Indexers</caption>
					<thead><tr><th scope="col">Indexer</th><th scope="col">Searches</th><th scope="col">RSS</th><th scope="col">Grabs</th><th scope="col">Logins</th>
						<th scope="col">Releases</th><th scope="col">Requests</th><th scope="col">A grab costs</th><th scope="col">Answer</th><th scope="col">Last 30 days</th></tr></thead>
					<tbody>${indexers.map(each => html`<${IndexerRow} key=${each.indexerId} row=${each} hasLink=${user.get()?.role === 'admin'} />`)}</tbody>
				</table>
				<p class="hint">Days are in UTC. Answer times are the mean, and the time within which 95 % of the answers came.</p>`}<//>`;
}

function IndexerRow({row, hasLink}: {row: Row; hasLink: boolean}) {
	const {name, indexerId, isStored, grabs, failedGrabs, requests, meanMs, p95Ms} = row;
	const made = grabs - failedGrabs;
	return html`<tr>
		<th scope="row">${hasLink && isStored ? html`<a href=${to(`statistics/indexers/${indexerId}`)}>${name}</a>` : name}${!isStored && html` <${Badge}>Removed<//>`}</th>
		<${Count} label="Searches" all=${row.queries} failed=${row.failedQueries} />
		<${Count} label="RSS" all=${row.rss} failed=${row.failedRss} />
		<${Count} label="Grabs" all=${grabs} failed=${failedGrabs} />
		<${Count} label="Logins" all=${row.logins} failed=${row.failedLogins} />
		<${Count} label="Releases" all=${row.releases} />
		<${Count} label="Requests" all=${requests} />
		<td data-label="A grab costs">${made > 0 ? counted(Math.round(requests / made), 'request') : '–'}</td>
		<td data-label="Answer">${meanMs === null ? '–' : `${seconds(meanMs)} / ${seconds(p95Ms ?? meanMs)}`}</td>
		<td data-label="Last 30 days"><${DayBars} days=${row.days} /></td>
	</tr>`;
}

function Count({label, all, failed = 0}: {label: string; all: number; failed?: number}) {
	return html`<td data-label=${label}>${number(all)}${failed > 0 && html` <span class="failed">${number(failed)} failed</span>`}</td>`;
}

export const seconds = (ms: number) => `${(ms / 1000).toLocaleString('en', {maximumFractionDigits: ms < 10_000 ? 1 : 0})} s`;

const shownDays = 30;
const dayMs = 86_400_000;

/** One bar a day; the part of it that failed is marked. */
function DayBars({days}: {days: readonly Day[]}) {
	const byDay = new Map(days.map(each => [each.day, each]));
	const shown = Array.from({length: shownDays}, (_none, index) => {
		const day = new Date(Date.now() - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10);
		const {queries = 0, rss = 0, grabs = 0, failures = 0} = byDay.get(day) ?? {};
		return {day, all: queries + rss + grabs, failures};
	});
	const max = Math.max(1, ...shown.map(({all}) => all));
	const total = shown.reduce((sum, {all}) => sum + all, 0);
	const failed = shown.reduce((sum, {failures}) => sum + failures, 0);
	const text = `${number(total)} times used in 30 days, ${number(failed)} failures, at most ${number(max)} a day`;
	return html`<svg class="day-bars" viewBox=${`0 0 ${shownDays * 4} 24`} role="img" aria-label=${text} preserveAspectRatio="none">
		${shown.map(({day, all, failures}, index) => {
			const high = all === 0 ? 0 : Math.max(2, (all / max) * 24);
			const low = Math.min(high, (failures / max) * 24);
			return html`<g key=${day}><title>${`${day}: ${number(all)}, ${number(failures)} failed`}</title>
				<rect class="all" x=${index * 4} y=${24 - high} width="3" height=${high} /><rect class="bad" x=${index * 4} y=${24 - low} width="3" height=${low} /></g>`;
		})}
	</svg>`;
}
