import {isUtf8} from 'node:buffer';
import {MIMEType} from 'node:util';
import express, {type Request, type Response} from 'express';
import type {Fault} from '#shared/errors.ts';
import {bodyFailure, malformedJson, notAnObject} from '../failures/body-failure.ts';
import {notJson} from '../failures/http-failure.ts';
import {bodyTurnOf} from '../limits/request-slots.ts';
import {sizeOf} from './body-size.ts';

/** What differs from the usual limits of a body. */
export interface BodyLimit {
	/** Bytes after decompression; 1 MiB by default. More are read only once the caller may make this request. */
	bytes?: number;
	/** Fields and list items of all levels; see `usualNodes`. */
	nodes?: number;
}

export interface ReadBody {
	value: unknown;
	/** Reporting many faults takes far longer than finding one. */
	isLarge: boolean;
	/** Why nothing of it was read; null if it was. */
	excess: Fault | null;
}

const none: ReadBody = {value: {}, isLarge: false, excess: null};

const usualBytes = 1024 * 1024;
/** Of a body with more fields and list items only the first fault of its form is told. */
const largeNodes = 1000;

/** The JSON that was sent, which the caller checks at once; an empty object if there is no body. */
export async function readBody(request: Request, response: Response, {bytes = usualBytes, nodes}: BodyLimit): Promise<ReadBody> {
	const length = request.headers['content-length'];
	const hasBody = request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
	if (!hasBody) {
		return none;
	}
	if (!request.is('application/json') || !isInUtf8(request)) {
		throw notJson();
	}
	const read = await readBytes(request, response, bytes);
	if (read.length === 0) {
		return none;
	}
	await bodyTurnOf(response)(read.length);
	const size = sizeOf(read, nodes);
	if (size.excess) {
		return {...none, excess: size.excess};
	}
	request.body = parse(read);
	return {value: request.body, isLarge: size.nodes > largeNodes, excess: null};
}

/** JSON between programs is UTF-8; in UTF-16 or UTF-7 fields could not be counted in the bytes. */
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
function parse(read: Buffer): object {
	if (!isUtf8(read)) {
		throw malformedJson();
	}
	const value = parsed(read.toString());
	if (typeof value !== 'object' || value === null) {
		throw notAnObject();
	}
	return value;
}

/** Some programs begin a text in UTF-8 with a byte order mark. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, ''));
	} catch {
		throw malformedJson();
	}
}
