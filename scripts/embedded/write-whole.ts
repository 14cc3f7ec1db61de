import {renameSync, writeFileSync} from 'node:fs';

/** Whoever dies meanwhile, or has no room, leaves no half of a file. */
export function writeWhole(path: string, text: string): void {
	const draft = `${path}.new`;
	writeFileSync(draft, text, {mode: 0o600, flush: true});
	renameSync(draft, path);
}
