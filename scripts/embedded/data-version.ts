import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {readText} from './read-text.ts';
import {writeWhole} from './write-whole.ts';

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
		// A full disk is told elsewhere, and must not end the start.
	}
}
