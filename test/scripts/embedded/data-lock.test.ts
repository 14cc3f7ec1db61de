import {cpSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {folderHolder, lockFolder} from '#scripts/embedded/data-lock.ts';
import {Conflict} from '#shared/errors.ts';
import {identityOf} from '#shared/process-identity.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

test('a folder in use is refused with the pid of its user', t => {
	const folder = tempFolder(t);
	const lock = lockFolder(folder);
	const error = t.throws(() => lockFolder(folder), {instanceOf: Conflict});
	t.is(error.code, 'data_folder_in_use');
	t.true(error.message.includes(`process ${process.pid}`));
	t.is(folderHolder(folder), process.pid);
	lock.release();
	t.is(folderHolder(folder), null);
	t.notThrows(() => lockFolder(folder));
});

test('a lock whose process is gone is taken over', t => {
	const folder = tempFolder(t);
	// Our own pid, but another start of it: what a container leaves that always runs as the same pid.
	writeFileSync(join(folder, 'kinoteka.lock'), JSON.stringify({pid: process.pid, identity: 'an earlier life'}));
	t.is(folderHolder(folder), null);
	lockFolder(folder);
	t.is(folderHolder(folder), process.pid);
	t.deepEqual(readdirSync(folder), ['kinoteka.lock']);
});

test('the lock of a copied folder is none', t => {
	const [original, copy] = [tempFolder(t), tempFolder(t)];
	lockFolder(original);
	cpSync(original, copy, {recursive: true});
	t.is(folderHolder(copy), null);
	lockFolder(copy);
	t.is(folderHolder(copy), process.pid);
	t.is(folderHolder(original), process.pid);
});

for (const text of ['', 'null', '{"pid":1', '[]']) {
	test(`a damaged lock (${text || 'empty'}) does not block`, t => {
		const folder = tempFolder(t);
		writeFileSync(join(folder, 'kinoteka.lock'), text);
		lockFolder(folder);
		t.is(folderHolder(folder), process.pid);
	});
}

test('a process keeps its identity, and one that does not exist has none', t => {
	t.truthy(identityOf(process.pid));
	t.is(identityOf(process.pid), identityOf(process.pid));
	t.not(identityOf(process.pid), identityOf(process.ppid));
	// Above the largest pid that Linux hands out.
	t.is(identityOf(4_194_305), null);
});
