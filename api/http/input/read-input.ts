import {isUtf8} from 'node:buffer';
import express, {type Request, type Response} from 'express';
import type Joi from 'joi';
import {type Fault, Invalid, NotFound} from '#shared/errors.ts';
import {bodyFailure, otherCharset} from '../failures/body-failure.ts';
import {notJson} from '../failures/http-failure.ts';
import {type BodySize, sizeOf} from './body-size.ts';
import {checked, knownParameters} from './checked.ts';
import {forbiddenContent} from './forbidden-content.ts';
import {type FindFaults, isObject, toSoundBody} from './sound-body.ts';

/** What a route accepts: joi objects with their types. */
export interface RequestSchemas<Params, Query, Body> {
	params?: Joi.ObjectSchema<Params>;
	query?: Joi.ObjectSchema<Query>;
	/** Almost always an object. */
	body?: Joi.Schema<Body>;
	bodyLimit?: BodyLimit;
	/**
	 * Finds faults that depend on stored records or disks; they are reported together with those that the schemas find.
	 */
	findFaults?: FindFaults<NoInfer<Body>>;
}

/** What differs from the usual limits of a body. */
export interface BodyLimit {
	/** Bytes after decompression; 1 MiB by default. More are read only once the caller may make this request. */
	bytes?: number;
	/** Fields and list items of all levels; see `usualNodes`. */
	nodes?: number;
}

export interface Input<Params, Query, Body> {
	params: Params;
	query: Query;
	body: Body;
}

const usualBytes = 1024 * 1024;
/** Faults in one reply. */
const mostFaults = 100;
/** Of a body with more fields and list items only the first fault of its form is told. */
const largeNodes = 1000;
const longestText = 300;
/** Places named in the text of a failure. */
const mostPlaces = 10;

/**
 * The parser would replace bytes that are not UTF-8 with replacement characters, and take its time with many names. It
 * reads UTF-16 and UTF-7 too, in whose bytes fields cannot be counted.
 */
function measure(body: Buffer, {charset, nodes}: {charset: string; nodes: number | undefined}): BodySize {
	if (charset !== 'utf-8') {
		throw Object.assign(new TypeError('JSON is UTF-8'), {type: otherCharset});
	}
	if (!isUtf8(body)) {
		throw new TypeError('The body is not UTF-8');
	}
	const size = sizeOf(body, nodes);
	if (size.excess) {
		throw invalid([size.excess]);
	}
	return size;
}

/** Checks everything before it reports: first all faults of query and body together, then a malformed id. */
export async function readInput<Params, Query, Body>(
	{params, query, body, bodyLimit = {}, findFaults}: RequestSchemas<Params, Query, Body>,
	request: Request,
	response: Response,
): Promise<Input<Params, Query, Body>> {
	const faults: Fault[] = [];
	const cleanQuery = query
		? checked(query, knownParameters(query, request, faults), {faults, convert: true, abortEarly: false})
		: undefined;
	const sent = body ? await readBody({request, response, limit: bodyLimit}, faults) : null;
	const cleanBody = body && sent ? checked(body, sent.value, {faults, convert: false, abortEarly: sent.isLarge}) : undefined;
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

interface BodyToRead {
	request: Request;
	response: Response;
	limit: BodyLimit;
}

interface ReadBody {
	value: unknown;
	/** Reporting many faults takes far longer than finding one. */
	isLarge: boolean;
}

async function readBody({request, response, limit}: BodyToRead, faults: Fault[]): Promise<ReadBody> {
	const length = request.headers['content-length'];
	const hasBody = request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
	if (!hasBody) {
		return {value: {}, isLarge: false};
	}
	if (!request.is('application/json')) {
		throw notJson();
	}
	const {bytes = usualBytes, nodes} = limit;
	let isLarge = false;
	const verify = (_request: unknown, _response: unknown, read: Buffer, charset: string) => {
		isLarge = measure(read, {charset, nodes}).nodes > largeNodes;
	};
	const parseJson = express.json({limit: bytes, verify});
	await new Promise<void>((resolve, reject) => {
		parseJson(request, response, error => (error ? reject(bodyFailure(error, bytes)) : resolve()));
	});
	faults.push(...forbiddenContent(request.body));
	return {value: request.body ?? {}, isLarge};
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
