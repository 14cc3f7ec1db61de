import type {Readable} from 'node:stream';
import {printable} from '#shared/log/printable.ts';
import type {Reporter} from '../processes/reporter.ts';

/** pino's number for warnings; lower levels appear only in the log files. */
const warnLevel = 40;
const lineLimit = 500;
/** Milliseconds; what was said earlier is about something else than the end. */
const lastWordsMs = 10_000;
const maxLastWords = 5;

interface Forwarding {
	/** Name of the child. */
	name: string;
	reporter: Reporter;
	/** Milliseconds. */
	now?: () => number;
}

/**
 * Prints what a child writes: plain lines as they are, JSON log lines from `warn` upwards. Returns a function that
 * gives the lines of the last seconds, to explain why a child ended.
 */
export function forwardLines(streams: readonly Readable[], {name, reporter, now = () => performance.now()}: Forwarding): () => string {
	const last: {at: number; shown: string}[] = [];
	for (const stream of streams) {
		let rest = '';
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			const lines = (rest + chunk).split('\n');
			rest = (lines.pop() ?? '').slice(-64 * 1024);
			for (const line of lines) {
				const shown = readableLine(line);
				if (shown !== null) {
					reporter.step(`${name} | ${shown}`);
					last.push({at: now(), shown});
					last.splice(0, last.length - maxLastWords);
				}
			}
		});
	}
	return () =>
		last
			.filter(({at}) => now() - at < lastWordsMs)
			.map(({shown}) => shown)
			.join(' / ');
}

/** What to print of one line of output, or null for nothing. */
export function readableLine(line: string): string | null {
	const text = line.trimEnd();
	if (text === '') {
		return null;
	}
	const record = parseRecord(text);
	if (record === null) {
		return printable(text).slice(0, lineLimit);
	}
	const {level} = record;
	const quiet = typeof level === 'number' ? level < warnLevel : ['trace', 'debug', 'info'].includes(String(level));
	if (quiet) {
		return null;
	}
	const {msg, err, time} = record as {msg?: unknown; err?: {message?: unknown}; time?: unknown};
	const said = typeof msg === 'string' ? msg : '';
	const cause = typeof err?.message === 'string' && !said.includes(err.message) ? err.message : '';
	const words = [said, cause].filter(part => part !== '').join(': ');
	return printable(`${clockOf(time)}${words === '' ? text : words}`).slice(0, lineLimit);
}

/** The seconds since the start, which begin each line, say little after a few days. */
function clockOf(time: unknown): string {
	return typeof time === 'string' ? `${time.slice(0, 19)}Z ` : '';
}

function parseRecord(text: string): Record<string, unknown> | null {
	if (!text.startsWith('{')) {
		return null;
	}
	try {
		const record = JSON.parse(text) as Record<string, unknown>;
		return 'level' in record ? record : null;
	} catch {
		return null;
	}
}
