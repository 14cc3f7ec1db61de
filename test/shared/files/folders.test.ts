import {existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {checkFolder, makeFolder, markerName, useFolder} from '#shared/files/folders.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const name = 'The folder for tests';

test('the first use makes a folder and its marker, by which it is known again', async t => {
	const path = join(tempFolder(t), 'mnt', 'disk');
	t.is(await checkFolder({path, name, known: null}), null);
	const id = await useFolder({path, name, known: null, mode: 0o700});
	t.deepEqual(readdirSync(join(path, markerName)), [id]);
	t.is(statSync(path).mode & 0o777, 0o700);
	t.is(await useFolder({path, name, known: id}), id);
	t.is(await useFolder({path, name, known: 'any'}), id);
	t.is(await useFolder({path, name, known: null}), id, 'what another installation has marked');
	t.deepEqual(readdirSync(path), [markerName]);
});

test('many that use a folder for the first time all know it again', async t => {
	const path = tempFolder(t);
	const [id = '', ...others] = await Promise.all(Array.from({length: 30}, () => useFolder({path, name, known: null})));
	t.true(others.every(other => other === id));
	t.deepEqual(readdirSync(join(path, markerName)), [id], 'its marker has one id');
	t.is(await useFolder({path, name, known: id}), id);
	t.deepEqual(readdirSync(path), [markerName]);
});

test('many that find the empty marker of a person give it one id', async t => {
	for (const make of [mkdirSync, (path: string) => writeFileSync(path, 'x')]) {
		const path = tempFolder(t);
		make(join(path, markerName));
		await Promise.all(Array.from({length: 12}, () => useFolder({path, name, known: 'an-id'})));
		t.is(readdirSync(join(path, markerName)).length, 1);
		t.deepEqual(readdirSync(path), [markerName]);
	}
});

test('where its disk is not mounted lies another folder, into which nothing is written', async t => {
	const path = join(tempFolder(t), 'disk');
	const known = await useFolder({path, name, known: null});
	renameSync(path, `${path}-away`);
	const away = {code: 'folder_away', message: /for tests .*disk is not the folder.*Mount it.*an empty folder \.kinoteka-folder in it/};
	for (const use of [useFolder, checkFolder]) {
		await t.throwsAsync(use({path, name, known}), away, 'no mount point');
		await t.throwsAsync(use({path, name, known: 'any'}), away);
	}
	mkdirSync(path);
	await t.throwsAsync(useFolder({path, name, known}), away, 'an empty mount point');
	writeFileSync(join(path, 'something'), 'x');
	await t.throwsAsync(useFolder({path, name, known, remedy: 'save it again'}), {message: /or save it again\.$/});
	t.deepEqual(readdirSync(path), ['something']);
	await useFolder({path: `${path}-other`, name, known: null});
	renameSync(path, `${path}-empty`);
	renameSync(`${path}-other`, path);
	await t.throwsAsync(useFolder({path, name, known}), away, 'another disk');
});

test('an empty marker comes from a person, who says that the folder is the right one', async t => {
	for (const make of [mkdirSync, (path: string) => writeFileSync(path, 'x')]) {
		const path = tempFolder(t);
		make(join(path, markerName));
		t.is(await checkFolder({path, name, known: 'an-id'}), '');
		const id = await useFolder({path, name, known: 'an-id'});
		t.deepEqual(readdirSync(join(path, markerName)), [id]);
	}
	const path = tempFolder(t);
	mkdirSync(join(path, markerName));
	const id = await useFolder({path, name, known: null});
	t.is(await useFolder({path, name, known: id}), id);
});

test('a disk that a person mounts over a used folder, and marks, is not taken for that folder once it is away', async t => {
	const path = join(tempFolder(t), 'disk');
	const below = await useFolder({path, name, known: null});
	renameSync(path, `${path}-below`);
	mkdirSync(join(path, markerName), {recursive: true});
	const known = await useFolder({path, name, known: below});
	renameSync(path, `${path}-away`);
	renameSync(`${path}-below`, path);
	await t.throwsAsync(useFolder({path, name, known}), {code: 'folder_away'});
});

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
