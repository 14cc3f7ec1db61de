import type {IncomingMessage} from 'node:http';
import type {ExecutionContext} from 'ava';
import {serveHttp} from '../serve-http.ts';

export interface Received {
	method: string;
	/** Path and query. */
	path: string;
	headers: Record<string, string>;
	body: string;
}

/** What a receiver answers. */
export interface Answered {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** Whoever is told of events, on a real socket. `answer` is changed by the test. */
export async function fakeReceiver(t: ExecutionContext, first: (request: Received) => Answered = () => ({status: 204})) {
	const receiver = {url: '', received: [] as Received[], answer: first};
	receiver.url = await serveHttp(t, (request, response) => {
		void readText(request).then(body => {
			const headers = request.headers as Record<string, string>;
			const received = {method: request.method ?? '', path: request.url ?? '', headers, body};
			receiver.received.push(received);
			const {status, headers: own = {}, body: told} = receiver.answer(received);
			response.writeHead(status, {'content-type': 'application/json', ...own}).end(told === undefined ? '' : JSON.stringify(told));
		});
	});
	return receiver;
}

async function readText(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) {
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks).toString('utf8');
}
