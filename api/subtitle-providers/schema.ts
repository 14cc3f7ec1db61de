import {isAbsolute} from 'node:path';
import Joi from 'joi';
import {forKinds, nameField, readOnlyFields, secretText} from '#api/http/fields.ts';
import {providerFieldKinds, type SubtitleProviderSettings, subtitleProviderKinds} from '#shared/domain/subtitles/provider-record.ts';
import {mostTaken} from '#shared/store/subtitles/download-quotas.ts';
import type {NewSubtitleProvider} from '#shared/store/subtitles/subtitle-providers.ts';

const text = (longest: number) => Joi.string().allow(null, '').max(longest);

const fields = forKinds(providerFieldKinds, {
	name: nameField(100),
	kind: Joi.string().valid(...subtitleProviderKinds),
	url: text(2000),
	apiKey: secretText(500),
	username: text(200),
	password: secretText(500),
	enabled: Joi.boolean(),
	priority: Joi.number().integer().min(1).max(50),
	dailyLimit: Joi.number().integer().min(1).max(mostTaken).allow(null),
	timeoutSeconds: Joi.number().integer().min(1).max(60),
});

const defaults: Omit<NewSubtitleProvider, 'name' | 'kind'> = {
	url: '',
	apiKey: '',
	username: '',
	password: '',
	enabled: true,
	priority: 25,
	dailyLimit: null,
	timeoutSeconds: 20,
};

const newFields = {
	...fields,
	...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, fields[name as keyof typeof defaults].default(value)])),
	name: fields.name.required(),
	kind: fields.kind.required(),
};

/** Each kind needs something else. */
const example = {name: 'SubDL', kind: 'subdl', apiKey: '0123456789abcdef0123456789abcdef'};
const readOnly = readOnlyFields('status', 'lastError', 'disabledUntil', 'remaining', 'resetAt');

export const addSubtitleProviderBody = Joi.object<NewSubtitleProvider>(newFields).example(example);
export const editSubtitleProviderBody = Joi.object<Partial<NewSubtitleProvider>>({...fields, ...readOnly}).example({priority: 10});
/** With the id of a stored provider, stars mean its stored secrets. */
export const testSubtitleProviderBody = Joi.object<NewSubtitleProvider & {id?: string}>({
	...newFields,
	...readOnly,
	id: Joi.string().max(100),
}).example(example);

/** What a whole record must fulfil beyond its single fields: an address, a path, or a key that its kind needs. */
export function faultsOf({kind, url, apiKey}: Pick<SubtitleProviderSettings, 'kind' | 'url' | 'apiKey'>) {
	const isWeb = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
	if (kind === 'folder') {
		return isAbsolute(url) ? [] : [{path: 'url', message: 'url must be the absolute path of a folder, such as /media/subtitles'}];
	}
	return [
		...(isWeb ? [] : [{path: 'url', message: 'url must be an http or https address; leave it out for the usual one'}]),
		...(apiKey ? [] : [{path: 'apiKey', message: `apiKey must be given: ${kind} answers nobody without one`}]),
	];
}
