import {type ChildProcess, fork, spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import {compileCache} from '#scripts/embedded/program-cache.ts';

const main = fileURLToPath(new URL('../../api/main.ts', import.meta.url));

export interface ReadyMessage {
	ready: true;
	detail: string;
	firstKey: string | null;
	firstPassword: string | null;
}

export interface ApiProcess {
	child: ChildProcess;
	/** Resolves with the message to the parent process. */
	ready: Promise<ReadyMessage>;
	/** Exit code, or the signal that ended the process. */
	ended: Promise<number | string>;
	/** All output to stderr and stdout so far. */
	output(): string;
}

/** `api/main.ts` as a child with an IPC channel, or without one, as when started from a console. */
export function startApi(t: ExecutionContext, env: Record<string, string>, {withoutIpc = false} = {}): ApiProcess {
	const options = {env: {PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'info', ...compileCache(process.env), ...env}};
	const child = withoutIpc
		? spawn(process.execPath, [main], {...options, stdio: ['ignore', 'pipe', 'pipe']})
		: fork(main, {...options, stdio: ['ignore', 'pipe', 'pipe', 'ipc']});
	let text = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', chunk => {
			text += String(chunk);
		});
	}
	// After a disconnect there is no `close` event, so we wait for the end of both outputs instead.
	const outputs = [child.stdout, child.stderr].map(stream => once(stream!, 'end')); // both are pipes
	const ended = once(child, 'exit').then(async ([code, signal]) => {
		await Promise.all(outputs);
		return (code ?? signal) as number | string;
	});
	t.teardown(async () => {
		child.kill('SIGKILL');
		await ended;
	});
	const ready = new Promise<ReadyMessage>((resolve, reject) => {
		child.on('message', (message: Partial<ReadyMessage> & {ready?: boolean}) => {
			if (message.ready) {
				resolve(message as ReadyMessage);
			}
		});
		child.once('exit', () => reject(new Error(`ended before it was ready: ${text}`)));
	});
	ready.catch(() => {});
	return {child, ready, ended, output: () => text};
}
