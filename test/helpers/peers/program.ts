import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as pause} from 'node:timers/promises';
import type {ExecutionContext} from 'ava';

/** Milliseconds that a program may take to answer after its start, and to end after SIGTERM. */
const startsWithinMs = 20_000;
const endsWithinMs = 10_000;

export function isInstalled(program: string): boolean {
	return spawnSync(program, ['--version'], {stdio: 'ignore'}).error === undefined;
}

/**
 * Starts a program, waits until `url` gives any answer, and ends it with the test. If it does not start, its last
 * output goes to the test's log.
 */
export async function startProgram(t: ExecutionContext, [program, ...args]: [string, ...string[]], url: string): Promise<void> {
	const said: string[] = [];
	// Without a UTF-8 locale qBittorrent never completes a torrent with an accented file name.
	const child = spawn(program, args, {env: {...process.env, LANG: 'C.UTF-8'}, stdio: ['ignore', 'pipe', 'pipe']});
	const ended = once(child, 'exit');
	child.stdout.on('data', data => said.push(String(data)));
	child.stderr.on('data', data => said.push(String(data)));
	t.teardown(async () => {
		child.kill('SIGTERM');
		await Promise.race([ended, pause(endsWithinMs, undefined, {ref: false})]);
		child.kill('SIGKILL');
	});

	const deadline = Date.now() + startsWithinMs;
	while (!(await answers(url))) {
		if (Date.now() > deadline || child.exitCode !== null) {
			throw new Error(`${program} did not start: ${said.join('').slice(-2000)}`);
		}

		await pause(100);
	}
}

/** A port that does not speak HTTP counts as an answer too. */
async function answers(url: string): Promise<boolean> {
	try {
		await fetch(url, {signal: AbortSignal.timeout(1000)});
		return true;
	} catch (error) {
		const cause = error instanceof Error ? error.cause : null;
		return !(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');
	}
}
