import {SchemaForm} from '../forms/schema-form.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {CutoffField} from '../profiles/cutoff-field.ts';
import {AudioCutoff, AudioRows, SubtitleCutoff, SubtitleRows} from '../profiles/language-rows.ts';
import {QualityItems} from '../profiles/quality-items.ts';
import {allQualities} from '../profiles/ranks.ts';
import type {OpenApi, Schema} from '../schema/document.ts';
import {emptyValue, fieldsOf, isForKind} from '../schema/shape.ts';
import {useApp} from '../state/app-state.ts';
import {type Abilities, nameOf, secretIn} from './abilities.ts';
import {AddressField} from './address-field.ts';
import type {Resource} from './resources.ts';
import {RightsField} from './rights-field.ts';

/** Fields that need more than a schema can say, by list. */
const editors: Readonly<Record<string, Record<string, any>>> = {
	'/api/quality-profiles': {items: QualityItems, cutoff: CutoffField},
	'/api/language-profiles': {languages: AudioRows, cutoff: AudioCutoff, subtitles: SubtitleRows, subtitleCutoff: SubtitleCutoff},
	'/api/indexers': {url: AddressField},
	'/api/download-clients': {url: AddressField},
	'/api/notifications': {url: AddressField},
	'/api/users': {rights: RightsField},
};

interface RecordDialogProps {
	/** Null for a new one. */
	record: Record<string, any> | null;
	/** Shown in the form instead of what is stored. */
	changes?: Record<string, any>;
	/** What a new one begins as. */
	copied?: Record<string, any> | null;
	resource: Resource;
	document: OpenApi;
	abilities: Abilities;
	onClose: () => void;
	onChanged: () => void;
	onSecret: (secret: string) => void;
}

export function RecordDialog({
	record,
	changes = {},
	copied = null,
	resource,
	document,
	abilities,
	onClose,
	onChanged,
	onSecret,
}: RecordDialogProps) {
	const {client, notify} = useApp();
	const schema = (record ? abilities.editBody : abilities.addBody) ?? {};
	const names = fieldsOf(schema).map(([name]) => name);
	const before = record ?? {...startOf(schema, resource.path), ...resource.start, ...(copied && copyOf(copied, names))};
	const path = resource.path.slice(1);
	const save = async (entered: Record<string, any>) => {
		const values = fitting(schema, entered, before);
		const sent = record ? changed(values, record, names) : filled(values, names);
		const reply = await (record ? client.put(`${path}/${record['id']}`, sent) : client.post(path, sent));
		const secret = secretIn(reply);
		if (secret) {
			onSecret(secret);
		} else {
			notify(
				reply?.message ??
					(Object.keys(sent).some(name => resource.searched?.includes(name))
						? 'Saved. Subtitles that this makes missing are searched soon.'
						: 'Saved.'),
			);
		}
		onClose();
		onChanged();
	};
	const test = (values: Record<string, any>) =>
		client.post(`${path}/test`, {...(record && {id: record['id']}), ...filled(fitting(schema, values, before), names)});
	const preview = async (values: Record<string, any>) => ({
		message: previewText(await client.post(`${path}/preview`, filled(fitting(schema, values, before), names))),
	});
	return html`<${Dialog} title=${record ? `Edit ${nameOf(record)}` : `Add ${resource.one}`} wide=${resource.isWide ?? false} onClose=${onClose}>
		<${SchemaForm} schema=${schema} document=${document} values=${{...before, ...changes}} action=${record ? 'Save' : 'Add'} first=${resource.first}
			editors=${editors[resource.path]} onSubmit=${save} onClose=${onClose} onTest=${abilities.canTry ? test : abilities.canPreview ? preview : undefined}
			testLabel=${abilities.canPreview ? 'Preview' : 'Test'} />
	<//>`;
}

function previewText({
	movies,
	series,
	examples,
}: {
	movies: number;
	series: number;
	examples: readonly {title: string; year: number | null}[];
}) {
	const names = examples.map(({title, year}) => (year === null ? title : `${title} (${year})`)).join(', ');
	return `${movies} ${movies === 1 ? 'movie' : 'movies'} and ${series} series${names === '' ? '.' : `, such as ${names}.`}`;
}

/** What the form of a new record shows first. */
function startOf(schema: Schema, path: string) {
	const values = Object.fromEntries(fieldsOf(schema).map(([name, part]) => [name, startValue(part, schema.required?.includes(name))]));
	return path === '/api/quality-profiles' ? {...values, items: allQualities(schema)} : values;
}

/** A list that may be left out is not sent empty: no events would mean none, but left out they are all. */
function startValue(part: Schema, isRequired: boolean | undefined) {
	const value = emptyValue(part);
	return Array.isArray(value) && !isRequired && part.default === undefined ? undefined : value;
}

/** What was entered for another kind before this one was chosen does not count. */
function fitting(schema: Schema, values: Record<string, any>, before: Record<string, any>) {
	const isSame = values['kind'] === before['kind'];
	const unused = fieldsOf(schema).filter(([, part]) => !isForKind(part, values));
	return {...values, ...Object.fromEntries(unused.map(([name, part]) => [name, isSame ? before[name] : emptyValue(part)]))};
}

function copyOf(record: Record<string, any>, names: readonly string[]) {
	const values = Object.fromEntries(names.filter(name => record[name] !== undefined).map(name => [name, record[name]]));
	return {...values, name: `Copy of ${nameOf(record)}`};
}

/** Without what was left empty. */
function filled(values: Record<string, any>, names: readonly string[]) {
	return Object.fromEntries(names.filter(name => values[name] !== undefined && values[name] !== '').map(name => [name, values[name]]));
}

function changed(values: Record<string, any>, before: Record<string, any>, names: readonly string[]) {
	const others = names.filter(name => JSON.stringify(values[name]) !== JSON.stringify(before[name]));
	return Object.fromEntries(others.map(name => [name, values[name]]));
}
