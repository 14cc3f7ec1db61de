import {isUtf8} from 'node:buffer';
import {MIMEType} from 'node:util';
import type {Request, RequestHandler, Response} from 'express';
import express from 'express';
import {createSlots, type Leave} from '#shared/coordination/slots.ts';
import {type Fault, Invalid, TooMany} from '#shared/errors.ts';
import {limitKey} from './access/callers.ts';
import {bodyTooLarge, notJson} from './failures.ts';

/** How the limits of this body differ from the usual ones. */
export interface BodyLimit {
	/** Max bytes after decompression; 1 MiB by default. More are read only if the caller may make this request. */
	bytes?: number;
	/** Max fields and list items of all levels; see `usualNodes`. */
	nodes?: number;
	/** Other programs write commas behind the last item. */
	lenient?: boolean;
}

export interface ReadBody {
	value: unknown;
	/** Then only the first fault is reported, because finding all of them takes far longer. */
	isLarge: boolean;
	/** Why the body was not parsed; null if it was. */
	excess: Fault | null;
}

const none: ReadBody = {value: {}, isLarge: false, excess: null};

const usualBytes = 1024 * 1024;
/** For a body with more fields and list items than this, only the first fault of its schema is reported. */
const largeNodes = 1000;

interface Received {
	bytes: Buffer;
	/** Must be called when the bytes are parsed. */
	leave(): void;
}

/** Waits for the body of the request, which `readBody` then finds. It is JSON by its type and within the limit. */
export async function receiveBody(request: Request, response: Response, {bytes: limit = usualBytes}: BodyLimit): Promise<Received> {
	const {'content-length': length, 'transfer-encoding': transfer, 'content-encoding': encoding = 'identity'} = request.headers;
	if (transfer === undefined && (length === undefined || length === '0')) {
		return {bytes: Buffer.alloc(0), leave() {}};
	}
	const known = response.locals['received'] as Received | undefined;
	if (known) {
		return known;
	}
	if (!request.is('application/json') || !isInUtf8(request)) {
		throw notJson();
	}
	const isKnown = length !== undefined && encoding === 'identity';
	const leave = await bodyRoomOf(response)(isKnown ? Math.min(limit, Number(length)) : limit);
	response.once('close', () => leave());
	if (response.destroyed) {
		// If it ended while it waited, that will not be reported again.
		leave();
		return {bytes: Buffer.alloc(0), leave};
	}
	const received = {bytes: await readBytes(request, response, limit), leave};
	response.locals['received'] = received;
	return received;
}

/** The JSON that was sent, which the caller checks at once; an empty object if there is no body. */
export async function readBody(request: Request, response: Response, limit: BodyLimit): Promise<ReadBody> {
	const {bytes, leave} = await receiveBody(request, response, limit);
	response.locals['received'] = undefined;
	if (bytes.length === 0) {
		return none;
	}
	await bodyTurnOf(response)(bytes.length);
	const size = sizeOf(bytes, limit.nodes);
	if (size.excess) {
		return {...none, excess: size.excess};
	}
	request.body = parse(bytes, limit.lenient);
	leave();
	return {value: request.body, isLarge: size.nodes > largeNodes, excess: null};
}

/** JSON between programs is UTF-8. `sizeOf` counts fields by their bytes, which fails in UTF-16 and UTF-7. */
function isInUtf8(request: Request): boolean {
	const charset = new MIMEType(request.get('content-type') ?? '').params.get('charset');
	return charset === null || charset.toLowerCase() === 'utf-8';
}

async function readBytes(request: Request, response: Response, limit: number): Promise<Buffer> {
	const collect = express.raw({limit, type: () => true});
	await new Promise<void>((resolve, reject) => {
		collect(request, response, error => (error ? reject(bodyFailure(error, limit)) : resolve()));
	});
	const read: unknown = request.body;
	request.body = undefined;
	return read instanceof Buffer ? read : Buffer.alloc(0);
}

/** Bytes that are not UTF-8 would become replacement characters. A body is an object or, rarely, a list. */
function parse(read: Buffer, lenient = false): object {
	if (!isUtf8(read)) {
		throw malformedJson();
	}
	const value = parsed(read.toString(), lenient);
	if (typeof value !== 'object' || value === null) {
		throw notAnObject();
	}
	return value;
}

/** Some programs begin a text in UTF-8 with a byte order mark. */
function parsed(text: string, lenient: boolean): unknown {
	const json = text.replace(/^\ufeff/, '');
	try {
		return JSON.parse(json);
	} catch {
		if (!lenient) {
			throw malformedJson();
		}
	}
	return parsed(
		json.replace(stringOrLastComma, (_all, string: string | undefined, end: string) => string ?? end),
		false,
	);
}

/** A text without its end reaches to the end of the body: to look for each quote anew would take quadratic time. */
const stringOrLastComma = /("(?:[^"\\]|\\.)*"?)|,(\s*[\]}])/gs;

const deepest = 32;
/** Bytes. */
const longestName = 400;
/** Bytes of the names of all fields, for each field or list item that a body may have. */
const longestUsualName = 32;
/** Fields and list items of a body, those of all levels together. The longest usual list has 1,000 ids. */
const usualNodes = 5000;

const byte = {quote: 0x22, backslash: 0x5c, comma: 0x2c, colon: 0x3a};
const opens: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closes: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Fields and list items of a body, and what makes it too large to be parsed and checked in a few milliseconds. */
export interface BodySize {
	nodes: number;
	excess: Fault | null;
}

/** Counts in the bytes before parsing, because parsing many names takes longer than everything else. */
export function sizeOf(json: Buffer, maxNodes = usualNodes): BodySize {
	const tooLarge = (message: string): BodySize => ({nodes, excess: {path: '', message}});
	let nodes = 0;
	let depth = 0;
	let stringLength = 0;
	let namesLength = 0;
	const longestNames = maxNodes * longestUsualName;
	for (let index = 0; index < json.length; index += 1) {
		const each = json[index]!; // the index is within the buffer
		if (each === byte.quote) {
			const end = endOfString(json, index);
			stringLength = end - index;
			index = end;
		} else if (opens.has(each)) {
			nodes += 1;
			depth += 1;
		} else if (closes.has(each)) {
			depth -= 1;
		} else if (each === byte.comma) {
			nodes += 1;
		} else if (each === byte.colon) {
			namesLength += stringLength;
		}
		if (each === byte.colon && stringLength > longestName) {
			return tooLarge(`must not have a field whose name is longer than ${longestName} bytes`);
		}
		if (namesLength > longestNames) {
			return tooLarge(`must not have fields whose names are longer than ${longestNames.toLocaleString('en')} bytes in total`);
		}
		if (depth > deepest) {
			return tooLarge(`must not be nested deeper than ${deepest} levels`);
		}
		if (nodes > maxNodes) {
			return tooLarge(`must not have more than ${maxNodes.toLocaleString('en')} fields and list items in total`);
		}
	}
	return {nodes, excess: null};
}

/** Index of the closing quote, or of the end of a broken text. */
function endOfString(json: Buffer, start: number): number {
	for (let from = start + 1; ; ) {
		const quote = json.indexOf(byte.quote, from);
		if (quote < 0) {
			return json.length;
		}
		let backslashes = 0;
		while (json[quote - 1 - backslashes] === byte.backslash && quote - 1 - backslashes > start) {
			backslashes += 1;
		}
		if (backslashes % 2 === 0) {
			return quote;
		}
		from = quote + 1;
	}
}

const malformedJson = () =>
	new Invalid('malformed_json', 'The body is not well-formed JSON in UTF-8, or is not compressed as its Content-Encoding says.');

const notAnObject = () => new Invalid('malformed_json', 'The body is JSON, but not an object.');

/** Translates failures of the body reader; errors that are not the caller's fault are returned unchanged. */
function bodyFailure(error: unknown, limitBytes: number): unknown {
	const {type, status} = (error ?? {}) as {type?: unknown; status?: unknown};
	if (type === 'entity.too.large') {
		return bodyTooLarge(limitBytes);
	}
	if (type === 'encoding.unsupported') {
		return notJson();
	}
	// For a body that cannot be decompressed the parser reports only a status.
	return typeof type === 'string' || status === 400 ? malformedJson() : error;
}

/** Waits until a body of so many bytes may be parsed and checked. Throws TooMany. */
export type BodyTurn = (bytes: number) => Promise<void>;

/** Waits until a body of at most so many bytes may be received, which may take its time. Throws TooMany. */
type BodyRoom = (bytes: number) => Promise<() => void>;

/** Smaller bodies, in bytes, take about as long as a request without one. */
const smallBytes = 8 * 1024;
/**
 * Milliseconds left to other requests after a body, and more for each MiB: collecting the garbage takes longer than
 * parsing.
 */
const bodyPauseMs = 50;
const bodyPauseMsOfMebi = 200;
const mebi = 1024 * 1024;
const bodySlots = {max: 1, maxWaiting: 64, maxWaitingOfCaller: 4};
/** Bodies of so many bytes are received without limit, larger ones a few at a time, because each is held whole. */
const maxFreeBytes = 64 * 1024;
const receivingSlots = {maxOfCaller: 8, maxWaitingOfCaller: 100, maxWaitMs: 30_000};
const maxWaitingBytes = 64 * mebi;
const oneBodyAfterAnother = 'Too many large bodies are already waiting. Send them one after another.';

/**
 * Large bodies are parsed one at a time, with pauses between them: parsing blocks everything else, and many in a row
 * would delay every caller. They have arrived completely by then, so a slow sender blocks no one.
 */
export function createBodyTurns(): RequestHandler {
	const slots = createSlots({...bodySlots, refusal: () => oneBodyAfterAnother});
	const receiving = createSlots({...receivingSlots, refusal: () => oneBodyAfterAnother});
	let waitingBytes = 0;

	async function take(key: string, bytes: number): Promise<void> {
		if (waitingBytes + bytes > maxWaitingBytes) {
			throw new TooMany('too_many_requests', oneBodyAfterAnother, 5);
		}
		waitingBytes += bytes;
		try {
			const leave: Leave = await slots.take(key);
			leave(bodyPauseMs + (bytes / mebi) * bodyPauseMsOfMebi);
		} finally {
			waitingBytes -= bytes;
		}
	}

	return (request, response, next) => {
		const turn: BodyTurn = async bytes => {
			if (bytes > smallBytes) {
				await take(limitKey(request, response), bytes);
			}
		};
		const room: BodyRoom = async bytes => (bytes > maxFreeBytes ? await receiving.take(limitKey(request, response)) : () => {});
		Object.assign(response.locals, {bodyTurn: turn, bodyRoom: room});
		next();
	};
}

export function bodyTurnOf(response: Response): BodyTurn {
	return response.locals['bodyTurn'] as BodyTurn; // every request has one
}

const boundless: BodyRoom = async () => () => {};

/** Without the middleware there is no limit. */
export function bodyRoomOf(response: Response): BodyRoom {
	return (response.locals['bodyRoom'] as BodyRoom | undefined) ?? boundless;
}
