import {mkdirSync} from 'node:fs';
import {readdir, rm, stat, utimes} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {pino} from 'pino';
import {every} from '../coordination/wait.ts';
import {dayMs, hourMs} from '../domain/durations.ts';

interface RollingOptions {
	directory: string;
	/** The kind of process: `api`, `worker-search`. */
	source: string;
	/** Bytes after which the next file begins. */
	fileBytes?: number;
	/** For the files of all processes together. */
	retention?: Retention;
}

interface RollingFile {
	write(line: string): void;
	/** Writes out what is left. */
	end(): void;
}

/**
 * Milliseconds without a change after which a log file counts as abandoned. A living process touches its file more
 * often, so this works for processes on other hosts too.
 */
export const abandonedMs = 2 * hourMs;

const usualFileBytes = 10 * 1024 * 1024;
const usualRetention: Retention = {ageMs: 7 * dayMs, bytes: 350 * 1024 * 1024, files: 500};
const touchMs = abandonedMs / 4;
/** Bytes that wait for a disk that is full or slow. What comes after them is lost. */
const maxWaiting = 8 * 1024 * 1024;

/**
 * Files of this process alone, one after another: a new one each day, and when one is full. They share the folder and
 * its limits with those of all other processes.
 */
export function openRollingFile({directory, source, fileBytes = usualFileBytes, retention = usualRetention}: RollingOptions): RollingFile {
	const writer = logWriter({startedAt: Date.now(), source, host: hostname(), pid: process.pid});
	const current = {number: 1, bytes: 0, until: nextMidnight()};
	const path = () => join(directory, logFileName(writer, current.number));
	mkdirSync(directory, {recursive: true, mode: 0o700});
	const stream = pino.destination({dest: path(), sync: false, mkdir: true, mode: 0o600, maxLength: maxWaiting});
	let isFailing = false;
	// A full disk must not end the process that reports it.
	stream.on('error', () => {
		isFailing = true;
	});
	stream.on('write', () => {
		isFailing = false;
	});
	// At the end of the process pino writes what is left, and tries for ever while the disk is full.
	process.prependListener('exit', () => isFailing && stream.destroy());
	const prune = () => void pruneLogFiles(directory, retention, Date.now()).catch(() => {});
	const roll = () => {
		Object.assign(current, {number: current.number + 1, bytes: 0, until: nextMidnight()});
		stream.reopen(path());
		stream.once('ready', prune);
	};
	/** Shows that this process lives. If somebody removed its file, it begins another one. */
	const touch = () => {
		const at = new Date();
		utimes(path(), at, at).catch(roll);
		prune();
	};
	const endTouches = every(touchMs, touch);
	prune();
	return {
		write(line) {
			if (current.bytes >= fileBytes || Date.now() >= current.until) {
				roll();
			}
			current.bytes += Buffer.byteLength(line);
			stream.write(line);
		},
		end() {
			endTouches();
			stream.end();
		},
	};
}

function nextMidnight(): number {
	return new Date().setHours(24, 0, 0, 0);
}

interface Retention {
	/** Milliseconds since the last change. */
	ageMs: number;
	/** Of all files together. */
	bytes: number;
	files: number;
}

interface LogFile extends LogFileName {
	size: number;
	changedAt: number;
}

/**
 * Removes the oldest log files of a folder until what is left is within the limits. The file that a living process
 * writes to always stays. Any number of processes may do this at once. Returns the names of the removed files.
 */
export async function pruneLogFiles(directory: string, {ageMs, bytes, files}: Retention, now: number): Promise<string[]> {
	const found = await findFiles(directory);
	const last = new Map<string, number>();
	for (const {writer, number} of found) {
		last.set(writer, Math.max(last.get(writer) ?? 0, number));
	}
	const isWrittenTo = ({writer, number, changedAt}: LogFile) => number === last.get(writer) && now - changedAt < abandonedMs;
	const removed: string[] = [];
	let leftBytes = found.reduce((sum, {size}) => sum + size, 0);
	let leftFiles = found.length;
	// A disk may date two files of one process alike.
	const byAge = (a: LogFile, b: LogFile) => a.changedAt - b.changedAt || a.number - b.number;
	for (const file of found.filter(each => !isWrittenTo(each)).toSorted(byAge)) {
		if (now - file.changedAt <= ageMs && leftBytes <= bytes && leftFiles <= files) {
			break;
		}
		await rm(join(directory, file.name), {force: true}).catch(() => {});
		removed.push(file.name);
		leftBytes -= file.size;
		leftFiles -= 1;
	}
	return removed;
}

async function findFiles(directory: string): Promise<LogFile[]> {
	const names = await readdir(directory).catch(() => []);
	const found = await Promise.all(
		names.map(async name => {
			const parsed = parseLogFileName(name);
			const facts = parsed && (await stat(join(directory, name)).catch(() => null));
			return parsed && facts ? {...parsed, size: facts.size, changedAt: facts.mtimeMs} : null;
		}),
	);
	return found.filter(file => file !== null);
}

/** Which process wrote a log file, and when in its life. */
export interface LogFileName {
	name: string;
	/** The same for all files of one process. */
	writer: string;
	/** Milliseconds since 1970 at which the process began. */
	startedAt: number;
	/** Rises with each file of the process. */
	number: number;
}

const named = /^kinoteka\.((\d{1,15})\.[\w-]{1,150})\.(\d{1,9})\.log$/;
/** Earlier versions numbered the files of all processes together. */
const anyLog = /^kinoteka[\w.-]*\.log$/;

/** Hosts and processes share a folder, so a name says both; in containers, process ids alone are all the same. */
export function logWriter({startedAt, source, host, pid}: {startedAt: number; source: string; host: string; pid: number}): string {
	const plain = (text: string) => text.replaceAll(/[^\w-]/g, '-').slice(0, 60);
	return `${startedAt}.${plain(source)}-${plain(host)}-${pid}`;
}

export function logFileName(writer: string, number: number): string {
	return `kinoteka.${writer}.${number}.log`;
}

/** Null for any other file. */
export function parseLogFileName(name: string): LogFileName | null {
	const [, writer, startedAt, number] = named.exec(name) ?? [];
	if (writer !== undefined) {
		return {name, writer, startedAt: Number(startedAt), number: Number(number)};
	}
	return anyLog.test(name) ? {name, writer: name, startedAt: 0, number: 0} : null;
}
