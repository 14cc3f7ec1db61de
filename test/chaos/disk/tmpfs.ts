import {execFile, spawn} from 'node:child_process';
import {closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import type {ChaosOptions, ChaosResult} from '../chaos.ts';

const run = promisify(execFile);
const limitMs = 10_000;
const pieceBytes = 1024 * 1024;
const entry = fileURLToPath(new URL('../../chaos.ts', import.meta.url));

/** Mounts a small file system in memory over an empty folder. */
export async function mountTmpfs(path: string, bytes: number): Promise<void> {
	await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', path], {timeout: limitMs});
}

export async function unmount(path: string): Promise<void> {
	await run('umount', ['--lazy', path], {timeout: limitMs});
}

/** Null if this process may mount; otherwise what the system said. */
export async function whyNotMountable(): Promise<string | null> {
	const path = mkdtempSync(join(tmpdir(), 'kinoteka-chaos-mount-'));
	try {
		await mountTmpfs(path, pieceBytes);
		await unmount(path);
		return null;
	} catch (error) {
		return textOf(error);
	} finally {
		rmSync(path, {recursive: true, force: true});
	}
}

/** Runs the same again in a namespace in which this user may mount; null if the system has none for us. */
export async function runInNamespace({rounds, seed}: ChaosOptions): Promise<ChaosResult | null> {
	try {
		await run('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {timeout: limitMs});
	} catch {
		return null;
	}
	const args = [...process.execArgv, entry, 'disk', '--seed', String(seed), ...(rounds === null ? [] : ['--rounds', String(rounds)])];
	const child = spawn('unshare', ['-Urm', process.execPath, ...args], {stdio: ['ignore', 'pipe', 'inherit']});
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	await new Promise(resolve => child.once('close', resolve));
	const [, verdict, rest = ''] = /^disk: (passed|failed|skipped), (.*)$/m.exec(output) ?? [];
	return verdict === 'passed'
		? {faults: [], figures: rest}
		: {faults: [rest || 'it ended without a verdict'], figures: 'in a namespace of its own'};
}

/** Bytes that can still be written. */
export function freeBytes(path: string): number {
	const {bavail, bsize} = statfsSync(path);
	return bavail * bsize;
}

/** Writes to the file at once, until only this much room is left on its disk. */
export function fillUp(disk: string, ballast: string, leave: number): void {
	const file = openSync(ballast, 'a');
	try {
		for (let room = freeBytes(disk) - leave; room > 0; room = freeBytes(disk) - leave) {
			writeSync(file, Buffer.alloc(Math.min(pieceBytes, room)));
		}
	} catch {
		// Someone else took the last room.
	} finally {
		closeSync(file);
	}
}

export const emptyOut = (ballast: string) => rm(ballast, {force: true});

function textOf(error: unknown): string {
	const {stderr = '', message = ''} = error as {stderr?: string; message?: string};
	return (stderr || message).trim().split('\n').at(-1) ?? '';
}
