import {randomUUID} from 'node:crypto';
import {type Server, type ServerResponse, STATUS_CODES} from 'node:http';
import type {Duplex} from 'node:stream';
import type {Problem} from './problem.ts';

interface Refusal {
	status: number;
	code: string;
	detail: string;
}

const refusals: Readonly<Record<string, Refusal>> = {
	HPE_HEADER_OVERFLOW: {status: 431, code: 'headers_too_large', detail: 'The address and the headers together are larger than 16 KiB.'},
	ERR_HTTP_REQUEST_TIMEOUT: {status: 408, code: 'request_timeout', detail: 'The request did not arrive within 60 seconds.'},
};
const malformed: Refusal = {status: 400, code: 'malformed_request', detail: 'The request is not well-formed HTTP.'};

/**
 * Answers input that Node's parser refuses before there is a request, and closes the connection. Nothing is written
 * into a reply that has begun.
 */
export function refuseMalformed(server: Server): void {
	const replies = new WeakMap<Duplex, ServerResponse>();
	server.on('request', (request, response) => replies.set(request.socket, response));
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		const last = replies.get(socket);
		if (error.code === 'ECONNRESET' || !socket.writable || (last && isUnderWay(last))) {
			socket.destroy();
			return;
		}
		socket.end(toReply(refusals[error.code ?? ''] ?? malformed), () => socket.destroy());
	});
}

/**
 * Whether a reply has begun and it or its request is incomplete. Bytes sent then would be taken for part of that reply.
 */
function isUnderWay(reply: ServerResponse): boolean {
	return reply.headersSent && !(reply.writableFinished && reply.req.complete);
}

function toReply({status, code, detail}: Refusal): string {
	const requestId = randomUUID();
	const title = STATUS_CODES[status] ?? 'Error';
	const problem: Problem = {type: 'about:blank', title, status, detail, instance: '/', code, requestId};
	const body = JSON.stringify(problem);
	const head = [
		`HTTP/1.1 ${status} ${title}`,
		'Content-Type: application/problem+json; charset=utf-8',
		`Content-Length: ${Buffer.byteLength(body)}`,
		`X-Request-Id: ${requestId}`,
		'Connection: close',
	];
	return `${head.join('\r\n')}\r\n\r\n${body}`;
}
