import {link, mkdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {writeAt} from '#test/helpers/world/movie.ts';
import {createFiles, type Placement} from '#workers/integrations/files/files.ts';
import type {Rights} from '#workers/integrations/files/rights.ts';

const {signal} = new AbortController();

async function withRights(t: ExecutionContext, rights: Rights | string | null) {
	const folder = tempFolder(t);
	const noted: (string | null)[] = [];
	const rules = {current: async () => rights, note: async (_path: string, refusal: string | null) => void noted.push(refusal)};
	const files = createFiles({rights: rules});
	const source = await writeAt(join(folder, 'downloads/film.mkv'), 'film');
	await mkdir(join(folder, 'films'), {mode: 0o700});
	const seen: number[] = [];
	const place = (more: Partial<Placement>) => {
		const target = join(folder, 'films/F/Film/film.mkv');
		const partial = files.partialBeside(target, 'owner', 'token');
		const placement = {source, target, partial, mode: 'copy', mayCopy: true, mayReplace: false, known: null, keepFree: 0, ...more} as const;
		return files.place(placement, {signal, beforeFinal: async () => void seen.push((await stat(partial)).mode & 0o777)});
	};
	const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777;
	const groupOf = async (path: string) => (await stat(join(folder, path))).gid;
	return {folder, files, place, modeOf, groupOf, noted, seen};
}

test('new folders and files have the mode of the setting, and nobody sees the file with another one', async t => {
	const {place, modeOf, noted, seen} = await withRights(t, {folderMode: 0o750, group: null});
	await place({});
	t.deepEqual(seen, [0o640]);
	t.deepEqual(await Promise.all(['films/F/Film/film.mkv', 'films/F/Film', 'films/F', 'films'].map(modeOf)), [0o640, 0o750, 0o750, 0o700]);
	t.deepEqual(noted, [null]);
});

test('a hard link gets the mode, but keeps the group that it shares with the download; what is moved gets both', async t => {
	const own = process.getgid?.() ?? 0;
	for (const mode of ['hardlink', 'move'] as const) {
		const {place, modeOf, groupOf, noted, seen} = await withRights(t, {folderMode: 0o775, group: own + 7});
		await place({mode});
		t.deepEqual(seen, [0o664]);
		t.is(await modeOf('downloads/film.mkv'), 0o664);
		const isRoot = process.getuid?.() === 0;
		t.is(await groupOf('films/F/Film/film.mkv'), isRoot && mode === 'move' ? own + 7 : own);
		t.is(await groupOf('films/F'), isRoot ? own + 7 : own);
		t.is(noted.length, 1);
		t.true(isRoot ? noted[0] === null : /^EPERM for /.test(noted[0] ?? ''), String(noted[0]));
	}
});

test('what cannot be set is reported once, and the file is placed all the same', async t => {
	const {place, modeOf, noted} = await withRights(t, 'There is no group media');
	await place({});
	t.deepEqual(noted, ['There is no group media']);
	t.is((await modeOf('films/F/Film/film.mkv')) & 0o600, 0o600);
});

test('a file that is renamed keeps its mode, and its new folder has that of the setting', async t => {
	const {folder, files, modeOf, noted} = await withRights(t, {folderMode: 0o750, group: null});
	const source = join(folder, 'downloads/film.mkv');
	const before = await modeOf('downloads/film.mkv');
	const entry = await files.entry(source);
	const target = join(folder, 'films/New/film.mkv');
	const known = {identity: entry?.identity ?? '', size: entry?.size ?? null};
	const partial = files.partialBeside(target, 'owner', 'token');
	const relocation = {source, target, expected: known, placed: null, partial, mayCopy: true, verify: false, keepFree: 0};
	await files.relocate(relocation, {signal, beforeFinal: async () => {}});
	t.deepEqual([await modeOf('films/New'), await modeOf('films/New/film.mkv')], [0o750, before]);
	t.deepEqual(noted, [null]);
});

test('without settings nothing is touched or told', async t => {
	const {folder, place, noted, modeOf} = await withRights(t, null);
	const before = await modeOf('downloads/film.mkv');
	await link(join(folder, 'downloads/film.mkv'), join(folder, 'downloads/seeding.mkv'));
	await place({mode: 'hardlink'});
	t.is(await modeOf('downloads/seeding.mkv'), before);
	t.deepEqual(noted, []);
});

test('texts beside the videos have the same rights', async t => {
	const {folder, files, modeOf, noted} = await withRights(t, {folderMode: 0o770, group: null});
	const text = {folder: join(folder, 'films'), text: 'x', owner: 'o', nameOf: () => 'a.srt', mayReplace: [], keepFree: 0, signal};
	await files.writeText(text);
	t.is(await modeOf('films/a.srt'), 0o660);
	t.deepEqual(noted, [null]);
});
