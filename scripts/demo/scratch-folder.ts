import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {folderHolder} from '#scripts/embedded/data-lock.ts';

const prefix = 'kinoteka-demo-';
/** A demo that has just made its folder may not have locked it yet. */
const youngMs = 60_000;

/** An empty folder for one demo. What earlier demos left is removed, unless one still runs. */
export function makeScratchFolder(parent: string = tmpdir()): string {
	for (const name of readdirSync(parent).filter(entry => entry.startsWith(prefix))) {
		const folder = join(parent, name);
		const stat = statSync(folder, {throwIfNoEntry: false});
		const ours = stat?.isDirectory() === true && stat.uid === process.getuid?.();
		if (ours && Date.now() - stat.mtimeMs > youngMs && folderHolder(join(folder, 'data')) === null) {
			rmSync(folder, {recursive: true, force: true});
		}
	}
	return mkdtempSync(join(parent, prefix));
}
