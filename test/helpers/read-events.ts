import type {ExecutionContext} from 'ava';
import {patienceMs} from './until.ts';

export interface ReadEvent {
	id: string | null;
	event: string;
	// biome-ignore lint/suspicious/noExplicitAny: a test looks into data of every shape
	data: any;
}

export interface EventReader {
	status: number;
	headers: Headers;
	/** All text so far. */
	text(): string;
	/** Waits for such a text. */
	until(isThere: (text: string) => boolean): Promise<void>;
	/** Waits for the next event. */
	next(): Promise<ReadEvent>;
	/** Resolves when the server ends the stream. */
	ended: Promise<void>;
	close(): Promise<void>;
}

/**
 * Reads an SSE stream as a browser does. Resolves after the first comment, which means that the server
 * is listening for events.
 */
export async function readEvents(t: ExecutionContext, url: string, headers: Record<string, string> = {}): Promise<EventReader> {
	const response = await fetch(url, {headers});
	const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader(); // an answer to GET has a body
	const read: ReadEvent[] = [];
	const waiting: (() => void)[] = [];
	let text = '';
	let rest = '';
	const ended = (async () => {
		for (;;) {
			const {done, value} = await reader.read();
			if (done) {
				return;
			}
			text += value;
			rest += value;
			const blocks = rest.split('\n\n');
			rest = blocks.pop() ?? '';
			read.push(...blocks.map(toEvent).filter(event => event !== null));
			for (const wake of waiting.splice(0)) {
				wake();
			}
		}
	})().catch(() => {});
	const more = () =>
		new Promise<void>((resolve, reject) => {
			const limit = setTimeout(() => reject(new Error(`no event came; so far: ${text}`)), patienceMs).unref(); // a test may end before
			waiting.push(() => {
				clearTimeout(limit);
				resolve();
			});
		});
	t.teardown(() => reader.cancel().catch(() => {}));
	while (response.ok && !text.includes(': ')) {
		await more();
	}
	return {
		status: response.status,
		headers: response.headers,
		text: () => text,
		async until(isThere) {
			while (!isThere(text)) {
				await more();
			}
		},
		async next() {
			while (read.length === 0) {
				await more();
			}
			return read.shift()!; // not empty: the loop above
		},
		ended,
		close: () => reader.cancel(),
	};
}

function toEvent(block: string): ReadEvent | null {
	const fields = new Map(block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
	const data = fields.get('data');
	return data === undefined ? null : {id: fields.get('id') ?? null, event: fields.get('event') ?? 'message', data: JSON.parse(data)};
}
