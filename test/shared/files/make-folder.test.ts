import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {makeFolder} from '#shared/files/make-folder.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

test('a folder is made with its parents, and may be there already', async t => {
	const folder = join(tempFolder(t), 'a', 'b', 'c');
	await Promise.all([makeFolder(folder), makeFolder(folder)]);
	await makeFolder(folder);
	t.true(existsSync(folder));
});

test('what cannot be made fails soon and with its reason', async t => {
	const folder = tempFolder(t);
	writeFileSync(join(folder, 'file'), '');
	mkdirSync(join(folder, 'there'));
	await t.throwsAsync(makeFolder(join(folder, 'file')), {code: 'EEXIST'});
	await t.throwsAsync(makeFolder(join(folder, 'file', 'x')), {code: 'ENOTDIR'});
	await t.throwsAsync(makeFolder('/proc/kinoteka/x'), {code: 'ENOENT'});
});
