import {execPath} from 'node:process';

/** What Node lists for calls that threads of this process have not returned from. */
const unfinished: ReadonlySet<string> = new Set(['FSReqPromise', 'FSReqCallback', 'GetAddrInfoReqWrap', 'MessagePort']);

/**
 * Makes sure that this process ends when it exits. Node waits for all threads then, and one that asks a dead disk never
 * returns, or one that asks a dead name server after half a minute. The system does not wait: it drops them all when
 * another program takes over the process.
 */
export function leaveHungThreads(): void {
	process.on('exit', code => {
		if (process.platform !== 'win32' && process.getActiveResourcesInfo().some(kind => unfinished.has(kind))) {
			process.execve?.(execPath, ['node', '--eval', `process.exitCode = ${Number(code)}`], {});
		}
	});
}
