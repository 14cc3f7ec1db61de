import {existsSync, readFileSync, renameSync, statfsSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** MongoDB needs some megabytes to start. */
const enoughBytes = 16 * 2 ** 20;

export function isDiskFull(folder: string): boolean {
	const {bavail, bsize} = statfsSync(folder);
	return bavail * bsize < enoughBytes;
}

/** Tells a folder from its copies: it keeps this when it is moved or its names change. */
export function folderIdentity(folder: string): string {
	const {dev, ino} = statSync(folder, {bigint: true});
	return `${dev}:${ino}`;
}

/** Null for a file that is missing or cannot be read. */
export function readText(path: string): string | null {
	try {
		return readFileSync(path, 'utf8').trim();
	} catch {
		return null;
	}
}

/** A crash or a full disk never leaves half a file. */
export function writeWhole(path: string, text: string): void {
	const draft = `${path}.new`;
	writeFileSync(draft, text, {mode: 0o600, flush: true});
	renameSync(draft, path);
}

/** The series of MongoDB that wrote the data in this folder, such as `6.0`; null if there are none. */
export function seriesOf(folder: string): string | null {
	if (!existsSync(join(folder, 'db', 'WiredTiger'))) {
		return null;
	}
	const version = readText(join(folder, 'version'));
	return /^\d{1,3}\.\d{1,3}/.exec(version ?? '')?.[0] ?? null;
}

/** The version of Redis or Valkey that ran last on this folder: [major, minor]. Older ones cannot read its data. */
export function versionOf(folder: string): readonly [number, number] | null {
	const [, major, minor] = /^(\d{1,3})\.(\d{1,3})/.exec(readText(join(folder, 'version')) ?? '') ?? [];
	return major === undefined ? null : [Number(major), Number(minor)];
}

/** Remembers which version runs on the data. */
export function noteVersion(folder: string, version: string): void {
	try {
		writeWhole(join(folder, 'version'), `${version}\n`);
	} catch {
		// A full disk is reported elsewhere, and must not end the start.
	}
}
