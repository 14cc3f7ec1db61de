import type {ExecutionContext} from 'ava';
import {serveReplies} from '../serve-replies.ts';

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
	/** Instead of a body in JSON. */
	text?: string;
}

/** Whoever is told of events, on a real socket. `answer` is changed by the test. */
export async function fakeReceiver(t: ExecutionContext, first: (request: Received) => Answered = () => ({status: 204})) {
	const receiver = {url: '', received: [] as Received[], answer: first};
	receiver.url = await serveReplies(t, ({method, path, query, headers, body}) => {
		const address = query.size > 0 ? `${path}?${query}` : path;
		const received = {method, path: address, headers: headers as Record<string, string>, body: body.toString('utf8')};
		receiver.received.push(received);
		const {status, headers: own = {}, body: json, text} = receiver.answer(received);
		return text === undefined ? {status, headers: own, json} : {status, headers: own, body: text};
	});
	return receiver;
}
