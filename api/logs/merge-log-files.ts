import type {LogFile} from './log-files.ts';
import {linesOf, type TimedLine} from './timed-lines.ts';

/** The next line of one process. */
interface Head {
	line: TimedLine;
	lines: AsyncIterator<TimedLine[]>;
	/** What was read together with the line. */
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
