import {SchemaForm} from '../forms/schema-form.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {CutoffField} from '../profiles/cutoff-field.js';
import {AudioCutoff, AudioRows, SubtitleCutoff, SubtitleRows} from '../profiles/language-rows.js';
import {QualityItems} from '../profiles/quality-items.js';
import {allQualities} from '../profiles/ranks.js';
import {SizeField} from '../profiles/size-field.js';
import {emptyValue, fieldsOf, isForKind} from '../schema/shape.js';
import {useApp} from '../state/app-state.js';
import {nameOf, secretIn} from './abilities.js';
import {AddressField} from './address-field.js';
import {RightsField} from './rights-field.js';

/** Fields that need more than a schema can say, by list. @type {Readonly<Record<string, Record<string, any>>>} */
const editors = {
	'/api/quality-profiles': {items: QualityItems, cutoff: CutoffField},
	'/api/language-profiles': {languages: AudioRows, cutoff: AudioCutoff, subtitles: SubtitleRows, subtitleCutoff: SubtitleCutoff},
	'/api/quality-definitions': {minMbPerMinute: SizeField, preferredMbPerMinute: SizeField, maxMbPerMinute: SizeField},
	'/api/indexers': {url: AddressField},
	'/api/download-clients': {url: AddressField},
	'/api/notifications': {url: AddressField},
	'/api/users': {rights: RightsField},
};

/**
 * @typedef {object} RecordDialogProps
 * @property {Record<string, any> | null} record Null for a new one.
 * @property {Record<string, any>} [changes] Shown in the form instead of what is stored.
 * @property {Record<string, any> | null} [copied] What a new one begins as.
 * @property {import('./resources.js').Resource} resource
 * @property {import('../schema/document.js').OpenApi} document
 * @property {import('./abilities.js').Abilities} abilities
 * @property {() => void} onClose
 * @property {() => void} onChanged
 * @property {(secret: string) => void} onSecret
 */

/** @param {RecordDialogProps} props */
export function RecordDialog({record, changes = {}, copied = null, resource, document, abilities, onClose, onChanged, onSecret}) {
	const {client, notify} = useApp();
	const schema = (record ? abilities.editBody : abilities.addBody) ?? {};
	const names = fieldsOf(schema).map(([name]) => name);
	const before = record ?? {...startOf(schema, resource.path), ...resource.start, ...(copied && copyOf(copied, names))};
	const path = resource.path.slice(1);
	const save = async (/** @type {Record<string, any>} */ entered) => {
		const values = fitting(schema, entered, before);
		const reply = await (record
			? client.put(`${path}/${record['id']}`, changed(values, record, names))
			: client.post(path, filled(values, names)));
		const secret = secretIn(reply);
		if (secret) {
			onSecret(secret);
		} else {
			notify(reply?.message ?? 'Saved.');
		}
		onClose();
		onChanged();
	};
	const test = (/** @type {Record<string, any>} */ values) =>
		client.post(`${path}/test`, {...(record && {id: record['id']}), ...filled(fitting(schema, values, before), names)});
	const preview = async (/** @type {Record<string, any>} */ values) => ({
		message: previewText(await client.post(`${path}/preview`, filled(fitting(schema, values, before), names))),
	});
	return html`<${Dialog} title=${record ? `Edit ${nameOf(record)}` : `Add ${resource.one}`} wide=${resource.isWide ?? false} onClose=${onClose}>
		<${SchemaForm} schema=${schema} document=${document} values=${{...before, ...changes}} action=${record ? 'Save' : 'Add'} first=${resource.first}
			leaveOut=${resource.leaveOut} editors=${editors[resource.path]} onSubmit=${save} onClose=${onClose} onTest=${abilities.canTry ? test : abilities.canPreview ? preview : undefined}
			testLabel=${abilities.canPreview ? 'Preview' : 'Test'} />
	<//>`;
}

/** @param {{movies: number, series: number, examples: readonly {title: string, year: number | null}[]}} found */
function previewText({movies, series, examples}) {
	const names = examples.map(({title, year}) => (year === null ? title : `${title} (${year})`)).join(', ');
	return `${movies} ${movies === 1 ? 'movie' : 'movies'} and ${series} series${names === '' ? '.' : `, such as ${names}.`}`;
}

/**
 * What the form of a new record shows first.
 * @param {import('../schema/document.js').Schema} schema
 * @param {string} path
 */
function startOf(schema, path) {
	const values = Object.fromEntries(fieldsOf(schema).map(([name, part]) => [name, startValue(part, schema.required?.includes(name))]));
	return path === '/api/quality-profiles' ? {...values, items: allQualities(schema)} : values;
}

/**
 * A list that may be left out is not sent empty: no events would mean none, but left out they are all.
 * @param {import('../schema/document.js').Schema} part
 * @param {boolean | undefined} isRequired
 */
function startValue(part, isRequired) {
	const value = emptyValue(part);
	return Array.isArray(value) && !isRequired && part.default === undefined ? undefined : value;
}

/**
 * What was entered for another kind before this one was chosen does not count.
 * @param {import('../schema/document.js').Schema} schema @param {Record<string, any>} values @param {Record<string, any>} before
 */
function fitting(schema, values, before) {
	const isSame = values['kind'] === before['kind'];
	const unused = fieldsOf(schema).filter(([, part]) => !isForKind(part, values));
	return {...values, ...Object.fromEntries(unused.map(([name, part]) => [name, isSame ? before[name] : emptyValue(part)]))};
}

/** @param {Record<string, any>} record @param {readonly string[]} names */
function copyOf(record, names) {
	const values = Object.fromEntries(names.filter(name => record[name] !== undefined).map(name => [name, record[name]]));
	return {...values, name: `Copy of ${nameOf(record)}`};
}

/** Without what was left empty. @param {Record<string, any>} values @param {readonly string[]} names */
function filled(values, names) {
	return Object.fromEntries(names.filter(name => values[name] !== undefined && values[name] !== '').map(name => [name, values[name]]));
}

/** @param {Record<string, any>} values @param {Record<string, any>} before @param {readonly string[]} names */
function changed(values, before, names) {
	const others = names.filter(name => JSON.stringify(values[name]) !== JSON.stringify(before[name]));
	return Object.fromEntries(others.map(name => [name, values[name]]));
}
