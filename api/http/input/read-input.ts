import type {Request, Response} from 'express';
import type Joi from 'joi';
import {type Fault, Invalid, NotFound} from '#shared/errors.ts';
import {forbiddenContent} from './forbidden-content.ts';
import {messages} from './messages.ts';
import {type BodyLimit, readBody} from './read-body.ts';
import {type FindFaults, isObject, toSoundBody} from './sound-body.ts';

/** What a route accepts: joi objects with their types. */
export interface RequestSchemas<Params, Query, Body> {
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
const mostFaults = 100;
const longestText = 300;
/** Places named in the text of a failure. */
const mostPlaces = 10;

const options: Joi.ValidationOptions = {
	errors: {wrap: {label: false, array: false}, label: 'path'},
	messages,
};

/** Checks everything before it reports: first all faults of query and body together, then a malformed id. */
export async function readInput<Params, Query, Body>(
	{params, query, findQueryFaults, body, bodyLimit = {}, findFaults}: RequestSchemas<Params, Query, Body>,
	request: Request,
	response: Response,
): Promise<Input<Params, Query, Body>> {
	const faults: Fault[] = [];
	const cleanQuery = query ? check(query, knownParameters(query, request, faults), {faults, convert: true, abortEarly: false}) : undefined;
	if (findQueryFaults && isObject(cleanQuery)) {
		const wrong = new Set(faults.map(({path}) => path));
		faults.push(...(await findQueryFaults(withoutWrong(cleanQuery, wrong), wrong)));
	}
	const sent = body ? await readBody(request, response, bodyLimit) : null;
	if (sent?.excess) {
		throw invalid([sent.excess]);
	}
	faults.push(...(sent ? forbiddenContent(sent.value) : []));
	const cleanBody = body && sent ? check(body, sent.value, {faults, convert: false, abortEarly: sent.isLarge}) : undefined;
	if (findFaults && isObject(cleanBody)) {
		faults.push(...(await findFaults(toSoundBody(cleanBody, faults, request))));
	}
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return {params: readParams(params, request), query: cleanQuery as Query, body: cleanBody as Body};
}

export function invalid(faults: Fault[]): Invalid {
	const shown = faults.slice(0, mostFaults).map(({path, message}) => ({path: clipped(path), message: clipped(message)}));
	const places = [...new Set(shown.map(({path}) => path || 'the body'))].slice(0, mostPlaces).join(', ');
	const more = faults.length - mostFaults;
	const rest = more > 0 ? ` The first ${mostFaults} are listed, and there are ${more.toLocaleString('en')} more.` : '';
	return new Invalid('validation_failed', `The request is wrong in ${places}; see errors.${rest}`, shown);
}

/** The caller chooses the names in a path. */
function clipped(text: string): string {
	return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}

/** Unknown parameters are ignored; a repeated or empty one is a fault. */
function knownParameters(schema: Joi.ObjectSchema, request: Request, faults: Fault[]): Record<string, unknown> {
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

function check<T>(
	schema: Joi.Schema<T>,
	value: unknown,
	{faults, ...how}: {faults: Fault[]; convert: boolean; abortEarly: boolean},
): T | undefined {
	const result = schema.validate(value, {...options, ...how});
	if (result.error) {
		const known = new Set(faults.map(({path}) => path));
		// A fault of several fields of the body is told at one of them.
		const placeOf = ({path, context}: Joi.ValidationErrorItem) =>
			toPath(path.length > 0 ? path : [context?.['peer'] ?? context?.['peers']?.[0] ?? '']);
		const found = result.error.details.map(detail => ({path: placeOf(detail), message: detail.message}));
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

function readParams<Params>(schema: Joi.ObjectSchema<Params> | undefined, request: Request): Params {
	if (!schema) {
		return {} as Params;
	}
	const {error, value} = schema.validate(request.params, {convert: true});
	if (error) {
		throw new NotFound('not_found', 'Nothing has this id.');
	}
	return value;
}
