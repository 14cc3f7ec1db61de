import {spawn} from 'node:child_process';

/**
 * Ends a process (SIGTERM) when we die, even by SIGKILL: a small shell waits on a pipe from us, which closes when we
 * do. Call the returned function when the process has ended.
 */
export function guardProcess(pid: number): () => void {
	const script = 'read -r _ || kill -TERM "$0" 2>/dev/null';
	const shell = spawn('/bin/sh', ['-c', script, String(pid)], {detached: true, stdio: ['pipe', 'ignore', 'ignore']});
	shell.on('error', () => undefined);
	shell.stdin.on('error', () => undefined);
	return () => void shell.stdin.end('\n');
}
