import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** The series of MongoDB that wrote the data in this folder, such as `6.0`; null if there are none. */
export function seriesOf(folder: string): string | null {
	if (!existsSync(join(folder, 'db', 'WiredTiger'))) {
		return null;
	}
	const version = readText(join(folder, 'version')) ?? versionInLog(folder);
	return /^\d{1,3}\.\d{1,3}/.exec(version ?? '')?.[0] ?? null;
}

/** Remembers which version runs on the data. */
export function noteVersion(folder: string, version: string): void {
	writeFileSync(join(folder, 'version'), `${version}\n`, {mode: 0o600});
}

/** Folders of earlier versions of Kinoteka have no note; a starting server writes its version into its log. */
function versionInLog(folder: string): string | null {
	const builds = [...(readText(join(folder, 'mongod.log')) ?? '').matchAll(/"buildInfo":\{"version":"([\d.]{3,20})"/g)];
	return builds.at(-1)?.[1] ?? null;
}

function readText(path: string): string | null {
	try {
		return readFileSync(path, 'utf8').trim();
	} catch {
		return null;
	}
}
