import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import type {AskerWish} from './asker.ts';

export interface Api {
	url: string;
	key: string;
}

export async function call({url, key}: Api, line: string, body?: object): Promise<Record<string, unknown>> {
	const [method = 'GET', path = '/'] = line.split(' ');
	const response = await fetch(url + path, {
		method,
		headers: {'x-api-key': key, ...(body && {'content-type': 'application/json'})},
		...(body && {body: JSON.stringify(body)}),
	});
	const text = await response.text();
	if (!response.ok) {
		throw new Error(`${line}: ${response.status} ${text}`);
	}
	return JSON.parse(text) as Record<string, unknown>;
}

/**
 * Requests lists repeatedly, as people do, until it is stopped; returns the time of each call in milliseconds, sorted.
 */
export async function keepAsking({url, key}: Api): Promise<{stop(): Promise<number[]>}> {
	const request: AskerWish = {url: `${url}/api/library/movies`, key};
	// A separate process, because garbage collection in the bench would count as the API's delay.
	const asker = fork(fileURLToPath(new URL('./asker.ts', import.meta.url)), {detached: true, execArgv: []});
	asker.send(request);
	await heard(asker);
	return {
		async stop() {
			asker.send('stop');
			const durations = (await heard(asker)) as number[];
			return durations.sort((a, b) => a - b);
		},
	};
}

/** The next message of a child; rejects if the child ends without one. */
async function heard(child: ChildProcess): Promise<unknown> {
	const ended = new AbortController();
	child.once('exit', code => ended.abort(new Error(`The requesting process ended with ${code}`)));
	const [message] = await once(child, 'message', {signal: ended.signal});
	return message;
}

export function percentile(sorted: readonly number[], share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
