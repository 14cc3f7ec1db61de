import {setTimeout as pause} from 'node:timers/promises';

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

/** Milliseconds between two calls of the caller who watches. */
const everyMs = 50;

/** Asks for lists again and again, as people do, until it is stopped; answers the milliseconds of each call, in order of size. */
export function keepAsking(api: Api): {stop(): Promise<number[]>} {
	const stopped = new AbortController();
	const run = async () => {
		const durations: number[] = [];
		for (let n = 0; !stopped.signal.aborted; n += 1) {
			const begun = performance.now();
			await call(api, `GET /api/library/movies?limit=20&page=${1 + (n % 50)}`);
			durations.push(performance.now() - begun);
			await pause(everyMs);
		}
		return durations.sort((a, b) => a - b);
	};
	const result = run();
	return {
		stop() {
			stopped.abort();
			return result;
		},
	};
}

export function percentile(sorted: readonly number[], share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
