import type {Request, Response} from 'express';
import Joi from 'joi';
import {type Fault, Invalid, NotFound} from '#shared/errors.ts';
import {type Caller, callerOf} from './access/callers.ts';
import {type BodyLimit, type ReadBody, readBody} from './body.ts';

/** What a route accepts: joi objects with their types. */
export interface RequestSchemas<Params, Query, Body> {
	/** Parameters of the query that are not input, such as a key; null lets all others pass, for foreign protocols. */
	otherParameters?: readonly string[] | null;
	params?: Joi.ObjectSchema<Params>;
	query?: Joi.ObjectSchema<Query>;
	/** Finds faults of the query that depend on several parameters or on stored records; `query` has its sound ones. */
	findQueryFaults?: (query: Partial<NoInfer<Query>>, wrong: ReadonlySet<string>) => Promise<Fault[]> | Fault[];
	/** Almost always an object. */
	body?: Joi.Schema<Body>;
	bodyLimit?: BodyLimit;
	/**
	 * Finds faults that depend on stored records or disks; they are reported together with those that the schemas find.
	 */
	findFaults?: FindFaults<NoInfer<Body>>;
}

export interface Input<Params, Query, Body> {
	params: Params;
	query: Query;
	body: Body;
}

/** Faults in one reply. */
const maxFaults = 100;
const longestText = 300;
/** Places named in the text of a failure. */
const maxPlaces = 10;

/** Joi's own messages repeat the value, which may be a password, or use words of its own. */
const words: Record<string, string> = {
	root: 'the body',
	'array.max': '{{#label}} must have at most {{#limit}} {if(#limit == 1, "item", "items")}',
	'array.min': '{{#label}} must have at least {{#limit}} {if(#limit == 1, "item", "items")}',
	'number.infinity': '{{#label}} is too large',
	'number.unsafe': '{{#label}} is too large',
	'object.base': '{{#label}} must be an object',
	'object.max': '{{#label}} must have at most {{#limit}} {if(#limit == 1, "field", "fields")}',
	'object.missing': 'one of {{#peersWithLabels}} is required',
	'object.oxor': 'only one of {{#peersWithLabels}} may be given',
	'object.without': '{{#peerWithLabel}} contradicts {{#mainWithLabel}}',
	'object.xor': 'only one of {{#peersWithLabels}} may be given',
	'string.empty': '{{#label}} must not be empty',
	'string.isoDate': '{{#label}} must be a time such as 2026-11-30T20:00:00Z',
	'string.max': '{{#label}} must have at most {{#limit}} {if(#limit == 1, "character", "characters")}',
	'string.min': '{{#label}} must have at least {{#limit}} {if(#limit == 1, "character", "characters")}',
	'string.pattern.base': '{{#label}} has a wrong form',
	'string.pattern.name': '{{#label}} must be {{#name}}',
	'string.uri': '{{#label}} must be an address such as http://host:8080',
	'string.uriCustomScheme': '{{#label}} must be an address that begins with http:// or https://',
};

/** Parsed once: texts would be parsed again for each request. */
const messages = Object.fromEntries(
	Object.entries(words).map(([code, text]) => [code, code === 'root' ? text : Joi.expression(text)]),
) as unknown as Joi.LanguageMessages; // its types leave out templates

const options: Joi.ValidationOptions = {
	errors: {wrap: {label: false, array: false}, label: 'path'},
	messages,
};

/** What was sent, before it is checked. */
export interface Sent {
	params: object;
	query: Readonly<Record<string, unknown>>;
	caller: Caller | null;
	body(): Promise<ReadBody>;
}

/** Checks a request. */
export function readInput<Params, Query, Body>(
	schemas: RequestSchemas<Params, Query, Body>,
	request: Request,
	response: Response,
): Promise<Input<Params, Query, Body>> {
	const {params, query, res} = request;
	const body = () => readBody(request, response, schemas.bodyLimit ?? {});
	return checkInput(schemas, {params, query, caller: res ? callerOf(res) : null, body});
}

/** Checks everything before it reports: first all faults of query and body together, then a malformed id. */
export async function checkInput<Params, Query, Body>(
	{params, query, otherParameters = [], findQueryFaults, body, findFaults}: RequestSchemas<Params, Query, Body>,
	request: Sent,
): Promise<Input<Params, Query, Body>> {
	const faults = otherParameters ? unknownParameters(request, [...(query ? keysOf(query) : []), ...otherParameters]) : [];
	const cleanQuery = query ? check(query, knownParameters(query, request, faults), {faults, convert: true, abortEarly: false}) : undefined;
	if (findQueryFaults && isObject(cleanQuery)) {
		const wrong = new Set(faults.map(({path}) => path));
		faults.push(...(await findQueryFaults(withoutWrong(cleanQuery, wrong), wrong)));
	}
	const sent = body ? await request.body() : null;
	if (sent?.excess) {
		throw invalid([sent.excess]);
	}
	faults.push(...(sent ? forbiddenContent(sent.value) : []));
	const cleanBody = body && sent ? check(body, sent.value, {faults, convert: false, abortEarly: sent.isLarge}) : undefined;
	if (findFaults && isObject(cleanBody)) {
		faults.push(...(await findFaults(toCheckedBody(cleanBody, faults, request))));
	}
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return {params: readParams(params, request), query: cleanQuery as Query, body: cleanBody as Body};
}

export function invalid(faults: Fault[]): Invalid {
	const shown = faults.slice(0, maxFaults).map(({path, message}) => ({path: clipped(path), message: clipped(message)}));
	const places = [...new Set(shown.map(({path}) => path || 'the body'))].slice(0, maxPlaces).join(', ');
	const more = faults.length - maxFaults;
	const rest = more > 0 ? ` The first ${maxFaults} are listed, and there are ${more.toLocaleString('en')} more.` : '';
	return new Invalid('validation_failed', `The request is invalid in ${places}; see errors.${rest}`, shown);
}

/** The caller chooses the names in a path. */
function clipped(text: string): string {
	return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** A parameter with a slip in its name would be passed over silently, and a list would seem to have been filtered. */
function unknownParameters(request: Pick<Sent, 'query'>, known: readonly string[]): Fault[] {
	const names = Object.keys(request.query).filter(name => !known.includes(name));
	return names.map(name => ({path: name, message: `${clipped(name)} is not allowed`}));
}

/** A repeated or empty parameter is a fault. */
function knownParameters(schema: Joi.ObjectSchema, request: Pick<Sent, 'query'>, faults: Fault[]): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const name of keysOf(schema)) {
		const value = request.query[name];
		if (Array.isArray(value)) {
			faults.push({path: name, message: `${name} must be given only once`});
		} else if (value === '') {
			faults.push({path: name, message: `${name} must not be empty`});
		} else if (typeof value === 'string' && value.includes('\0')) {
			faults.push({path: name, message: `${name} must not contain the character NUL`});
		} else if (value !== undefined) {
			values[name] = value;
		}
	}
	return values;
}

function keysOf(schema: Joi.ObjectSchema): string[] {
	return [...((schema as unknown as {$_terms: {keys?: {key: string}[]}}).$_terms.keys ?? [])].map(({key}) => key); // what describe() reads, without its cost
}

/** Adds what is wrong to `faults`, in words that repeat no value. */
export function check<T>(
	schema: Joi.Schema<T>,
	value: unknown,
	{faults, ...how}: {faults: Fault[]; convert: boolean; abortEarly: boolean},
): T | undefined {
	const result = schema.validate(value, {...options, ...how});
	if (result.error) {
		const known = new Set(faults.map(({path}) => path));
		// A fault that concerns several fields of the body is reported at one of them.
		const fieldOf = ({path, context}: Joi.ValidationErrorItem) =>
			toPath(path.length > 0 ? path : [context?.['peer'] ?? context?.['peers']?.[0] ?? '']);
		const found = result.error.details.map(detail => ({path: fieldOf(detail), message: detail.message}));
		faults.push(...found.filter(({path}) => !known.has(path)));
	}
	return result.value;
}

function withoutWrong<Query extends object>(query: Query, wrong: ReadonlySet<string>): Partial<Query> {
	return Object.fromEntries(Object.entries(query).filter(([name]) => !wrong.has(name))) as Partial<Query>; // a part of the query
}

function toPath(path: (string | number)[]): string {
	return path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part), '');
}

function readParams<Params>(schema: Joi.ObjectSchema<Params> | undefined, request: Pick<Sent, 'params'>): Params {
	if (!schema) {
		return {} as Params;
	}
	const {error, value} = schema.validate(request.params, {convert: true});
	if (error) {
		throw new NotFound('not_found', 'There is nothing with this id.');
	}
	return value;
}

/** The well-formed part of a body. */
export interface CheckedBody<Body> {
	/** Fields that are objects come without their malformed fields. */
	body: Partial<Body>;
	/** As they appear in the path; the id may be malformed. */
	params: Readonly<Record<string, string>>;
	/** Null on public endpoints. */
	caller: Caller | null;
	/** Fields that already have a fault. */
	wrong: ReadonlySet<string>;
}
export type FindFaults<Body> = (checked: CheckedBody<Body>) => Promise<Fault[]>;

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes the fields with these faults from the body. */
function toCheckedBody<Body>(body: Body & object, faults: readonly Fault[], {params, caller}: Sent): CheckedBody<Body> {
	const paths = new Set(faults.map(({path}) => path));
	const places = new Set([...paths].flatMap(placesOf));
	const isWrong = (place: string) => places.has(place);
	const inside = (name: string, value: unknown) =>
		isObject(value) && !paths.has(name) ? Object.entries(value).filter(([key]) => !isWrong(`${name}.${key}`)) : [];
	const sound = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
		if (!isWrong(name)) {
			return [[name, value]];
		}
		const left = inside(name, value);
		return left.length > 0 ? [[name, Object.fromEntries(left)]] : [];
	});
	return {
		body: Object.fromEntries(sound) as Partial<Body>, // a part of the body
		params: params as Record<string, string>, // Express's types allow for wildcards, and we have none
		caller,
		wrong: new Set([...paths].map(path => path.split(/[.[]/, 1)[0] ?? '')),
	};
}

/** Places are looked up by at most two names, and a name may have dots. */
const maxLevels = 4;

/** `a.b[0].c` lies in `a`, `a.b` and `a.b[0]`. */
function placesOf(path: string): string[] {
	const ends = [...path.slice(0, 2000).matchAll(/[.[]/g)].slice(0, maxLevels).map(({index}) => index);
	return [...ends.map(end => path.slice(0, end)), path];
}

/** Keys that would change every object when objects are merged; joi's cloning silently drops the first one. */
const poisonous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

interface Place {
	path: string;
	value: unknown;
}

/**
 * Finds what no schema does: poisonous keys, NUL characters or lone surrogates in texts (the database would store a
 * different text). It is not recursive, because the caller chooses the depth.
 */
function forbiddenContent(body: unknown): Fault[] {
	const faults: Fault[] = [];
	const places: Place[] = [{path: '', value: body}];
	for (let place = places.pop(); place; place = places.pop()) {
		const {path, value} = place;
		if (typeof value === 'string' && value.includes('\0')) {
			faults.push({path, message: 'must not contain the character NUL'});
		}
		if (typeof value === 'string' && !value.isWellFormed()) {
			faults.push({path, message: 'must be well-formed Unicode: it contains half a character'});
		}
		if (typeof value !== 'object' || value === null) {
			continue;
		}
		for (const [key, inner] of Object.entries(value)) {
			const below = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
			if (!Array.isArray(value) && (poisonous.has(key) || key.includes('\0') || !key.isWellFormed())) {
				faults.push({path: below.replaceAll('\0', '\\0').toWellFormed(), message: 'is not allowed as a name'});
			}
			places.push({path: below, value: inner});
		}
	}
	return faults;
}
