import Joi from 'joi';
import {standardCategories} from '../domain/definitions/standard-categories.ts';
import {type IndexerHealth, type IndexerSettings, indexerKinds} from '../domain/indexers/indexer-record.ts';
import {indexerFlags} from '../domain/release/release.ts';
import {field, type ProviderFamily} from './provider-family.ts';
import {proxyTagsField} from './proxies.ts';

/** Queries of a limit below which none is spent on a check. */
const fewQueries = 20;
/** Seconds between two requests above which the next search would wait for the check. */
const slowSeconds = 2;

/** Also a file name, so it has no way out of its folder. */
const definitionKey = /^(?:[\w-][\w.-]*)?$/;
/** Settings that definitions conventionally give these names, and that never hold a secret. All others may. */
const openSetting = /^(?:user(?:name|agent)?|apiurl|sort|type|order|category|lang(?:uage)?)$/i;

const countOrNull = Joi.number().integer().min(0).max(1_000_000).allow(null);

export const indexerFamily: ProviderFamily<IndexerSettings, IndexerHealth> = {
	name: 'indexer',
	collection: 'indexers',
	kinds: indexerKinds,
	fields: {
		name: field.name,
		kind: field.kindOf(indexerKinds),
		url: field.webAddress,
		apiPath: Joi.string()
			.allow('')
			.max(500)
			.pattern(/^(?:\/\S*)?$/, 'empty or a path that begins with /'),
		apiKey: field.text(500),
		categories: Joi.array().items(Joi.number().integer().min(0).max(1_000_000)).max(200).meta({choices: standardCategories}),
		enabled: Joi.boolean(),
		rss: Joi.boolean(),
		automatic: Joi.boolean(),
		interactive: Joi.boolean(),
		priority: field.priority,
		minimumSeeders: countOrNull,
		seedRatio: Joi.number().min(0).max(10_000).allow(null),
		seedTimeMinutes: countOrNull,
		seasonPackSeedTimeMinutes: countOrNull,
		requiredFlags: Joi.array()
			.items(Joi.string().valid(...indexerFlags))
			.unique()
			.max(indexerFlags.length),
		queryLimit: countOrNull,
		grabLimit: countOrNull,
		limitUnit: Joi.string().valid('hour', 'day'),
		timeoutSeconds: field.timeoutSeconds,
		minimumIntervalSeconds: Joi.number().min(0).max(3600),
		downloadClientId: Joi.string().max(100).allow(null),
		captcha: Joi.boolean(),
		tags: field.tags,
		scope: field.scope,
		proxyTags: proxyTagsField,
		additionalParameters: field
			.text(500)
			.pattern(/^(?:&[^\s&=#]+=[^\s&#]*)+$/, 'empty or parameters such as &dl=1&attrs=poster')
			.pattern(/^[\x21-\x7e]*$/, 'visible ASCII characters'),
		vipExpiration: Joi.string()
			.allow(null, '')
			.pattern(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'a day such as 2027-01-31'),
		definition: field.text(100).pattern(definitionKey, 'empty or the name of a definition: letters, digits, dots, - and _'),
		settings: field.values,
	},
	required: ['name', 'kind', 'url'],
	defaults: {
		apiPath: '/api',
		apiKey: null,
		categories: [2000, 5000],
		enabled: true,
		rss: true,
		automatic: true,
		interactive: true,
		priority: 25,
		minimumSeeders: null,
		seedRatio: null,
		seedTimeMinutes: null,
		seasonPackSeedTimeMinutes: null,
		requiredFlags: [],
		queryLimit: null,
		grabLimit: null,
		limitUnit: 'day',
		timeoutSeconds: 20,
		minimumIntervalSeconds: 0,
		downloadClientId: null,
		captcha: false,
		tags: [],
		scope: null,
		proxyTags: [],
		additionalParameters: null,
		vipExpiration: null,
		definition: null,
		settings: {},
	},
	protection: {url: 'address', apiPath: 'address', apiKey: 'secret', additionalParameters: 'address', settings: 'values'},
	openValues: {has: name => openSetting.test(name)},
	example: {
		name: 'Prowlarr',
		kind: 'torznab',
		url: 'http://prowlarr.example:9696',
		apiPath: '/1/api',
		apiKey: '0123456789abcdef0123456789abcdef',
	},
	untried: ({enabled}) => ({status: enabled ? 'ok' : 'disabled', lastError: null, disabledUntil: null, failures: 0, capabilities: null}),
	/** What such an indexer allows is left to searches, whose first outcome becomes its status. */
	isTestedWhenSaved: ({queryLimit, minimumIntervalSeconds}) =>
		(queryLimit === null || queryLimit >= fewQueries) && minimumIntervalSeconds <= slowSeconds,
	isOffWhenDisabled: false,
	faults: ({kind, definition}) =>
		kind === 'definition' && !definition
			? [{path: 'definition', message: 'definition is required for the kind definition: the key of a definition'}]
			: [],
};
