import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

/**
 * Distinguishes a process from a later one with the same pid by its start time, in whatever unit the system uses.
 * `null` when the process does not run (a zombie counts as gone).
 */
export function identityOf(pid: number): string | null {
	return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

/** True while the process recorded with this identity is still running. */
export function isRunning({pid, identity}: {pid: number; identity: string}): boolean {
	return identityOf(pid) === identity;
}

function identityFromProc(pid: number): string | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in parentheses may contain spaces. State is the first field after it, the start time the twentieth.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
		return fields[0] === 'Z' ? null : `${bootId}:${fields[19]}`;
	} catch {
		return null;
	}
}

function identityFromPs(pid: number): string | null {
	try {
		const began = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {encoding: 'utf8', timeout: 5_000}).trim();
		return began === '' ? null : began;
	} catch {
		return null;
	}
}
