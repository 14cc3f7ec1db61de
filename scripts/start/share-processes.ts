/** How many processes the pools get: `few` share two, `many` have one each, `auto` goes by the machine. */
export type Processes = 'auto' | 'few' | 'many';

export interface Machine {
	cores: number;
	memoryBytes: number;
}

/** Pools that wait for others most of the time, and those that read and write media. */
const sharing: readonly (readonly string[])[] = [
	['search', 'grab', 'downloads', 'refresh', 'tasks', 'captcha'],
	['import', 'disks', 'backfill', 'torrent'],
];
/** Who looks at disks works little, and where imports do. */
const alwaysSharing: readonly (readonly string[])[] = [['import', 'disks']];
const manyCores = 4;
const manyBytes = 4 * 1024 ** 3;

/** Which pools share a process on this machine; the others have one each. */
export function shareProcesses(processes: Processes, {cores, memoryBytes}: Machine): readonly (readonly string[])[] {
	const isSmall = cores < manyCores || memoryBytes < manyBytes;
	return processes === 'few' || (processes === 'auto' && isSmall) ? sharing : alwaysSharing;
}
