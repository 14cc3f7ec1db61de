import {randomUUID} from 'node:crypto';
import {STATUS_CODES} from 'node:http';
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
const malformed: Refusal = {status: 400, code: 'malformed_request', detail: 'The request is no well-formed HTTP.'};

/** Answers what Node's parser refuses before there is a request, and ends the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const {status, code, detail} = refusals[error.code ?? ''] ?? malformed;
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
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
