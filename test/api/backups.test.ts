import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {tarEnd, tarHeader, tarPadding} from '#api/backups.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

test('tar unpacks what is written, whatever the size of the file', t => {
	const folder = tempFolder(t);
	const files = new Map([0, 1, 511, 512, 513].map(size => [`backup/collections/${size}.bson.gz`, Buffer.alloc(size, 'x')]));
	const mtime = new Date('2026-03-04T05:06:07Z');
	const parts = [...files].flatMap(([name, content]) => [
		tarHeader({name, size: content.length, mtime}),
		content,
		tarPadding(content.length),
	]);
	writeFileSync(join(folder, 'all.tar'), Buffer.concat([...parts, tarEnd()]));
	execFileSync('tar', ['-xf', 'all.tar'], {cwd: folder});
	for (const [name, content] of files) {
		t.deepEqual(readFileSync(join(folder, name)), content, name);
	}
	t.throws(() => tarHeader({name: 'x'.repeat(101), size: 0, mtime}));
});
