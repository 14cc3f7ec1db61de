import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Badge, Empty, Loaded} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {number} from '../parts/text.js';
import {useData} from '../state/use-data.js';
import {kinds, outcomes, programs} from './words.js';

/** @typedef {import('./words.js').Move} Move */
/** @typedef {import('./words.js').Row} Row */
/** @typedef {{rows: Row[], pagination: import('../client/types.js').Pagination}} ReportPage */

const pageLength = 50;

/**
 * What becomes of each thing: first of all what does not come as it is.
 * @param {{move: Move}} props
 */
export function Report({move: {id, totals, codes}}) {
	const endings = codes.find(({code}) => code === 'function_ends')?.rows ?? 0;
	const worst = ['needsYou', 'cannot', 'comesChanged', 'comes'].find(outcome => totals.some(each => each.outcome === outcome)) ?? '';
	const [shown, setShown] = useState({kind: '', outcome: endings > 0 ? '' : worst, code: endings > 0 ? 'function_ends' : '', page: 1});
	/** @type {import('../state/use-data.js').Data<ReportPage>} */
	const report = useData(`api/moves/${encodeURIComponent(id)}/report${toQuery({...shown, limit: pageLength})}`);
	const sum = (/** @type {readonly {rows: number}[]} */ rows) => rows.reduce((all, each) => all + each.rows, 0);
	const kindChoices = Object.entries(kinds)
		.map(([value, label]) => ({value, label, rows: sum(totals.filter(each => each.kind === value))}))
		.filter(({rows}) => rows > 0);
	const outcomeChoices = Object.entries(outcomes)
		.map(([value, {label}]) => ({value, label, rows: sum(totals.filter(each => each.outcome === value))}))
		.filter(({rows}) => rows > 0);
	const choose = (/** @type {object} */ change) => setShown({...shown, ...change, page: 1});
	const which = (/** @type {any} */ {currentTarget: {value}}) =>
		choose(value === 'ends' ? {outcome: '', code: 'function_ends'} : {outcome: value, code: ''});
	return html`<section class="change" aria-labelledby="move-report"><h2 id="move-report">What comes</h2>
		<div class="filters">
			<select aria-label="What" value=${shown.kind} onChange=${(/** @type {any} */ {currentTarget}) => choose({kind: currentTarget.value})}>
				<option value="">Everything</option>
				${kindChoices.map(({value, label, rows}) => html`<option key=${value} value=${value}>${`${label} (${number(rows)})`}</option>`)}</select>
			<select aria-label="What becomes of it" value=${shown.code === '' ? shown.outcome : 'ends'} onChange=${which}>
				<option value="">Whatever becomes of it</option>
				${endings > 0 && html`<option value="ends">${`Stops working (${number(endings)})`}</option>`}
				${outcomeChoices.map(({value, label, rows}) => html`<option key=${value} value=${value}>${`${label} (${number(rows)})`}</option>`)}</select>
		</div>
		<${Loaded} from=${report}>${(/** @type {any} */ {rows, pagination}) =>
			html`<${Paged} page=${shown.page} pages=${pagination.totalPages} count=${rows.length} onPage=${(/** @type {number} */ page) => setShown({...shown, page})}
				empty=${html`<${Empty} icon="check" title="Nothing of this kind" />`}>
				<ul class="rows dense" aria-label="Report">${rows.map((/** @type {Row} */ row) => html`<${ReportRow} key=${`${row.source} ${row.kind} ${row.sourceId}`} row=${row} />`)}</ul><//>`}<//>
	</section>`;
}

/** @param {{row: Row}} props */
function ReportRow({row: {program, kind, title, outcome, notes}}) {
	const {kind: tone, label} = outcomes[outcome] ?? {kind: /** @type {const} */ ('quiet'), label: outcome};
	return html`<li class="row">
		<div class="row-head"><p class="renamed"><strong dir="auto">${title}</strong><span class="hint">${kinds[kind]}, ${programs[program]}</span></p><${Badge} kind=${tone}>${label}<//></div>
		${notes.length > 0 && html`<ul class="reasons">${notes.map(({detail}, index) => html`<li key=${index} dir="auto">${detail}</li>`)}</ul>`}
	</li>`;
}
