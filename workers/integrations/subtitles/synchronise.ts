import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {lstat, mkdtemp, open, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dayMs, minuteMs} from '#shared/domain/durations.ts';

const synchronisers = ['ffsubsync', 'alass'] as const;
export type Synchroniser = (typeof synchronisers)[number];

interface Unsynchronised {
	program: Synchroniser;
	/** Absolute path of the video, so that it cannot be taken for an option. */
	video: string;
	text: string;
	format: 'srt' | 'ass';
}

/** Milliseconds; reading the sound of a long film from a network disk takes minutes. */
const limitMs = 4 * minuteMs;
const prefix = 'kinoteka-subtitle-';
/** Milliseconds after which a folder belongs to a worker that was killed. */
const oldMs = dayMs;
const maxBytes = 10 * 1024 * 1024;

const argumentsOf: Readonly<Record<Synchroniser, (video: string, from: string, to: string) => string[]>> = {
	ffsubsync: (video, from, to) => [video, '-i', from, '-o', to],
	alass: (video, from, to) => [video, from, to],
};

/** Fits a subtitle to the sound of its video. Throws with the reason when the program does not do it. */
export async function synchronise({program, video, text, format}: Unsynchronised, signal: AbortSignal): Promise<string> {
	await removeOld();
	const folder = await mkdtemp(join(tmpdir(), prefix));
	try {
		const from = join(folder, `in.${format}`);
		const to = join(folder, `out.${format}`);
		await writeFile(from, text);
		const {code, said} = await runProgram(
			program,
			argumentsOf[program](video, from, to),
			AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
		);
		signal.throwIfAborted();
		if (code !== 0) {
			throw new Error(`${program} ended with ${code ?? 'a signal'}: ${said}`);
		}
		return await readLimited(to);
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}

async function removeOld(): Promise<void> {
	const names = (await readdir(tmpdir())).filter(name => name.startsWith(prefix));
	for (const path of names.map(name => join(tmpdir(), name))) {
		const found = await lstat(path).catch(() => null);
		if (found?.isDirectory() && found.mtimeMs < Date.now() - oldMs) {
			await rm(path, {recursive: true, force: true}).catch(() => {});
		}
	}
}

async function readLimited(path: string): Promise<string> {
	const file = await open(path, 'r');
	try {
		const {size} = await file.stat();
		if (size > maxBytes) {
			throw new Error(`It wrote ${size} bytes`);
		}
		return await file.readFile('utf8');
	} finally {
		await file.close();
	}
}

interface Outcome {
	/** Null when a signal ended it. */
	code: number | null;
	/** The end of what it wrote to its error output. */
	said: string;
}

/** All that it sees of our environment, which has our keys. */
const variables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR'];
/** Characters of the program's words that are kept. */
const maxLetters = 500;

/**
 * Runs a program without a shell and ends it, with all that it started, when the signal says so. Throws the system's
 * error when it cannot be started.
 */
async function runProgram(program: string, args: readonly string[], signal: AbortSignal): Promise<Outcome> {
	signal.throwIfAborted();
	const env = Object.fromEntries(variables.map(name => [name, process.env[name]]).filter(([, value]) => value !== undefined));
	// Its own process group can be killed as a whole.
	const child = spawn(program, args, {shell: false, detached: true, env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true});
	let said = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		said = (said + text).slice(-maxLetters);
	});
	const end = () => {
		try {
			process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
		} catch {
			child.kill('SIGKILL');
		}
	};
	signal.addEventListener('abort', end, {once: true});
	try {
		const [code] = (await once(child, 'close')) as [number | null];
		return {code, said: said.trim()};
	} finally {
		signal.removeEventListener('abort', end);
	}
}
