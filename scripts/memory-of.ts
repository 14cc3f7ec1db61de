import {readFileSync} from 'node:fs';

/** Memory used by a process in MiB; null where the system does not report it. */
export function memoryOf(pid: number): number | null {
	try {
		const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
		return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
	} catch {
		return null;
	}
}
