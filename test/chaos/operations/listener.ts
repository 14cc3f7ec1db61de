import {setTimeout as pause} from 'node:timers/promises';

/** A client of an event stream that comes back with Last-Event-ID whenever its connection ends. */
export interface Listener {
	/** Ids of the received events, in order. */
	ids: readonly string[];
	/** How often the service said that the missed events are unknown. */
	resets(): number;
	connections(): number;
	stop(): void;
}

interface ListenOptions {
	urls: readonly string[];
	path: string;
	apiKey: string;
}

/** The service tells clients to come back after three seconds; an eager one does not wait as long. */
const againMs = 500;

export function listen({urls, path, apiKey}: ListenOptions): Listener {
	const stopping = new AbortController();
	const ids: string[] = [];
	let last: string | null = null;
	let resets = 0;
	let connections = 0;
	const receive = (block: string) => {
		const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
		last = field('id') ?? last;
		// An id without data is the place in the stream, and no event.
		if (last !== null && field('data') !== undefined && field('id') !== undefined) {
			ids.push(last);
		}
		// Before its first event it has missed nothing that it could know of.
		resets += field('event') === 'reset' && ids.length > 0 ? 1 : 0;
	};
	const follow = async () => {
		const url = urls[connections % urls.length] + path;
		connections += 1;
		const headers = {'x-api-key': apiKey, ...(last ? {'last-event-id': last} : {})};
		const {body, ok} = await fetch(url, {headers, signal: stopping.signal});
		let rest = '';
		for await (const text of (ok && body ? body : new ReadableStream()).pipeThrough(new TextDecoderStream())) {
			const blocks = (rest + text).split('\n\n');
			rest = blocks.pop() ?? '';
			blocks.forEach(receive);
		}
	};
	const keep = async () => {
		while (!stopping.signal.aborted) {
			await follow().catch(() => undefined);
			await pause(againMs, undefined, {signal: stopping.signal}).catch(() => undefined);
		}
	};
	void keep();
	return {ids, resets: () => resets, connections: () => connections, stop: () => stopping.abort()};
}
