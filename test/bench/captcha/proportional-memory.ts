import {readFileSync} from 'node:fs';

/** Memory of a process in MiB, with its share of what it has in common with others (PSS). */
export function proportionalMiB(pid: number): number {
	const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
	return Number(kilobytes ?? 0) / 1024;
}
