import Joi from 'joi';
import {forKinds, nameField, readOnlyFields, secretText} from '#api/http/fields.ts';
import {type IndexerKind, indexerFieldKinds, indexerKinds} from '#shared/domain/indexers/indexer-record.ts';
import type {NewIndexer} from '#shared/store/downloads/indexers.ts';

const address = Joi.string()
	.uri({scheme: ['http', 'https']})
	.max(2000);
const countOrNull = Joi.number().integer().min(0).max(1_000_000).allow(null);

const fields = forKinds(indexerFieldKinds, {
	name: nameField(100),
	kind: Joi.string().valid(...indexerKinds),
	url: address,
	apiPath: Joi.string()
		.allow('')
		.max(500)
		.pattern(/^(?:\/\S*)?$/, 'empty or a path that begins with /'),
	apiKey: secretText(500),
	categories: Joi.array().items(Joi.number().integer().min(0).max(1_000_000)).max(200),
	enabled: Joi.boolean(),
	priority: Joi.number().integer().min(1).max(50),
	minimumSeeders: countOrNull,
	seedRatio: Joi.number().min(0).max(10_000).allow(null),
	seedTimeMinutes: countOrNull,
	queryLimit: countOrNull,
	grabLimit: countOrNull,
	limitUnit: Joi.string().valid('hour', 'day'),
	timeoutSeconds: Joi.number().integer().min(1).max(60),
	minimumIntervalSeconds: Joi.number().min(0).max(3600),
	downloadClientId: Joi.string().max(100).allow(null),
	captcha: Joi.boolean(),
	tags: Joi.array().items(Joi.string().max(100)).max(100),
});

const defaults: Omit<NewIndexer, 'name' | 'kind' | 'url'> = {
	apiPath: '/api',
	apiKey: null,
	categories: [2000, 5000],
	enabled: true,
	priority: 25,
	minimumSeeders: null,
	seedRatio: null,
	seedTimeMinutes: null,
	queryLimit: null,
	grabLimit: null,
	limitUnit: 'day',
	timeoutSeconds: 20,
	minimumIntervalSeconds: 0,
	downloadClientId: null,
	captcha: false,
	tags: [],
};

const readOnly = readOnlyFields('status', 'lastError', 'disabledUntil', 'capabilities');

const newFields = {
	...fields,
	...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, fields[name as keyof typeof defaults].default(value)])),
	name: fields.name.required(),
	kind: fields.kind.required(),
	url: fields.url.required(),
};

const example = {
	name: 'Prowlarr',
	kind: 'torznab',
	url: 'http://prowlarr.example:9696',
	apiPath: '/1/api',
	apiKey: '0123456789abcdef0123456789abcdef',
};

export const addIndexerBody = Joi.object<NewIndexer>(newFields).example(example);
export const editIndexerBody = Joi.object<Partial<NewIndexer> & {kind?: IndexerKind}>({...fields, ...readOnly}).example({priority: 10});
/** With the id of a stored indexer, stars in `apiKey` mean its stored key. */
export const testIndexerBody = Joi.object<NewIndexer & {id?: string}>({...newFields, ...readOnly, id: Joi.string().max(100)}).example(
	example,
);
