import {createReadStream} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {StringDecoder} from 'node:string_decoder';
import {abandonedMs, type LogFileName, parseLogFileName} from './log-files.ts';

export interface LogFile extends LogFileName {
	/** Bytes at the time of listing; anything written later is left for the next download. */
	size: number;
	changedAt: number;
	/** The content, in chunks. A file that is removed before its turn is empty. */
	read(): AsyncIterable<Buffer>;
}

/** The stored log files of all processes that share the folder. */
export async function listLogFiles(directory: string): Promise<LogFile[]> {
	const names = await readdir(directory).catch(() => []);
	const files = await Promise.all(names.map(name => readFile(directory, name)));
	return files.filter(file => file !== null);
}

/** The newest file of each living process; if there is none, that of the process that lived last. */
export function currentLogFiles(files: readonly LogFile[], now: number): LogFile[] {
	const newest = new Map<string, LogFile>();
	for (const file of files) {
		if (file.number >= (newest.get(file.writer)?.number ?? 0)) {
			newest.set(file.writer, file);
		}
	}
	const byChange = [...newest.values()].toSorted((a, b) => a.changedAt - b.changedAt || a.name.localeCompare(b.name));
	const living = byChange.filter(({changedAt}) => now - changedAt < abandonedMs);
	return living.length > 0 ? living : byChange.slice(-1);
}

async function readFile(directory: string, name: string): Promise<LogFile | null> {
	const parsed = parseLogFileName(name);
	const path = join(directory, name);
	const facts = parsed && (await stat(path).catch(() => null));
	if (!parsed || !facts) {
		return null;
	}
	const {size, mtimeMs} = facts;
	return {...parsed, size, changedAt: mtimeMs, read: () => readFrom(path, size)};
}

async function* readFrom(path: string, size: number): AsyncGenerator<Buffer> {
	if (size === 0) {
		return;
	}
	try {
		yield* createReadStream(path, {end: size - 1});
	} catch {
		// It was removed, or its disk fails; the other files are worth more than an error.
	}
}

/** The next line of one process. */
interface Head {
	line: TimedLine;
	lines: AsyncIterator<TimedLine[]>;
	/** The other lines that were read together with it. */
	rest: TimedLine[];
	at: number;
}

/** Characters that are sent together. */
const chunkLength = 64 * 1024;

/**
 * The lines of all files in the order of their times; those of one process stay in its order. Only the files of
 * processes that lived at the same time are open together, and only a piece of each is in memory.
 */
export async function* mergeLogFiles(files: readonly LogFile[]): AsyncGenerator<string> {
	const waiting = byWriter(files);
	const heads: Head[] = [];
	let chunk = '';
	for (;;) {
		const first = earliest(heads);
		const next = waiting[0];
		if (next && (!first || next.startedAt <= first.line.time)) {
			waiting.shift();
			heads.push(...(await open(next.files)));
			continue;
		}
		if (!first) {
			break;
		}
		chunk += `${first.line.text}\n`;
		if (chunk.length >= chunkLength) {
			yield chunk;
			chunk = '';
		}
		if (!(isRead(first) || (await refill(first)))) {
			heads.splice(heads.indexOf(first), 1);
		}
	}
	if (chunk !== '') {
		yield chunk;
	}
}

/** Moves on within what is in memory already, which is nearly always possible. */
function isRead(head: Head): boolean {
	head.at += 1;
	const line = head.rest[head.at];
	head.line = line ?? head.line;
	return line !== undefined;
}

async function refill(head: Head): Promise<boolean> {
	const {value, done} = await head.lines.next();
	const [line] = (done ? [] : value) as TimedLine[];
	if (!line) {
		return false;
	}
	Object.assign(head, {line, rest: value, at: 0});
	return true;
}

async function open(files: readonly LogFile[]): Promise<Head[]> {
	const head: Head = {line: {time: 0, text: ''}, lines: linesOf(chunksOf(files)), rest: [], at: 0};
	return (await refill(head)) ? [head] : [];
}

async function* chunksOf(files: readonly LogFile[]): AsyncGenerator<Buffer> {
	for (const file of files) {
		yield* file.read();
	}
}

function earliest(heads: readonly Head[]): Head | null {
	let first: Head | null = null;
	for (const head of heads) {
		first = first && first.line.time <= head.line.time ? first : head;
	}
	return first;
}

/** The files of each process in order; the process that began first comes first. */
function byWriter(files: readonly LogFile[]): {startedAt: number; files: LogFile[]}[] {
	const groups = Map.groupBy(files, ({writer}) => writer);
	return [...groups.values()]
		.map(own => ({startedAt: own[0]?.startedAt ?? 0, files: own.toSorted((a, b) => a.number - b.number)}))
		.toSorted((a, b) => a.startedAt - b.startedAt);
}

export interface TimedLine {
	/** Milliseconds since 1970. */
	time: number;
	text: string;
}

/** Characters of a line; a longer one is cut into several. */
const longestLine = 256 * 1024;
/** Lines of earlier versions have milliseconds since 1970. */
const timed = /"time":(?:"([^"]{10,30})"|(\d{1,15}))/;
/** The time stands near the front of a line. */
const searchedLength = 200;

/**
 * Lines with their times, in groups that were read together, none of them empty. A line without a time has that of the
 * line before.
 */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<TimedLine[]> {
	const decoder = new StringDecoder('utf8');
	let begun = '';
	let time = 0;
	const toLines = (texts: readonly string[]) =>
		texts
			.filter(text => text !== '')
			.map(text => {
				time = timeOf(text) ?? time;
				return {time, text};
			});
	for await (const chunk of chunks) {
		const texts = (begun + decoder.write(chunk)).split('\n');
		begun = texts.pop() ?? '';
		if (begun.length > longestLine) {
			texts.push(begun);
			begun = '';
		}
		const lines = toLines(texts);
		if (lines.length > 0) {
			yield lines;
		}
	}
	const last = toLines([begun + decoder.end()]);
	if (last.length > 0) {
		yield last;
	}
}

function timeOf(text: string): number | null {
	const [, iso, milliseconds] = timed.exec(text.slice(0, searchedLength)) ?? [];
	const time = iso === undefined ? Number(milliseconds ?? Number.NaN) : Date.parse(iso);
	return Number.isNaN(time) ? null : time;
}
