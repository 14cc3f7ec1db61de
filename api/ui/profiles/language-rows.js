import {useEffect} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {languageName} from '../parts/text.js';
import {moved} from './ranks.js';

/**
 * @typedef {{code: string, allowed: boolean}} Audio
 * @typedef {{code: string, forced: boolean, hearingImpaired: boolean}} Subtitle
 * @typedef {import('../client/problem.js').Problem | null} FormProblem
 */

/** @param {string} code */
const nameOf = code => (code === 'original' ? 'Original language' : languageName(code));

/**
 * Languages that have a name, the original one first. Of two codes for one language the first is enough.
 * @param {readonly unknown[]} codes
 */
function named(codes) {
	const byName = new Map(codes.toReversed().map(code => [nameOf(String(code)), String(code)]));
	return [...byName]
		.map(([label, value]) => ({value, label}))
		.filter(({value, label}) => value !== label)
		.sort((a, b) => Number(b.value === 'original') - Number(a.value === 'original') || a.label.localeCompare(b.label, 'en'));
}

/** @param {import('../schema/document.js').Schema} schema */
const codesOf = schema => schema.items?.properties?.['code']?.enum ?? [];

/**
 * Rows of languages in their order, and a list from which one is added.
 * @template {{code: string}} Row
 * @param {{label: string, hint: string, fault: string | undefined, rows: readonly Row[], codes: readonly unknown[],
 *  isRepeated?: boolean, toRow: (code: string) => Row, onChange: (rows: Row[]) => void,
 *  children?: (row: Row, set: (row: Row) => void) => any}} props
 */
function LanguageRows({label, hint, fault, rows, codes, isRepeated = false, toRow, onChange, children}) {
	const add = (/** @type {any} */ {currentTarget}) => {
		const code = currentTarget.value;
		currentTarget.value = '';
		return code && onChange([...rows, toRow(code)]);
	};
	const set = (/** @type {number} */ index) => (/** @type {Row} */ next) => onChange(rows.map((each, at) => (at === index ? next : each)));
	const move = (/** @type {number} */ from, /** @type {number} */ to) => onChange(moved(rows, from, to));
	const offered = named(codes).filter(({value}) => isRepeated || !rows.some(({code}) => code === value));
	const one = label === 'Audio' ? 'an audio language' : 'a subtitle language';
	return html`<fieldset class="group" data-fault=${fault ? '' : undefined}><legend>${label}</legend>
		<p class="hint">${hint}</p>
		<p class="fault" role="alert">${fault}</p>
		${
			rows.length > 0 &&
			html`<ol class="ranks languages">${rows.map((row, index) => {
				const name = nameOf(row.code);
				return html`<li key=${`${row.code} ${index}`}><span class="language">${name}</span>${children?.(row, set(index))}
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

/** Languages of the sound, the best first. @param {import('../forms/props.js').FormFieldProps} props */
export function AudioRows({value, schema, path, problem, onChange}) {
	/** @type {Audio[]} */
	const rows = value ?? [];
	return html`<${LanguageRows} label="Audio" hint="The best language is on top." rows=${rows} codes=${codesOf(schema)} onChange=${onChange}
		fault=${rows.length === 0 && problem?.of(path) ? 'Add at least one language.' : problem?.of(path)} toRow=${(/** @type {string} */ code) => ({code, allowed: true})}>${(
			/** @type {Audio} */ row,
			/** @type {(row: Audio) => void} */ set,
		) =>
			!row.allowed &&
			html`<span class="hint">not wanted</span><${Button} label=${`Allow ${nameOf(row.code)}`} onClick=${() => set({...row, allowed: true})} />`}<//>`;
}

const usual = {forced: false, hearingImpaired: false};
/** Kinds of subtitles. @type {Readonly<Record<string, Omit<Subtitle, 'code'>>>} */
const kinds = {
	usual,
	forced: {...usual, forced: true},
	deaf: {...usual, hearingImpaired: true},
	both: {forced: true, hearingImpaired: true},
};
const kindNames = {usual: 'All dialogue', forced: 'Foreign parts only (forced)', deaf: 'For the deaf', both: 'Forced, for the deaf'};

/** @param {Subtitle} row */
const kindOf = ({forced, hearingImpaired}) => (forced ? (hearingImpaired ? 'both' : 'forced') : hearingImpaired ? 'deaf' : 'usual');

/** Subtitles that are wanted. @param {import('../forms/props.js').FormFieldProps} props */
export function SubtitleRows({value, schema, path, problem, onChange}) {
	/** @type {Subtitle[]} */
	const rows = value ?? [];
	return html`<${LanguageRows} label="Subtitles" hint="All of these are searched for. None is fine." fault=${problem?.of(path)} rows=${rows} codes=${codesOf(schema)} isRepeated
		onChange=${onChange} toRow=${(/** @type {string} */ code) => ({code, ...usual})}>${(
			/** @type {Subtitle} */ row,
			/** @type {(row: Subtitle) => void} */ set,
		) => {
			const kind = kindOf(row);
			const choices = Object.entries(kindNames).filter(([each]) => each !== 'both' || kind === 'both');
			return html`<select aria-label=${`Kind of the ${nameOf(row.code)} subtitle`} value=${kind}
			onChange=${(/** @type {any} */ {currentTarget}) => set({...row, ...kinds[currentTarget.value]})}>${choices.map(
				([each, label]) => html`<option key=${each} value=${each} selected=${each === kind}>${label}</option>`,
			)}</select>`;
		}}<//>`;
}

/** The language at which upgrades stop, where there are several. @param {import('./cutoff-field.js').CutoffProps} props */
export function AudioCutoff({value, values, onChange, path, problem}) {
	const allowed = /** @type {Audio[]} */ (values['languages'] ?? []).filter(each => each.allowed).map(({code}) => code);
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

/** The subtitle after which no other is searched for. @param {import('./cutoff-field.js').CutoffProps} props */
export function SubtitleCutoff({value, values, onChange, path, problem}) {
	const codes = [...new Set(/** @type {Subtitle[]} */ (values['subtitles'] ?? []).map(({code}) => code))];
	useEffect(() => {
		if (value && !codes.includes(value)) {
			onChange(/** @type {any} */ (null));
		}
	}, [codes.join()]);
	return (
		codes.length > 1 &&
		html`<${SelectField} label="One subtitle is enough" hint="Once there is this one, none further down is searched for." value=${value ?? ''} fault=${problem?.of(path)}
			choices=${[{value: '', label: 'No, all are wanted'}, ...codes.map(code => ({value: code, label: nameOf(code)}))]}
			onChange=${(/** @type {string} */ code) => onChange(/** @type {any} */ (code || null))} />`
	);
}
