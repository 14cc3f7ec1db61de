import {isUtf8} from 'node:buffer';
import express, {type Request, type Response} from 'express';
import type Joi from 'joi';
import {type Fault, Invalid, NotFound} from '#shared/errors.ts';
import {bodyFailure} from '../failures/body-failure.ts';
import {notJson} from '../failures/http-failure.ts';
import {forbiddenContent} from './forbidden-content.ts';
import {type FindFaults, isObject, toSoundBody} from './sound-body.ts';

/** What a route accepts: joi objects with their types. */
export interface RequestSchemas<Params, Query, Body> {
	params?: Joi.ObjectSchema<Params>;
	query?: Joi.ObjectSchema<Query>;
	/** Almost always an object. */
	body?: Joi.Schema<Body>;
	/** Largest body in MiB, if it may contain a file. It is read only once the caller may make this request. */
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

/** In MiB after decompression. */
export type BodyLimit = 1 | 8;
const usualBodyLimit: BodyLimit = 1;

const parserOf = (limit: BodyLimit) => express.json({limit: limit * 1024 * 1024, verify: refuseOtherBytes});
const parsers = {1: parserOf(1), 8: parserOf(8)} satisfies Record<BodyLimit, unknown>;

/** The parser would replace bytes that are not UTF-8 with replacement characters. */
function refuseOtherBytes(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
	if (charset === 'utf-8' && !isUtf8(body)) {
		throw new TypeError('The body is not UTF-8');
	}
}

const options: Joi.ValidationOptions = {
	abortEarly: false,
	errors: {wrap: {label: false}, label: 'path'},
	// joi's own messages repeat the value, which may be a password.
	messages: {
		'string.pattern.base': '{{#label}} has a wrong form',
		'string.pattern.name': '{{#label}} must be {{#name}}',
	},
};

/** Checks everything before it reports: first all faults of query and body together, then a malformed id. */
export async function readInput<Params, Query, Body>(
	{params, query, body, bodyLimit = usualBodyLimit, findFaults}: RequestSchemas<Params, Query, Body>,
	request: Request,
	response: Response,
): Promise<Input<Params, Query, Body>> {
	const faults: Fault[] = [];
	const cleanQuery = query ? check(query, knownParameters(query, request, faults), {faults, convert: true}) : undefined;
	const cleanBody = body ? check(body, await readBody({request, response, faults, bodyLimit}), {faults, convert: false}) : undefined;
	if (findFaults && isObject(cleanBody)) {
		faults.push(...(await findFaults(toSoundBody(cleanBody, faults, request))));
	}
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return {params: readParams(params, request), query: cleanQuery as Query, body: cleanBody as Body};
}

export function invalid(faults: Fault[]): Invalid {
	const places = [...new Set(faults.map(({path}) => path || 'the body'))].slice(0, 10).join(', ');
	return new Invalid('validation_failed', `The request is wrong in ${places}; see errors.`, faults);
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

interface BodyReading {
	request: Request;
	response: Response;
	/** What is wrong in the body is added here. */
	faults: Fault[];
	bodyLimit: BodyLimit;
}

async function readBody({request, response, faults, bodyLimit}: BodyReading): Promise<unknown> {
	const length = request.headers['content-length'];
	const hasBody = request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
	if (!hasBody) {
		return {};
	}
	if (!request.is('application/json')) {
		throw notJson();
	}
	await new Promise<void>((resolve, reject) => {
		parsers[bodyLimit](request, response, error => (error ? reject(bodyFailure(error, bodyLimit)) : resolve()));
	});
	faults.push(...forbiddenContent(request.body));
	return request.body ?? {};
}

function check<T>(schema: Joi.Schema<T>, value: unknown, {faults, convert}: {faults: Fault[]; convert: boolean}): T | undefined {
	const result = schema.validate(value, {...options, convert});
	if (result.error) {
		const known = new Set(faults.map(({path}) => path));
		const found = result.error.details.map(({path, message}) => ({path: toPath(path), message}));
		faults.push(...found.filter(({path}) => !known.has(path)));
	}
	return result.value;
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
