import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {folderHolder} from '#scripts/embedded/data-lock.ts';

const prefix = 'kinoteka-demo-';
/** A new demo may not have locked its folder yet. */
const youngMs = 60_000;

/** Creates an empty folder for one demo. Removes the folders of earlier demos that no longer run. */
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
