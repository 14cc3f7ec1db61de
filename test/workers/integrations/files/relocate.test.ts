import {copyFile, link, readdir, readFile, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {Conflict, Unavailable} from '#shared/errors.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {entryAt, type Relocation, type RelocationRun, relocateFile, removeExpected} from '#workers/integrations/files/relocate.ts';

type Calls = NonNullable<RelocationRun['calls']>;

const refusing = (code: string) => async () => {
	throw Object.assign(new Error(code), {code});
};
/** Another disk refuses both. */
const otherDisk: Calls = {link: refusing('EXDEV'), rename: refusing('EXDEV')};

async function withFile(t: ExecutionContext, calls: Calls = {}) {
	const folder = tempFolder(t);
	const [source, target] = [join(folder, 'old.mkv'), join(folder, 'new/new.mkv')];
	await writeFile(source, 'a film');
	const found = (await entryAt(source))!; // it was just written
	const expected = {identity: found.identity, size: found.size};
	const named: string[] = [];
	const usual = {source, target, expected, placed: null, partial: join(folder, 'new/.partial'), mayCopy: true, verify: false, keepFree: 0};
	const run: RelocationRun = {
		signal: new AbortController().signal,
		beforeFinal: async identity => void named.push(identity),
		calls,
	};
	return {
		folder,
		source,
		target,
		expected,
		named,
		relocate: (wanted: Partial<Relocation> = {}, more: Partial<RelocationRun> = {}) =>
			relocateFile({...usual, ...wanted}, {...run, ...more}),
	};
}

test('a file gets a second name, and a repeated step finds it', async t => {
	const {source, target, expected, relocate} = await withFile(t);
	t.deepEqual(await relocate(), {way: 'link', identity: expected.identity});
	t.is((await stat(source)).nlink, 2);
	t.deepEqual(await relocate(), {way: 'link', identity: expected.identity});
	t.is(await readFile(target, 'utf8'), 'a film');
});

test('where a disk knows no second names, the only one changes, and a repeated step finds it', async t => {
	for (const code of ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']) {
		const {source, target, expected, relocate} = await withFile(t, {link: refusing(code)});
		t.deepEqual(await relocate(), {way: 'rename', identity: expected.identity}, code);
		t.is(await entryAt(source), null);
		t.deepEqual(await relocate(), {way: 'rename', identity: expected.identity});
		await writeFile(target, 'somebody else’s film');
		await t.throwsAsync(relocate({expected: {identity: '1:2', size: 6}}), {instanceOf: Conflict, code: 'target_exists'});
	}
});

test('on another disk it is copied with its times, and its source stays', async t => {
	const {folder, source, target, named, relocate} = await withFile(t, otherDisk);
	await utimes(source, 1_000_000, 2_000_000);
	const {way, identity} = await relocate({verify: true});
	t.is(way, 'copy');
	t.deepEqual(named, [identity], 'its identity is noted before it gets its name');
	t.is(Number((await stat(target)).mtime), 2_000_000_000);
	t.is(await readFile(source, 'utf8'), 'a film');
	const partial = join(folder, 'new/.partial');
	await link(target, partial);
	t.deepEqual(await relocate({placed: identity}), {way: 'copy', identity}, 'a repeated step finds it');
	t.is(await entryAt(partial), null, 'and the name that a crash has left');
	await t.throwsAsync(relocate(), {code: 'target_exists'}, 'one that nobody noted is somebody else’s');
});

test('a file that is written to while it is copied is copied again, and one that was written to since stays', async t => {
	const copy: Calls['copy'] = async (source, partial) => {
		await copyFile(source, partial);
		await utimes(source, 1_000_000, 3_000_000);
	};
	const {folder, source, expected, relocate} = await withFile(t, {...otherDisk, copy});
	await t.throwsAsync(relocate(), {instanceOf: Unavailable, code: 'copy_incomplete'});
	t.deepEqual(await readdir(join(folder, 'new')), []);
	await writeFile(source, 'a longer film');
	t.false(await removeExpected(source, expected));
	t.is(await readFile(source, 'utf8'), 'a longer film');
});

test('a copy with other bytes of the same length is only noticed by its hash', async t => {
	const copy: Calls['copy'] = async (_source, partial) => void (await writeFile(partial, 'a flim'));
	const {folder, source, relocate} = await withFile(t, {...otherDisk, copy});
	await t.throwsAsync(relocate({verify: true}), {instanceOf: Unavailable, code: 'copy_incomplete'});
	t.deepEqual(await readdir(join(folder, 'new')), [], 'nothing is left of it');
	t.is(await readFile(source, 'utf8'), 'a film');
	t.is((await relocate()).way, 'copy', 'the size is right');
});

test('a shared file is only copied if that is allowed', async t => {
	const {folder, source, target, relocate} = await withFile(t, otherDisk);
	t.is((await relocate({mayCopy: false, target: join(folder, 'new/alone.mkv')})).way, 'copy', 'nobody shares it');
	await link(source, join(folder, 'torrent.mkv'));
	await t.throwsAsync(relocate({mayCopy: false}), {instanceOf: Conflict, code: 'needs_copies'});
	t.is(await entryAt(target), null);
	t.is((await relocate({mayCopy: true})).way, 'copy');
});

test('what appears under the new name meanwhile is never overwritten', async t => {
	const linked = await withFile(t);
	const appear: Calls['link'] = async (source, target) => {
		await writeFile(target, 'theirs');
		await link(source, target);
	};
	await t.throwsAsync(linked.relocate({}, {calls: {link: appear}}), {instanceOf: Conflict, code: 'target_exists'});
	t.is(await readFile(linked.target, 'utf8'), 'theirs');
	const copied = await withFile(t, otherDisk);
	const beforeFinal = () => writeFile(copied.target, 'theirs');
	await t.throwsAsync(copied.relocate({}, {beforeFinal}), {instanceOf: Conflict, code: 'target_exists'});
	t.is(await readFile(copied.target, 'utf8'), 'theirs');
	t.deepEqual(await readdir(join(copied.folder, 'new')), ['new.mkv']);
	t.is(await readFile(copied.source, 'utf8'), 'a film');
});
