import type {IncomingMessage, ServerResponse} from 'node:http';
import type {ExecutionContext} from 'ava';
import {serveHttp} from '../serve-http.ts';

/** How the answers to one path are wrong. */
export type Spoil = 'missing' | 'shorter' | 'null';

/**
 * Stands before the service and spoils its answers to a path: not there, without the last of a list, or with null for a
 * field. A check that still passes checks nothing.
 */
export async function spoilingProxy(t: ExecutionContext, url: string, {path, spoil}: {path: string; spoil: Spoil}): Promise<string> {
	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const body = await readAll(request);
		const {host: _host, connection: _connection, 'accept-encoding': _encoding, ...headers} = request.headers;
		const answered = await fetch(`${url}${request.url}`, {
			method: request.method ?? 'GET',
			headers: headers as Record<string, string>,
			...(body.length > 0 && {body}),
		});
		const text = await answered.text();
		const isSpoilt = (request.url ?? '').split('?')[0]?.toLowerCase().endsWith(path) === true;
		if (isSpoilt && spoil === 'missing') {
			response.writeHead(404, {'content-type': 'application/json'}).end('{"message":"NotFound"}');
			return;
		}
		response.writeHead(answered.status, {'content-type': answered.headers.get('content-type') ?? 'application/json'});
		response.end(isSpoilt ? JSON.stringify(spoilt(JSON.parse(text), spoil)) : text);
	}
	return serveHttp(t, (request, response) => {
		answer(request, response).catch(() => response.destroy());
	});
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) {
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks);
}

/** The first field of every record with null in its place, or the list without its last one. */
function spoilt(value: unknown, spoil: Spoil): unknown {
	if (Array.isArray(value)) {
		return spoil === 'shorter' ? value.slice(0, -1) : value.map(each => spoilt(each, spoil));
	}
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	const record = value as Record<string, unknown>;
	if (Array.isArray(record['records'])) {
		const records = spoilt(record['records'], spoil);
		return {...record, records, ...(spoil === 'shorter' && {totalRecords: Number(record['totalRecords']) - 1})};
	}
	return spoil === 'null' ? Object.fromEntries(Object.keys(record).map(name => [name, null])) : record;
}
