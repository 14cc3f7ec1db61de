import {chmod, mkdir, readFile, rm, stat, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {Conflict, Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {srtOf} from '#test/helpers/encode-text.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {placeSubtitle} from '#workers/subtitles/place-subtitle.ts';

const english = {language: 'en', forced: false, hearingImpaired: false};
const signal = new AbortController().signal;

async function setUp(t: ExecutionContext) {
	const {deps, library} = await withWorkerDeps(t);
	const video = await writeAt(join(library, 'Film (2000)/Film (2000).mkv'), 'x');
	const folder = dirname(video);
	const place = (text: string, more: {kind?: Partial<typeof english>; replaces?: string[]; format?: 'srt' | 'ass'; of?: string} = {}) =>
		placeSubtitle(
			{
				video: more.of ?? video,
				kind: {...english, ...more.kind},
				content: {text, format: more.format ?? 'srt'},
				replaces: more.replaces ?? [],
			},
			deps,
			signal,
		);
	return {deps, library, video, folder, place};
}

test('subtitles get the names that every player knows', async t => {
	const {folder, place} = await setUp(t);
	await place('a');
	await place('b', {kind: {forced: true}});
	await place('c', {kind: {hearingImpaired: true}, format: 'ass'});
	await place('d', {kind: {language: 'pt-br'}});
	await place('e', {kind: {language: 'es-419'}});
	t.deepEqual(
		await filesBelow(folder),
		['en.forced.srt', 'en.hi.ass', 'en.srt', 'es-419.srt', 'mkv', 'pt-BR.srt'].map(end => `Film (2000).${end}`),
	);
	t.is(await readFile(join(folder, 'Film (2000).en.srt'), 'utf8'), 'a');
});

test('what a person put there is never written over; a number comes before the language', async t => {
	const {folder, place} = await setUp(t);
	const own = await writeAt(join(folder, 'Film (2000).EN.srt'), 'precious');
	t.is(await place('ours'), join(folder, 'Film (2000).2.en.srt'));
	t.is(await place('another'), join(folder, 'Film (2000).3.en.srt'));
	t.is(await readFile(own, 'utf8'), 'precious');
});

test('a number that would make it another video’s is left out', async t => {
	const {folder, place} = await setUp(t);
	await writeAt(join(folder, 'Film (2000).en.srt'), 'precious');
	await writeAt(join(folder, 'Film (2000).2.mkv'), 'x');
	t.is(await place('ours'), join(folder, 'Film (2000).3.en.srt'));
});

test('the same once more changes nothing', async t => {
	const {folder, place} = await setUp(t);
	t.is(await place('ours'), await place('ours'));
	t.is((await filesBelow(folder)).length, 2);
});

test('one of ours is replaced under its name, or removed once the new one is there', async t => {
	const {folder, place} = await setUp(t);
	const first = await place('first');
	t.is(await place('second', {replaces: [first]}), first);
	t.is(await readFile(first, 'utf8'), 'second');
	const third = await place('third', {replaces: [first], format: 'ass'});
	t.deepEqual(await filesBelow(folder), ['Film (2000).en.ass', 'Film (2000).mkv']);
	t.is(await readFile(third, 'utf8'), 'third');
});

test('nothing outside the folder is replaced', async t => {
	const {library, place} = await setUp(t);
	const other = await writeAt(join(library, 'Other (2001)/Other (2001).en.srt'), 'precious');
	await place('ours', {replaces: [other, '/etc/hostname']});
	t.is(await readFile(other, 'utf8'), 'precious');
	t.truthy(await stat('/etc/hostname').catch(() => 'no such file here'));
});

test('what a killed worker left unfinished is removed, that of another video is not', async t => {
	const {deps, folder, place} = await setUp(t);
	const other = deps.files.partialBeside(join(folder, 'x'), 'subtitle-000000000000', 'token');
	await writeFile(other, 'half');
	let partial = '';
	const writeText: typeof deps.files.writeText = async file => {
		partial = deps.files.partialBeside(join(file.folder, 'x'), file.owner, 'token');
		await writeFile(partial, 'half');
		return deps.files.writeText(file);
	};
	await placeSubtitle(
		{video: join(folder, 'Film (2000).mkv'), kind: english, content: {text: 'ours', format: 'srt'}, replaces: []},
		{...deps, files: {...deps.files, writeText}},
		signal,
	);
	t.deepEqual(await filesBelow(folder), [other.slice(folder.length + 1), 'Film (2000).en.srt', 'Film (2000).mkv']);
	await place('again');
});

test('several writers at once all end with a file of their own', async t => {
	const {folder, place} = await setUp(t);
	const paths = await Promise.all(Array.from({length: 4}, (_, index) => place(`text ${index}`)));
	t.is(new Set(paths).size, 4);
	t.is((await filesBelow(folder)).length, 5);
});

test('it may be read by whoever may read the folder', async t => {
	const {folder, place} = await setUp(t);
	await chmod(folder, 0o750);
	t.is((await stat(await place('x'))).mode & 0o777, 0o640);
});

test('a link out of the root folder is not followed', async t => {
	const {library, place, deps} = await setUp(t);
	const elsewhere = join(deps.dataDir, 'elsewhere');
	await writeAt(join(elsewhere, 'Film.mkv'), 'x');
	await symlink(elsewhere, join(library, 'Linked'));
	await t.throwsAsync(place('x', {of: join(library, 'Linked/Film.mkv')}), {instanceOf: Conflict, message: /link leads out/});
	await t.throwsAsync(place('x', {of: join(elsewhere, 'Film.mkv')}), {instanceOf: Conflict});
	t.deepEqual(await filesBelow(elsewhere), ['Film.mkv']);
});

test('a link with the name of the subtitle is not written through', async t => {
	const {folder, place, deps} = await setUp(t);
	const precious = await writeAt(join(deps.dataDir, 'precious.txt'), 'precious');
	await symlink(precious, join(folder, 'Film (2000).en.srt'));
	t.is(await place('ours'), join(folder, 'Film (2000).2.en.srt'));
	t.is(await place('new', {replaces: [join(folder, 'Film (2000).en.srt')]}), join(folder, 'Film (2000).en.srt'));
	t.is(await readFile(precious, 'utf8'), 'precious');
});

test('a video that is gone, a disk that is away and one that is full are told apart', async t => {
	const {library, folder, video, place, deps} = await setUp(t);
	await writeAt(join(library, 'Other/Other.mkv'), 'x');
	await deps.settings.set('media.minimumFreeSpaceMiB', 1_000_000_000, new Date());
	const full = await t.throwsAsync(place('x'), {instanceOf: Unavailable});
	t.is((full as Unavailable).code, 'disk_full');
	t.deepEqual(await filesBelow(folder), ['Film (2000).mkv']);
	await rm(video);
	await t.throwsAsync(place('x'), {instanceOf: NotFound});
	await rm(library, {recursive: true});
	await mkdir(library);
	await t.throwsAsync(place('x'), {instanceOf: Unavailable, message: /Mount its disk/});
});

test('a name without room is refused instead of cut, because no player would find it', async t => {
	const {folder, place} = await setUp(t);
	const video = await writeAt(join(folder, `${'ä'.repeat(120)}.mkv`), 'x');
	t.is(await place('x', {of: video, kind: {language: 'en'}}).catch(error => error.code), join(folder, `${'ä'.repeat(120)}.en.srt`));
	await t.throwsAsync(place('x', {of: video, kind: {language: 'pt-br', forced: true}}), {instanceOf: Invalid});
});

test('a subtitle is fitted to the sound by the program of the setting', async t => {
	const {deps, folder, place} = await setUp(t);
	const programs = join(deps.dataDir, 'programs');
	const text = srtOf(['Hello there'], 20);
	const install = async (script: string) => {
		await writeAt(join(programs, 'alass'), `#!/bin/sh\n${script}\n`);
		await chmod(join(programs, 'alass'), 0o755);
	};
	process.env['PATH'] = `${programs}:${process.env['PATH']}`;
	await deps.settings.set('subtitles.synchronise', 'alass', new Date());
	const placed = async () => {
		const path = await place(text);
		const found = await readFile(path, 'utf8');
		await rm(path);
		return found;
	};

	t.is(await placed(), text, 'it is not installed');
	await install('sed "s/,000 -->/,100 -->/; s/$/\\r/" "$2" > "$3"');
	t.is(await placed(), text.replaceAll(',000 -->', ',100 -->'));
	await install('head -n 3 "$2" > "$3"');
	t.is(await placed(), text, 'it lost lines');
	await install('tail -n +13 "$2" > "$3"');
	t.is(await placed(), text, 'it lost the first three of twenty cues');
	await install('echo nonsense > "$3"');
	t.is(await placed(), text, 'it wrote nonsense');
	await install('cp "$2" "$3"; exit 1');
	t.is(await placed(), text, 'it failed');
	t.deepEqual(await filesBelow(folder), ['Film (2000).mkv']);
});
