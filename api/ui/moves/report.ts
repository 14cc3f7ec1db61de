import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {Pagination} from '../client/types.ts';
import {Badge, Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {kinds, leavable, type Move, outcomes, programs, type Row} from './words.ts';

interface ReportPage {
	rows: Row[];
	pagination: Pagination;
}

const pageLength = 50;

/** What becomes of each thing: first of all what does not come as it is. */
export function Report({move, onChange}: {move: Move; onChange: () => void}) {
	const {id, state, totals, codes} = move;
	const mayChange = state === 'planned' || state === 'failed';
	const [entered, setEntered] = useState<Row | null>(null);
	const [left, setLeft] = useState<readonly Row[]>([]);
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
	const actions: RowActions = {
		enter: setEntered,
		leave: (row, isLeft) => setLeft([...left.filter(each => keyOf(each) !== keyOf(row)), ...(isLeft ? [row] : [])]),
	};
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
		${mayChange && html`<${LeftOut} move=${move} left=${left} onChange=${onChange} />`}
		<${Loaded} from=${report}>${({rows, pagination}: any) =>
			html`<${Paged} page=${shown.page} pages=${pagination.totalPages} count=${rows.length} onPage=${(page: number) => setShown({...shown, page})}
				empty=${html`<${Empty} icon="check" title="Nothing of this kind" />`}>
				<ul class="rows dense" aria-label="Report">${rows.map((row: Row) => html`<${ReportRow} key=${keyOf(row)} row=${row} actions=${mayChange ? actions : null} isLeft=${left.some(each => keyOf(each) === keyOf(row))} />`)}</ul><//>`}<//>
		${entered && html`<${EnterSecrets} move=${move} row=${entered} onClose=${() => setEntered(null)} onChange=${onChange} />`}
	</section>`;
}

const keyOf = ({source, kind, sourceId}: Row) => `${source} ${kind} ${sourceId}`;

interface RowActions {
	enter(row: Row): void;
	leave(row: Row, isLeft: boolean): void;
}

function ReportRow({row, actions, isLeft}: {row: Row; actions: RowActions | null; isLeft: boolean}) {
	const {program, kind, title, outcome, notes} = row;
	const {kind: tone, label} = outcomes[outcome] ?? {kind: 'quiet' as const, label: outcome};
	const mayLeave = actions && leavable.has(kind) && outcome !== 'cannot';
	return html`<li class="row">
		<div class="row-head"><p class="renamed"><strong dir="auto">${title}</strong><span class="hint">${kinds[kind]}, ${programs[program]}</span></p><${Badge} kind=${tone}>${label}<//>
			${actions && secretsOf(row).length > 0 && html`<${Button} label="Enter" title=${`Enter what is missing of ${title}`} onClick=${() => actions.enter(row)} />`}
			${mayLeave && html`<${Checkbox} label=${html`Leave out<span class="hidden"> ${title}</span>`} checked=${isLeft} onChange=${(checked: boolean) => actions.leave(row, checked)} />`}</div>
		${notes.length > 0 && html`<ul class="reasons">${notes.map(({detail}, index) => html`<li key=${index} dir="auto">${detail}</li>`)}</ul>`}
	</li>`;
}

/** A plan is made again without what is left out, so it is named by its number only. */
function LeftOut({move: {id, choices}, left, onChange}: {move: Move; left: readonly Row[]; onChange: () => void}) {
	const {client, attempt} = useApp();
	const choose = (wanted: Move['choices']) =>
		attempt(async () => {
			await client.put(`api/moves/${id}`, {choices: wanted});
			onChange();
		});
	const further = left.map(({source, kind, sourceId}) => ({source, kind, id: sourceId, take: false}));
	return html`${choices.length > 0 && html`<p class="hint">${choices.length === 1 ? 'One thing is' : `${number(choices.length)} things are`} left out.</p>`}
		${
			(left.length > 0 || choices.length > 0) &&
			html`<div class="change-actions">
				${left.length > 0 && html`<${Button} kind="primary" label=${`Leave out (${number(left.length)}) and look again`} onClick=${() => choose([...choices, ...further])} />`}
				${choices.length > 0 && html`<${Button} label="Take everything after all" onClick=${() => choose([])} />`}</div>`
		}`;
}

/** The settings of a record that the other program did not tell. */
const secretsOf = ({notes}: Row): string[] => [...new Set(notes.flatMap(({names}) => names))];

const secretLabels: Record<string, string> = {
	apiKey: 'API key',
	api_key: 'API key',
	password: 'Password',
	username: 'User name',
	token: 'Token',
};

function EnterSecrets({move: {id}, row, onClose, onChange}: {move: Move; row: Row; onClose: () => void; onChange: () => void}) {
	const {client, attempt} = useApp();
	const [values, setValues] = useState<Record<string, string>>({});
	const save = () =>
		attempt(async () => {
			const {source, kind, sourceId} = row;
			const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
			await client.put(`api/moves/${id}`, {
				secrets: given.map(([name, value]) => ({source, kind, id: sourceId, name, value: value.trim()})),
			});
			onClose();
			onChange();
		});
	const isEmpty = Object.values(values).every(value => value.trim() === '');
	return html`<${Dialog} title="What is missing" onClose=${onClose}><${Form} class="form" onSubmit=${save}>
		<p class="hint" dir="auto">${row.title}: ${programs[row.program]} does not tell it over its API.</p>
		${secretsOf(row).map(name => html`<${TextField} key=${name} label=${secretLabels[name] ?? name} type="password" autocomplete="off" value=${values[name] ?? ''} onInput=${(value: string) => setValues({...values, [name]: value})} />`)}
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Look again" disabled=${isEmpty} /></footer><//><//>`;
}
