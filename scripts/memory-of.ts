import {readFileSync} from 'node:fs';

/** MiB of memory that a process has in use; null where the system does not tell. */
export function memoryOf(pid: number): number | null {
	try {
		const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
		return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
	} catch {
		return null;
	}
}
