import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import test from 'ava';
import {packTar} from '#shared/backup/tar.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

test('tar unpacks what is written, whatever the size of the file', async t => {
	const folder = tempFolder(t);
	const sizes = [0, 1, 511, 512, 513];
	const files = sizes.map(size => ({name: `backup/collections/${size}.bson.gz`, path: join(folder, `${size}.source`)}));
	files.forEach(({path}, index) => void writeFileSync(path, 'x'.repeat(sizes[index] ?? 0)));
	const unpacked = join(folder, 'unpacked');
	mkdirSync(unpacked);
	writeFileSync(join(unpacked, 'all.tar'), await buffer(Readable.from(packTar(files))));
	execFileSync('tar', ['-xf', 'all.tar'], {cwd: unpacked});
	for (const {name, path} of files) {
		t.deepEqual(readFileSync(join(unpacked, name)), readFileSync(path), name);
	}
	const [{path} = {path: ''}] = files;
	await t.throwsAsync(buffer(Readable.from(packTar([{name: 'x'.repeat(101), path}]))));
});

test('a file that has fewer bytes than it said breaks the archive off, so that nobody keeps a damaged one', async t => {
	// Linux states a whole page for the files of its settings.
	const path = '/sys/kernel/uevent_seqnum';
	if (!existsSync(path)) {
		t.pass();
		return;
	}
	await t.throwsAsync(buffer(Readable.from(packTar([{name: 'short', path}]))));
});
