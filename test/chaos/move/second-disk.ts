import {mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {emptyOut, fillUp, mountTmpfs, unmount, whyNotMountable} from '../disk/tmpfs.ts';

/** A root folder on another disk, which can fill up and vanish. */
export interface SecondDisk {
	path: string;
	/** Whether it is small enough to be filled. */
	canFill: boolean;
	/** Leaves room for nothing. */
	fill(): void;
	empty(): Promise<void>;
	/** It is unmounted: an empty folder is where it was. */
	takeAway(): void;
	/** It is mounted again. Returns what was put into the empty folder meanwhile. */
	giveBack(): string[];
	close(): Promise<void>;
}

const diskBytes = 96 * 1024 * 1024;
const shared = '/dev/shm';

/** Null if there is no second disk here. */
export async function openSecondDisk(folder: string): Promise<SecondDisk | null> {
	const isMountable = (await whyNotMountable()) === null;
	const isShared = statSync(shared, {throwIfNoEntry: false})?.isDirectory() && statSync(shared).dev !== statSync(folder).dev;
	if (!(isMountable || isShared)) {
		return null;
	}
	const base = isMountable ? join(folder, 'second') : mkdtempSync(join(shared, 'kinoteka-chaos-move-'));
	const [here, away] = [join(base, 'mounts'), join(base, 'away')];
	const path = join(here, 'films');
	mkdirSync(path, {recursive: true});
	await (isMountable ? mountTmpfs(path, diskBytes) : undefined);
	const ballast = join(path, '.kinoteka-ballast');
	return {
		path,
		canFill: isMountable,
		fill: () => fillUp(path, ballast, 0),
		empty: () => emptyOut(ballast),
		takeAway() {
			renameSync(here, away);
			mkdirSync(path, {recursive: true});
		},
		giveBack() {
			const strays = readdirSync(path, {recursive: true}).map(String);
			rmSync(here, {recursive: true});
			renameSync(away, here);
			return strays;
		},
		async close() {
			await (isMountable ? unmount(path) : undefined);
			rmSync(base, {recursive: true, force: true});
		},
	};
}
