import {FormField} from '../forms/form-field.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {fieldLabel} from '../schema/names.js';
import {inWords} from '../schema/setting-words.js';
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

/** The last part of a key. @param {string} key */
const lastOf = key => key.split('.').pop() ?? key;

/** What people call a setting. @param {Setting} setting */
export const labelOfSetting = ({key, schema}) => fieldLabel(lastOf(key), inWords(key, schema).title);

/** Whether it needs the whole width. @param {Setting} setting */
const isWide = ({type, schema}) => Boolean(schema['x-name-format'] || schema['x-folder']) || type === 'list';

/**
 * A setting in the form of its page. `shown` is what was entered, or the stored value.
 * @typedef {import('../client/problem.js').Problem} Problem
 * @param {{setting: Setting, shown: unknown, problem: Problem | null, onChange: (value: unknown) => void}} props
 */
export function Value({setting, shown, problem, onChange}) {
	const {key} = setting;
	const schema = inWords(key, setting.schema);
	const isOwn = schema.default !== undefined && JSON.stringify(schema.default) !== JSON.stringify(shown);
	const Input = schema['x-name-format'] ? NameField : FormField;
	return html`<div class=${`value ${isWide(setting) ? 'whole' : ''}`}>
		<${Input} name=${lastOf(key)} path="value" schema=${schema} document=${noDocument} problem=${problem} value=${shown} onChange=${onChange} />
		${
			isOwn &&
			!schema.writeOnly &&
			html`<${Button} bare icon="history" label=${`Reset “${labelOfSetting(setting)}” to its default`} onClick=${() => onChange(schema.default)} />`
		}
	</div>`;
}
