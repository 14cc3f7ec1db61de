import {randomUUID} from 'node:crypto';
import {linkSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** Does once with a folder what a start does with it: whether a disk can do all that, only a try tells. */
export function tryFolder(folder: string): void {
	const draft = join(folder, `.try-${randomUUID()}`);
	const link = `${draft}.link`;
	try {
		writeFileSync(draft, 'a try\n', {mode: 0o600, flag: 'wx', flush: true});
		linkSync(draft, link);
		renameSync(link, draft);
	} finally {
		rmSync(draft, {force: true});
		rmSync(link, {force: true});
	}
}
