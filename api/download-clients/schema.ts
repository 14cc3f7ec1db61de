import Joi from 'joi';
import {forKinds, nameField, readOnlyFields, secretText} from '#api/http/fields.ts';
import {clientFieldKinds, defaultClientSettings, downloadClientKinds} from '#shared/domain/downloads/download-client-record.ts';
import type {NewDownloadClient} from '#shared/store/downloads/download-clients.ts';

const text = (longest: number) => Joi.string().allow(null, '').max(longest);

const fields = forKinds(clientFieldKinds, {
	name: nameField(100),
	kind: Joi.string().valid(...downloadClientKinds),
	url: Joi.string()
		.uri({scheme: ['http', 'https']})
		.max(2000)
		.allow(null),
	username: text(200),
	password: secretText(500),
	apiKey: secretText(500),
	category: Joi.string()
		.max(100)
		.pattern(/^[^\\/\0]+$/, 'a name without slashes'),
	directory: text(4096),
	enabled: Joi.boolean(),
	priority: Joi.number().integer().min(1).max(50),
	addPaused: Joi.boolean(),
	removeCompleted: Joi.boolean(),
	removeFailed: Joi.boolean(),
	settings: Joi.object()
		.pattern(Joi.string().max(100), Joi.alternatives(Joi.string().allow('').max(2000), Joi.number(), Joi.boolean()).allow(null))
		.max(50),
});

const newFields = {
	...fields,
	...Object.fromEntries(
		Object.entries(defaultClientSettings).map(([name, value]) => [name, fields[name as keyof typeof defaultClientSettings].default(value)]),
	),
	name: fields.name.required(),
	kind: fields.kind.required(),
};

const readOnly = readOnlyFields('status', 'lastError', 'version');

const example = {
	name: 'qBittorrent',
	kind: 'qbittorrent',
	url: 'http://qbittorrent.example:8080',
	username: 'admin',
	password: 'correct horse battery',
};

export const addDownloadClientBody = Joi.object<NewDownloadClient>(newFields).example(example);
export const editDownloadClientBody = Joi.object<Partial<NewDownloadClient>>({...fields, ...readOnly}).example({priority: 10});
/** With the id of a stored client, stars mean its stored secrets. */
export const testDownloadClientBody = Joi.object<NewDownloadClient & {id?: string}>({
	...newFields,
	...readOnly,
	id: Joi.string().max(100),
}).example(example);
