import type {Readable, Writable} from 'node:stream';
import type {ConnectionTransport} from 'puppeteer';

/**
 * Bytes. A page decides how long the messages about it are. Longer ones are discarded unread; the limit is lower for
 * events, which were not asked for.
 */
const largestAnswer = 32 * 1024 * 1024;
const largestEvent = 1024 * 1024;
const answerBegins = '{"id"';
const end = 0;

/**
 * Connects puppeteer to the two pipes of a browser started with `--remote-debugging-pipe`. Messages are JSON texts,
 * each ended by a zero byte.
 */
export function openBrowserPipe(toBrowser: Writable, fromBrowser: Readable): ConnectionTransport {
	let parts: Buffer[] = [];
	let size = 0;
	let isTooLarge = false;
	const transport: ConnectionTransport = {
		send: message => void toBrowser.write(`${message}\0`),
		close() {
			toBrowser.destroy();
			fromBrowser.destroy();
		},
	};

	function add(part: Buffer): void {
		size += part.length;
		parts.push(part);
		if (size > limit()) {
			parts = parts.slice(0, 1);
			isTooLarge = true;
		}
	}

	function limit(): number {
		return parts[0]?.toString('latin1', 0, answerBegins.length) === answerBegins ? largestAnswer : largestEvent;
	}

	function finish(): void {
		const whole = isTooLarge ? null : Buffer.concat(parts).toString('utf8');
		parts = [];
		size = 0;
		isTooLarge = false;
		if (whole !== null) {
			// Deliver one message per turn, as puppeteer's own pipe does: work started by one message runs before the
			// next message.
			setImmediate(() => transport.onmessage?.(whole));
		}
	}

	fromBrowser.on('data', (chunk: Buffer) => {
		let start = 0;
		for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, start)) {
			add(chunk.subarray(start, at));
			finish();
			start = at + 1;
		}
		if (start < chunk.length) {
			add(chunk.subarray(start));
		}
	});
	fromBrowser.on('close', () => transport.onclose?.());
	for (const stream of [toBrowser, fromBrowser]) {
		stream.on('error', () => {});
	}
	return transport;
}
