import {useEffect} from 'preact/hooks';
import type {FormFieldProps} from '../forms/props.ts';
import {Button} from '../parts/button.ts';
import {SelectField} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {languageChoices, languageName} from '../parts/text.ts';
import {useDragged} from '../parts/use-dragged.ts';
import type {Schema} from '../schema/document.ts';
import type {CutoffProps} from './cutoff-field.ts';
import {moved} from './ranks.ts';

interface Audio {
	code: string;
	allowed: boolean;
}

interface Subtitle {
	code: string;
	forced: boolean;
	hearingImpaired: boolean;
}

const nameOf = (code: string) => (code === 'original' ? 'Original language' : languageName(code));

const codesOf = (schema: Schema) => schema.items?.properties?.['code']?.enum ?? [];

/** Rows of languages in their order, and a list from which one is added. */
function LanguageRows<Row extends {code: string}>({
	label,
	hint,
	fault,
	rows,
	codes,
	isRepeated = false,
	toRow,
	onChange,
	children,
}: {
	label: string;
	hint: string;
	fault: string | undefined;
	rows: readonly Row[];
	codes: readonly unknown[];
	isRepeated?: boolean;
	toRow: (code: string) => Row;
	onChange: (rows: Row[]) => void;
	children?: (row: Row, set: (row: Row) => void) => any;
}) {
	const add = ({currentTarget}: FieldEvent) => {
		const code = currentTarget.value;
		currentTarget.value = '';
		return code && onChange([...rows, toRow(code)]);
	};
	const set = (index: number) => (next: Row) => onChange(rows.map((each, at) => (at === index ? next : each)));
	const move = (from: number, to: number) => onChange(moved(rows, from, to));
	const grip = useDragged(move);
	const offered = languageChoices(codes).filter(({value}) => isRepeated || !rows.some(({code}) => code === value));
	const one = label === 'Audio' ? 'an audio language' : 'a subtitle language';
	return html`<fieldset class="group" data-fault=${fault ? '' : undefined}><legend>${label}</legend>
		<p class="hint">${hint}</p>
		<p class="fault" role="alert">${fault}</p>
		${
			rows.length > 0 &&
			html`<ol class="ranks languages">${rows.map((row, index) => {
				const name = nameOf(row.code);
				return html`<li key=${`${row.code} ${index}`}>${rows.length > 1 && grip(index)}<span class="language">${name}</span>${children?.(row, set(index))}
					<div class="row-actions">
						${
							rows.length > 1 &&
							html`<${Button} bare icon="up" label=${`Move ${name} up`} disabled=${index === 0} onClick=${() => move(index, index - 1)} />
						<${Button} bare icon="down" label=${`Move ${name} down`} disabled=${index + 1 === rows.length} onClick=${() => move(index, index + 1)} />`
						}
						<${Button} bare icon="trash" label=${`Remove ${name} from ${label.toLowerCase()}`} onClick=${() => onChange(rows.filter((_each, at) => at !== index))} />
					</div></li>`;
			})}</ol>`
		}
		<select aria-label=${`Add ${one}`} value="" onChange=${add}><option value="">Add ${one} …</option>${offered.map(
			each => html`<option key=${each.value} value=${each.value}>${each.label}</option>`,
		)}</select>
	</fieldset>`;
}

/** Languages of the sound, the best first. */
export function AudioRows({value, schema, path, problem, onChange}: FormFieldProps) {
	const rows: Audio[] = value ?? [];
	return html`<${LanguageRows} label="Audio" hint="The best language is on top." rows=${rows} codes=${codesOf(schema)} onChange=${onChange}
		fault=${rows.length === 0 && problem?.of(path) ? 'Add at least one language.' : problem?.of(path)} toRow=${(code: string) => ({code, allowed: true})}>${(
			row: Audio,
			set: (row: Audio) => void,
		) =>
			!row.allowed &&
			html`<span class="hint">not wanted</span><${Button} label=${`Allow ${nameOf(row.code)}`} onClick=${() => set({...row, allowed: true})} />`}<//>`;
}

const usual = {forced: false, hearingImpaired: false};
/** Kinds of subtitles. */
const kinds: Readonly<Record<string, Omit<Subtitle, 'code'>>> = {
	usual,
	forced: {...usual, forced: true},
	deaf: {...usual, hearingImpaired: true},
	both: {forced: true, hearingImpaired: true},
};
const kindNames = {usual: 'All dialogue', forced: 'Foreign parts only (forced)', deaf: 'For the deaf', both: 'Forced, for the deaf'};

const kindOf = ({forced, hearingImpaired}: Subtitle) =>
	forced ? (hearingImpaired ? 'both' : 'forced') : hearingImpaired ? 'deaf' : 'usual';

/** Subtitles that are wanted. */
export function SubtitleRows({value, schema, path, problem, onChange}: FormFieldProps) {
	const rows: Subtitle[] = value ?? [];
	return html`<${LanguageRows} label="Subtitles" hint="All of these are searched for. Without any, no subtitles are." fault=${problem?.of(path)} rows=${rows} codes=${codesOf(schema)} isRepeated
		onChange=${onChange} toRow=${(code: string) => ({code, ...usual})}>${(row: Subtitle, set: (row: Subtitle) => void) => {
			const kind = kindOf(row);
			const choices = Object.entries(kindNames).filter(([each]) => each !== 'both' || kind === 'both');
			return html`<select aria-label=${`Kind of the ${nameOf(row.code)} subtitle`} value=${kind}
			onChange=${({currentTarget}: FieldEvent) => set({...row, ...kinds[currentTarget.value]})}>${choices.map(
				([each, label]) => html`<option key=${each} value=${each} selected=${each === kind}>${label}</option>`,
			)}</select>`;
		}}<//>`;
}

/** The language at which upgrades stop, where there are several. */
export function AudioCutoff({value, values, onChange, path, problem}: CutoffProps) {
	const allowed = ((values['languages'] ?? []) as Audio[]).filter(each => each.allowed).map(({code}) => code);
	useEffect(() => {
		if (!(value && allowed.includes(value))) {
			onChange(allowed[0]);
		}
	}, [allowed.join()]);
	if (allowed.length < 2 && !(allowed.length > 0 && problem?.of(path))) {
		return null;
	}
	return html`<${SelectField} label="Stop upgrading at" hint="Once a file has this language, no better one is searched for." value=${value ?? ''} fault=${problem?.of(path)}
		choices=${allowed.map(code => ({value: code, label: nameOf(code)}))} onChange=${onChange} />`;
}

/** The subtitle after which no other is searched for. */
export function SubtitleCutoff({value, values, onChange, path, problem}: CutoffProps) {
	const codes = [...new Set(((values['subtitles'] ?? []) as Subtitle[]).map(({code}) => code))];
	useEffect(() => {
		if (value && !codes.includes(value)) {
			onChange(null as any);
		}
	}, [codes.join()]);
	return (
		codes.length > 1 &&
		html`<${SelectField} label="One subtitle is enough" hint="Once there is this one, none further down is searched for." value=${value ?? ''} fault=${problem?.of(path)}
			choices=${[{value: '', label: 'No, all are wanted'}, ...codes.map(code => ({value: code, label: nameOf(code)}))]}
			onChange=${(code: string) => onChange((code || null) as any)} />`
	);
}
