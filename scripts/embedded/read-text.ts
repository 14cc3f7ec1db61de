import {readFileSync} from 'node:fs';

/** Null for a file that is missing or cannot be read. */
export function readText(path: string): string | null {
	try {
		return readFileSync(path, 'utf8').trim();
	} catch {
		return null;
	}
}
