import {useState} from 'preact/hooks';
import {patiently} from '../client/patiently.ts';
import {toProblem} from '../client/problem.ts';
import type {QualityDefinition} from '../client/schemas.ts';
import {Loaded} from '../parts/blocks.ts';
import {Form} from '../parts/form.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {SaveBar} from '../parts/save-bar.ts';
import {capital, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {store, stored} from '../state/stored.ts';
import {type Data, useData} from '../state/use-data.ts';

const bytesPerMb = 1024 ** 2;
const lengths = ['25', '45', '60', '90', '120', '150'];
const fields = ['minMbPerMinute', 'preferredMbPerMinute', 'maxMbPerMinute'] as const;
type Field = (typeof fields)[number];
const labels: Readonly<Record<Field, string>> = {minMbPerMinute: 'Least', preferredMbPerMinute: 'Best', maxMbPerMinute: 'Most'};

/** What was typed and is not saved yet, by the id of the quality. */
type Drafts = Readonly<Record<string, Partial<Record<Field, string>>>>;

/** How large files of each quality may be: all in one table, with what the figures mean for a film of some length. */
export function QualitySizes() {
	const list: Data<{qualityDefinitions: QualityDefinition[]}> = useData('api/quality-definitions', {isKept: true});
	return html`<${Loaded} from=${list}>${({qualityDefinitions}: {qualityDefinitions: QualityDefinition[]}) =>
		html`<${Table} rows=${qualityDefinitions} reload=${list.reload} />`}<//>`;
}

function Table({rows, reload}: {rows: readonly QualityDefinition[]; reload: () => void}) {
	const {drafts, faults, type, save, discard} = useDrafts(rows, reload);
	const [minutes, setMinutes] = useState(stored('sizes-minutes') ?? '90');
	const choose = ({currentTarget}: FieldEvent) => {
		store('sizes-minutes', currentTarget.value);
		setMinutes(currentTarget.value);
	};
	return html`<${Form} class="quality-sizes" novalidate onSubmit=${save}>
		<p>In megabytes per minute. What is smaller than the least or larger than the most is not grabbed; of several, the one nearest to the best is. Empty means no limit.</p>
		<label class="sizes-for">What that means for <select value=${minutes} onChange=${choose}>${lengths.map(
			each => html`<option key=${each} value=${each} selected=${each === minutes}>${each} minutes</option>`,
		)}</select></label>
		<table class="numbers sizes"><caption class="hidden">Sizes of qualities</caption>
			<thead><tr><th scope="col">Quality</th>${fields.map(each => html`<th key=${each} scope="col">${labels[each]}</th>`)}
				<th scope="col">${`In ${minutes} minutes`}</th></tr></thead>
			<tbody>${rows.map(
				each =>
					html`<${Row} key=${each.id} row=${each} draft=${drafts[each.id] ?? {}} fault=${faults[each.id]} minutes=${Number(minutes)} onType=${type(each)} />`,
			)}</tbody>
		</table>
		<${SaveBar} count=${Object.keys(drafts).length} onDiscard=${discard} />
	<//>`;
}

interface RowProps {
	row: QualityDefinition;
	draft: Partial<Record<Field, string>>;
	fault: string | undefined;
	minutes: number;
	onType: (field: Field, text: string) => void;
}

function Row({row, draft, fault, minutes, onType}: RowProps) {
	const [least, best, most] = fields.map(field => toFigure(draft[field] ?? textOf(row[field])));
	const others = [row.movies && 'movies', row.tv && 'series'].filter(Boolean);
	return html`<tr data-fault=${fault ? '' : undefined}>
		<th scope="row">${row.quality}${others.length > 0 && html`<span class="hint">Other sizes for ${others.join(' and ')}, set by another program</span>`}
			${fault && html`<span class="fault" role="alert">${fault}</span>`}</th>
		${fields.map(
			field => html`<td key=${field} data-label=${labels[field]}><input type="number" inputmode="decimal" min="0" step="any" aria-label=${`${labels[field]} of ${row.quality}, in MB a minute`}
				aria-invalid=${Boolean(fault)} placeholder=${field === 'minMbPerMinute' ? '0' : 'any'} value=${draft[field] ?? textOf(row[field])}
				onInput=${({currentTarget}: FieldEvent) => onType(field, currentTarget.value)} /></td>`,
		)}
		<td class="sizes-of" data-label=${`In ${minutes} minutes`}>${saidOf(least ?? 0, most ?? null, minutes)}${best !== null && best !== undefined && html`<span class="hint">best ${sizeOf(best, minutes)}</span>`}</td>
	</tr>`;
}

const textOf = (value: number | null) => (value === null ? '' : String(value));
const toFigure = (text: string) => (text === '' ? null : Number(text));
const sizeOf = (mbPerMinute: number, minutes: number) => size(mbPerMinute * bytesPerMb * minutes);

function saidOf(least: number, most: number | null, minutes: number) {
	if (most === null) {
		return least === 0 ? 'any size' : `${sizeOf(least, minutes)} or more`;
	}
	return `${sizeOf(least, minutes)} – ${sizeOf(most, minutes)}`;
}

/** Each quality is saved by itself, so one that is refused keeps none of the others from being saved. */
function useDrafts(rows: readonly QualityDefinition[], reload: () => void) {
	const {client, notify} = useApp();
	const [drafts, setDrafts] = useState<Drafts>({});
	const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
	const type = (row: QualityDefinition) => (field: Field, text: string) =>
		setDrafts(({[row.id]: last, ...rest}) => {
			const typed = Object.entries({...last, [field]: text}).filter(([name, each]) => each !== textOf(row[name as Field]));
			return typed.length > 0 ? {...rest, [row.id]: Object.fromEntries(typed)} : rest;
		});
	async function save() {
		let saved = 0;
		for (const {id} of rows.filter(row => row.id in drafts)) {
			const typed = Object.entries(drafts[id] ?? {}).map(([name, text]) => [
				name,
				name === 'minMbPerMinute' ? Number(text) : toFigure(text),
			]);
			try {
				await patiently(() => client.put(`api/quality-definitions/${id}`, Object.fromEntries(typed)));
				saved += 1;
				setDrafts(({[id]: _saved, ...rest}) => rest);
				setFaults(({[id]: _gone, ...rest}) => rest);
			} catch (error) {
				const problem = toProblem(error);
				setFaults(last => ({...last, [id]: inWords(problem.errors[0]?.message ?? problem.message)}));
			}
		}
		if (saved > 0) {
			notify(`The sizes of ${saved === 1 ? 'one quality' : `${saved} qualities`} are saved.`);
		}
		reload();
	}
	const discard = () => {
		setDrafts({});
		setFaults({});
	};
	return {drafts, faults, type, save, discard};
}

/** The fields of the service, as the table calls them. */
const inWords = (message: string) => capital(fields.reduce((text, field) => text.replaceAll(field, labels[field].toLowerCase()), message));
