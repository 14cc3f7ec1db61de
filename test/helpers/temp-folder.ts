import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';

/** Gives the test an empty folder, which is removed when the test ends. */
export function tempFolder(t: ExecutionContext): string {
	const folder = mkdtempSync(join(tmpdir(), 'kino-'));
	t.teardown(() => rmSync(folder, {recursive: true, force: true, maxRetries: 3}));
	return folder;
}
