import type {Described, DescribedRule} from './describe.ts';
import type {JsonSchema} from './json-schema.ts';

type Convert = (rule: DescribedRule, json: JsonSchema) => JsonSchema;

const sizes: Record<
	string,
	[least: 'minLength' | 'minItems' | 'minProperties' | 'minimum', most: 'maxLength' | 'maxItems' | 'maxProperties' | 'maximum']
> = {
	string: ['minLength', 'maxLength'],
	array: ['minItems', 'maxItems'],
	object: ['minProperties', 'maxProperties'],
	number: ['minimum', 'maximum'],
};

const limit =
	(keyword: 'least' | 'most'): Convert =>
	({args}, json) => {
		const [least, most] = sizes[String([json.type].flat()[0])] ?? ['minimum', 'maximum'];
		// A limit given by another field cannot be expressed.
		return typeof args?.limit === 'number' ? {[keyword === 'least' ? least : most]: args.limit} : {};
	};
const nothing: Convert = () => ({});

/** joi describes a regular expression as its source between slashes. */
const pattern: Convert = ({args}) => {
	const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(args?.regex ?? '') ?? [];
	const words = args?.options?.name;
	return {
		...(source !== undefined && (flags === '' || flags === 'u') && {pattern: source}),
		...(words && {description: `Must be ${words}.`}),
	};
};

const conversions: Record<string, Convert> = {
	min: limit('least'),
	max: limit('most'),
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
export function applyRules(json: JsonSchema, {rules = [], metas = [], type, allow = []}: Described): JsonSchema {
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
		...ruled,
		...(type === 'string' && !allow.includes('') && ruled.minLength === undefined && !ruled.pattern && !ruled.format && {minLength: 1}),
		...(clampedTo && {description: `${clampedTo[0]} to ${clampedTo[1]}; what lies outside is moved to the nearest end.`}),
	};
}
