import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {leanHeap, leanMalloc} from '#scripts/start/node-child.ts';

interface Ready {
	ready: boolean;
	detail: string;
	firstKey?: string | null;
}

export interface Running {
	child: ChildProcess;
	ready: Ready;
}

/** Starts an entry of the service as `npm start` does, and waits until it says that it is ready. */
export async function startEntry(path: string, env: Record<string, string>): Promise<Running> {
	const child = fork(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), {
		env: {...leanMalloc, ...process.env, LOG_LEVEL: 'warn', ...env},
		execArgv: leanHeap,
		// A session of its own, as `npm start` gives it.
		detached: true,
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const [ready] = (await once(child, 'message')) as [Ready];
	return {child, ready};
}

export async function stopEntry({child}: Running): Promise<void> {
	if (child.exitCode === null && child.signalCode === null) {
		child.kill('SIGTERM');
		await once(child, 'exit');
	}
}

/** MiB of memory that the process has in use; null where the system does not tell. */
export function memoryOf({child}: Running): number | null {
	try {
		const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
		return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
	} catch {
		return null;
	}
}
