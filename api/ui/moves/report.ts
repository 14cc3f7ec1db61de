import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded} from '../parts/blocks.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {number} from '../parts/text.ts';
import {type Data, useData} from '../state/use-data.ts';
import {kinds, type Move, outcomes, programs, type Row} from './words.ts';

interface ReportPage {
	rows: Row[];
	pagination: Pagination;
}

const pageLength = 50;

/** What becomes of each thing: first of all what does not come as it is. */
export function Report({move: {id, totals, codes}}: {move: Move}) {
	const endings = codes.find(({code}) => code === 'function_ends')?.rows ?? 0;
	const worst = ['needsYou', 'cannot', 'comesChanged', 'comes'].find(outcome => totals.some(each => each.outcome === outcome)) ?? '';
	const [shown, setShown] = useState({kind: '', outcome: endings > 0 ? '' : worst, code: endings > 0 ? 'function_ends' : '', page: 1});
	const report: Data<ReportPage> = useData(`api/moves/${encodeURIComponent(id)}/report${toQuery({...shown, limit: pageLength})}`);
	const sum = (rows: readonly {rows: number}[]) => rows.reduce((all, each) => all + each.rows, 0);
	const kindChoices = Object.entries(kinds)
		.map(([value, label]) => ({value, label, rows: sum(totals.filter(each => each.kind === value))}))
		.filter(({rows}) => rows > 0);
	const outcomeChoices = Object.entries(outcomes)
		.map(([value, {label}]) => ({value, label, rows: sum(totals.filter(each => each.outcome === value))}))
		.filter(({rows}) => rows > 0);
	const choose = (change: object) => setShown({...shown, ...change, page: 1});
	const which = ({currentTarget: {value}}: any) =>
		choose(value === 'ends' ? {outcome: '', code: 'function_ends'} : {outcome: value, code: ''});
	return html`<section class="change" aria-labelledby="move-report"><h2 id="move-report">What comes</h2>
		<div class="filters">
			<select aria-label="What" value=${shown.kind} onChange=${({currentTarget}: FieldEvent) => choose({kind: currentTarget.value})}>
				<option value="">Everything</option>
				${kindChoices.map(({value, label, rows}) => html`<option key=${value} value=${value}>${`${label} (${number(rows)})`}</option>`)}</select>
			<select aria-label="What becomes of it" value=${shown.code === '' ? shown.outcome : 'ends'} onChange=${which}>
				<option value="">Whatever becomes of it</option>
				${endings > 0 && html`<option value="ends">${`Stops working (${number(endings)})`}</option>`}
				${outcomeChoices.map(({value, label, rows}) => html`<option key=${value} value=${value}>${`${label} (${number(rows)})`}</option>`)}</select>
		</div>
		<${Loaded} from=${report}>${({rows, pagination}: any) =>
			html`<${Paged} page=${shown.page} pages=${pagination.totalPages} count=${rows.length} onPage=${(page: number) => setShown({...shown, page})}
				empty=${html`<${Empty} icon="check" title="Nothing of this kind" />`}>
				<ul class="rows dense" aria-label="Report">${rows.map((row: Row) => html`<${ReportRow} key=${`${row.source} ${row.kind} ${row.sourceId}`} row=${row} />`)}</ul><//>`}<//>
	</section>`;
}

function ReportRow({row: {program, kind, title, outcome, notes}}: {row: Row}) {
	const {kind: tone, label} = outcomes[outcome] ?? {kind: 'quiet' as const, label: outcome};
	return html`<li class="row">
		<div class="row-head"><p class="renamed"><strong dir="auto">${title}</strong><span class="hint">${kinds[kind]}, ${programs[program]}</span></p><${Badge} kind=${tone}>${label}<//></div>
		${notes.length > 0 && html`<ul class="reasons">${notes.map(({detail}, index) => html`<li key=${index} dir="auto">${detail}</li>`)}</ul>`}
	</li>`;
}
