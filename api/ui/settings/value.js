import {useState} from 'preact/hooks';
import {Problem, toProblem} from '../client/problem.js';
import {FormField} from '../forms/form-field.js';
import {Button} from '../parts/button.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {fieldLabel} from '../schema/names.js';
import {inWords} from '../schema/setting-words.js';
import {useApp} from '../state/app-state.js';
import {NameField} from './name-field.js';

/**
 * @typedef {object} Setting
 * @property {string} key
 * @property {unknown} value
 * @property {string} type
 * @property {string} description
 * @property {import('../schema/document.js').Schema} schema
 */

/** Other lists are not referred to by settings. */
const noDocument = {paths: {}};

/**
 * `onDraft` is told what is in the field and is not saved yet, and null when nothing does.
 * @param {{setting: Setting, onSaved: (value: unknown) => void, onDraft: (draft: {value: unknown} | null) => void}} props
 */
export function Value({setting, onSaved, onDraft}) {
	const {client, notify} = useApp();
	const [changed, setChanged] = useState(/** @type {{value: unknown} | null} */ (null));
	const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
	const {key} = setting;
	const schema = inWords(key, setting.schema);
	const last = key.split('.').pop() ?? key;
	const name = fieldLabel(last, schema.title);
	const notifySaved = async (/** @type {unknown} */ changedTo) => {
		// Saved this way, the service asks the provider whether it accepts the key.
		const isProviderKey = key === 'meta.apiKey';
		const saved = await (isProviderKey
			? client.put('api/settings/meta', {apiKey: changedTo})
			: client.put(`api/settings/${key}`, {value: changedTo}));
		const {success = true, message = ''} = saved.check ?? {};
		notify(`${name} is saved. ${message}`, {isError: !success, about: key});
	};
	const save = async (/** @type {unknown} */ value) => {
		try {
			await notifySaved(value);
			setChanged(null);
			onDraft(null);
			setProblem(null);
			onSaved(value);
		} catch (error) {
			setProblem(toProblem(error));
		}
	};
	const isChanged = changed !== null && JSON.stringify(changed.value) !== JSON.stringify(setting.value);
	const isFlag = setting.type === 'boolean';
	const draft = (/** @type {unknown} */ value) => {
		setChanged({value});
		onDraft({value});
	};
	const change = (/** @type {unknown} */ value) => (isFlag ? save(value) : draft(value));
	const isOwn = schema.default !== undefined && JSON.stringify(schema.default) !== JSON.stringify(setting.value);
	const Input = schema['x-name-format'] ? NameField : FormField;
	const shownProblem =
		problem &&
		new Problem({...problem, detail: problem.message, errors: [{path: 'value', message: problem.errors[0]?.message ?? problem.message}]});
	return html`<li class="row"><${Form} class="value" novalidate onSubmit=${async () => changed && save(changed.value)}>
		<${Input} name=${last} path="value" schema=${schema} document=${noDocument} problem=${shownProblem}
			value=${changed ? changed.value : setting.value} onChange=${change} />
		<div class="row-actions">
			${isChanged ? html`<${Button} type="submit" kind="primary" label="Save" />` : isOwn && html`<${Button} label="Reset" onClick=${() => save(schema.default)} />`}
		</div>
	<//></li>`;
}
