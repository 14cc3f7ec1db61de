import type Joi from 'joi';
import {meaningOf, titleOf} from './glossary/terms.ts';
import {type Described, type DescribedPeers, type DescribedRule, describe, type JsonSchema} from './json-schema.ts';

export interface Conversion {
	/**
	 * In a request a field is optional unless it is required; in a reply every field is present unless it is optional.
	 */
	direction: 'request' | 'reply';
	/** Schemas with a `schemaName` are collected here and referenced. */
	named: Map<string, JsonSchema>;
	/** The owner of the schema's fields, which decides their meaning: see the glossary. */
	owner?: string;
}

/**
 * The JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1) of a joi schema. joi's own converter loses null in closed
 * lists, peers, stripped keys and names. Throws for anything unknown, so that no rule is silently left out.
 */
export function toJsonSchema(schema: Joi.Schema, conversion: Conversion): JsonSchema {
	return convert(describe(schema), conversion);
}

function convert(described: Described, conversion: Conversion): JsonSchema {
	const {flags = {}, allow = [], metas = [], examples} = described;
	const name = metas.find(({schemaName}) => schemaName)?.schemaName;
	if (name) {
		return referTo(name, described, conversion);
	}
	const given = metas.find(({jsonSchema}) => jsonSchema)?.jsonSchema;
	const plain = given ?? (flags.only ? closedList(described) : byType(described, conversion));
	const description = [flags.description, plain.description].filter(Boolean).join(' ');
	const isSecret = conversion.direction === 'request' && metas.some(({secret}) => secret);
	const json = {
		...plain,
		...(description && {description}),
		...(isSecret && {format: 'password', writeOnly: true}),
		...(examples && {examples}),
	};
	const nullable = allow.includes(null) && !flags.only ? orNull(json) : json;
	return flags.default !== undefined && typeof flags.default !== 'function' ? {...nullable, default: flags.default} : nullable;
}

function referTo(name: string, {allow = [], metas = [], ...described}: Described, {named, direction}: Conversion): JsonSchema {
	if (!named.has(name)) {
		const bare = {...described, allow: allow.filter(value => value !== null), metas: metas.filter(({schemaName}) => !schemaName)};
		named.set(name, convert(bare, {named, direction, owner: name}));
	}
	const reference = {$ref: `#/components/schemas/${name}`};
	const {description} = described.flags ?? {};
	return {...(allow.includes(null) ? {anyOf: [reference, {type: 'null'}]} : reference), ...(description && {description})};
}

function orNull(json: JsonSchema): JsonSchema {
	if (json.anyOf) {
		return {...json, anyOf: [...json.anyOf, {type: 'null'}]};
	}
	return typeof json.type === 'string' ? {...json, type: [json.type, 'null']} : json;
}

function closedList({type, allow = []}: Described): JsonSchema {
	const hasNull = allow.includes(null);
	return {...(type !== 'any' && {type: hasNull ? [type, 'null'] : type}), enum: allow};
}

function byType(described: Described, conversion: Conversion): JsonSchema {
	switch (described.type) {
		case 'object':
			return applyRules(toObject(described, conversion), described);
		case 'array':
			// Many generators refuse a list without a word about its items.
			return applyRules({type: 'array', items: toItems(described.items ?? [], conversion)}, described);
		case 'alternatives':
			return {anyOf: alternativesOf(described).map(each => convert(each, conversion))};
		case 'string':
			return withoutNul(applyRules({type: 'string'}, described), conversion);
		case 'number':
			return withSafeBounds(applyRules({type: 'number'}, described), described, conversion);
		case 'boolean':
			return applyRules({type: 'boolean'}, described);
		case 'any':
			return {};
		default:
			throw new Error(`The documentation does not know joi's type ${described.type}`);
	}
}

/** Every text of a request is refused if it contains NUL. */
function withoutNul(json: JsonSchema, {direction}: Conversion): JsonSchema {
	return direction === 'reply' || json.pattern || json.format ? json : {...json, pattern: '^[^\\x00]*$'};
}

/** Numbers beyond are refused, because programs do not keep them exactly. */
function withSafeBounds(json: JsonSchema, {flags}: Described, {direction}: Conversion): JsonSchema {
	const isBounded = direction === 'request' && !flags?.unsafe;
	return isBounded ? {...json, minimum: json.minimum ?? Number.MIN_SAFE_INTEGER, maximum: json.maximum ?? Number.MAX_SAFE_INTEGER} : json;
}

function toItems(items: readonly Described[], conversion: Conversion): JsonSchema {
	const [first, ...rest] = items.map(item => convert(item, conversion));
	return first && rest.length > 0 ? {anyOf: [first, ...rest]} : (first ?? {});
}

function alternativesOf({matches = []}: Described): Described[] {
	return matches.flatMap(match => [
		...(match.schema ? [match.schema] : []),
		...(match.switch ?? []).map(each => each.then), // each tells its own case by a field, so that the condition is in the schema
	]);
}

function toObject({keys = {}, patterns, flags = {}, dependencies = []}: Described, conversion: Conversion): JsonSchema {
	const entries = Object.entries(keys).filter(([, key]) => key.flags?.result !== 'strip');
	const ignored = Object.entries(keys).filter(([, key]) => key.flags?.result === 'strip');
	const required = entries.filter(([, {flags: own}]) => isRequired(own?.presence, conversion)).map(([name]) => name);
	const open = flags.unknown || (!patterns && Object.keys(keys).length === 0);
	const [pattern] = patterns ?? [];
	return {
		type: 'object',
		properties: Object.fromEntries([
			...entries.map(([name, key]) => [name, toField(name, key, conversion)]),
			...ignored.map(([name]) => [name, {description: 'Ignored, so that a reply may be sent back with a change.', 'x-ignored': true}]),
		]),
		...(required.length > 0 && {required}),
		additionalProperties: pattern ? convert(pattern.rule, conversion) : Boolean(open),
		...peersOf(dependencies),
	};
}

/** A description of its own says what the field is; otherwise the glossary does. Forms use the title. */
function toField(name: string, key: Described, conversion: Conversion): JsonSchema {
	const json = convert(key, {...conversion, owner: name});
	const given = key.flags?.description ?? key.metas?.find(({jsonSchema}) => jsonSchema)?.jsonSchema?.description;
	const description = [given ? '' : meaningOf(name, conversion.owner), json.description].filter(Boolean).join(' ');
	const kinds = key.metas?.find(({forKinds}) => forKinds)?.forKinds;
	const choices = conversion.direction === 'request' ? key.metas?.find(each => each.choices)?.choices : undefined;
	return {
		...json,
		...(conversion.direction === 'request' && {title: titleOf(name)}),
		...(description && {description}),
		...(kinds && {'x-for-kinds': kinds}),
		...(choices && {'x-choices': choices}),
		...(conversion.direction === 'request' && key.metas?.some(({folder}) => folder) && {'x-folder': true}),
	};
}

function isRequired(presence: string | undefined, {direction}: Conversion): boolean {
	return direction === 'reply' ? presence !== 'optional' : presence === 'required';
}

/** Rules about which fields of an object may or must occur together. Throws for an unknown relation. */
function peersOf(dependencies: readonly DescribedPeers[]): JsonSchema {
	const [only, ...more] = dependencies.map(toPeerRule);
	return only && more.length > 0 ? {allOf: [only, ...more]} : (only ?? {});
}

function toPeerRule({rel, key, peers}: DescribedPeers): JsonSchema {
	const each = peers.map(peer => ({required: [peer]}));
	switch (rel) {
		case 'xor':
			return {oneOf: each};
		case 'or':
			return {anyOf: each};
		case 'oxor':
		case 'nand':
			return {not: {required: peers}};
		case 'without':
			return {not: {required: [String(key)], anyOf: each}};
		case 'with':
			return {anyOf: [{not: {required: [String(key)]}}, {required: peers}]};
		default:
			throw new Error(`The documentation does not know joi's ${rel} of ${peers.join(', ')}`);
	}
}

type Convert = (rule: DescribedRule, json: JsonSchema) => JsonSchema;

const sizes: Record<
	string,
	[min: 'minLength' | 'minItems' | 'minProperties' | 'minimum', max: 'maxLength' | 'maxItems' | 'maxProperties' | 'maximum']
> = {
	string: ['minLength', 'maxLength'],
	array: ['minItems', 'maxItems'],
	object: ['minProperties', 'maxProperties'],
	number: ['minimum', 'maximum'],
};

const limit =
	(keyword: 'min' | 'max'): Convert =>
	({args}, json) => {
		const [min, max] = sizes[String([json.type].flat()[0])] ?? ['minimum', 'maximum'];
		// A limit given by another field cannot be expressed.
		return typeof args?.limit === 'number' ? {[keyword === 'min' ? min : max]: args.limit} : {};
	};
const nothing: Convert = () => ({});

/** joi describes a regular expression as its source between slashes. */
const pattern: Convert = ({args}) => {
	const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(args?.regex ?? '') ?? [];
	const words = args?.options?.name;
	return {
		...(source !== undefined && (flags === '' || flags === 'u') && {pattern: toPortable(source)}),
		...(words && {description: `Must be ${words}.`}),
	};
};

/**
 * Property escapes are known to few other programs, Python's among those that lack them. Control characters can be said
 * without; every letter beyond ASCII is allowed there, so the service may still refuse one.
 */
function toPortable(source: string): string {
	const controls = '\\u0000-\\u001f\\u007f-\\u009f';
	return source
		.replaceAll('\\P{Cc}', `[^${controls}]`)
		.replaceAll('\\p{Cc}', controls)
		.replaceAll('\\p{L}\\p{N}', '0-9A-Za-z\\u00aa-\\uffff');
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Values that are right although the pattern says otherwise, such as an empty text. */
function withAllowed(json: JsonSchema, allow: readonly unknown[]): JsonSchema {
	const {pattern: given, format, ...rest} = json;
	const allowed = allow.filter(value => typeof value === 'string');
	const strays = given === undefined ? [] : allowed.filter(value => !new RegExp(given).test(value));
	if (strays.length === 0) {
		return json;
	}
	return {...rest, pattern: `^(?:${strays.map(escaped).join('|')})$|${given}`, ...(format && !allowed.includes('') && {format})};
}

const conversions: Record<string, Convert> = {
	min: limit('min'),
	max: limit('max'),
	integer: () => ({type: 'integer'}),
	pattern,
	// Every address here is one of the web.
	uri: () => ({format: 'uri', pattern: '^https?://'}),
	base64: () => ({contentEncoding: 'base64'}),
	isoDate: () => ({format: 'date-time'}),
	unique: ({args}) => (args && Object.keys(args).length > 0 ? {} : {uniqueItems: true}),
	trim: nothing,
	custom: nothing,
};

/** Adds the rules of a described schema; throws for an unknown one. */
function applyRules(json: JsonSchema, {rules = [], metas = [], type, allow = []}: Described): JsonSchema {
	const ruled = {...json};
	for (const rule of rules) {
		const conversion = conversions[rule.name];
		if (!conversion) {
			throw new Error(`The documentation does not know joi's rule ${rule.name}`);
		}
		Object.assign(ruled, conversion(rule, ruled));
	}
	const [clampedTo] = metas.flatMap(meta => (meta.clampedTo ? [meta.clampedTo] : []));
	return {
		...withAllowed(ruled, allow),
		...(type === 'string' && !allow.includes('') && ruled.minLength === undefined && !ruled.pattern && !ruled.format && {minLength: 1}),
		...(clampedTo && {description: `${clampedTo[0]} to ${clampedTo[1]}; values outside are moved to the nearest end.`}),
	};
}
