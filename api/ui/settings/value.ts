import type {Problem} from '../client/problem.ts';
import {FormField} from '../forms/form-field.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import type {Schema} from '../schema/document.ts';
import {fieldLabel} from '../schema/names.ts';
import {inWords} from '../schema/setting-words.ts';
import {NameField} from './name-field.ts';

export interface Setting {
	key: string;
	value: unknown;
	type: string;
	description: string;
	schema: Schema;
}

/** Other lists are not referred to by settings. */
const noDocument = {paths: {}};

/** The last part of a key. */
const lastOf = (key: string) => key.split('.').pop() ?? key;

/** What people call a setting. */
export const labelOfSetting = ({key, schema}: Setting) => fieldLabel(lastOf(key), inWords(key, schema).title);

/** Whether it needs the whole width. */
const isWide = ({type, schema}: Setting) => Boolean(schema['x-name-format'] || schema['x-folder']) || type === 'list';

/** A setting in the form of its page. `shown` is what was entered, or the stored value. */
export function Value({
	setting,
	shown,
	problem,
	onChange,
}: {
	setting: Setting;
	shown: unknown;
	problem: Problem | null;
	onChange: (value: unknown) => void;
}) {
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
