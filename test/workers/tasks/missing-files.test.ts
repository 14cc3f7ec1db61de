import {appendFile, mkdir, rename, rm, rmdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {buildMediaFile as buildMovieFile} from '#test/helpers/build-movie.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';

/** A library of films with a file each, which lose their monitoring when their file is dropped. */
async function fullLibrary(t: ExecutionContext, films: number): Promise<World<'library' | 'titles'>> {
	const world = await createWorld(t, {titles: {}, library: {}});
	await world.deps.settings.set('autoUnmonitorPreviouslyDownloadedMovies', true, new Date());
	for (let n = 1; n <= films; n += 1) {
		const movie = await world.addMovie({...movieDetails, metaId: n, title: `Film ${n}`, originalTitle: `Film ${n}`});
		await world.write(`disk/${n}/Film ${n} (2019).mkv`);
		const path = join(world.library, `disk/${n}/Film ${n} (2019).mkv`);
		const {size} = await stat(path);
		await world.deps.movies.setFile(movie.id, buildMediaFile({id: `file-${n}`, path, size}), new Date());
	}
	return world;
}

async function scan(
	{deps, run}: World<'library' | 'titles'>,
	{options = {}, by = deps}: {options?: Record<string, boolean>; by?: WorkerDeps} = {},
) {
	const {execution} = await deps.taskHistory.add({taskId: 'libraryScan', options, force: false}, deps.now());
	await handleRunTask({taskId: 'libraryScan', executionId: execution.id}, by, run());
	return deps.taskHistory.get(execution.id);
}

async function counts({deps}: World<'library' | 'titles'>) {
	const rows = await deps.movies.onDisk({after: '', limit: 100});
	const movies = await deps.movies.getMany(rows.map(({id}) => id));
	return {withFile: movies.filter(({file}) => file).length, monitored: movies.filter(({monitored}) => monitored).length};
}

test('a root folder that goes away in the middle of a scan loses no record', async t => {
	const world = await fullLibrary(t, 30);
	const {deps, library} = world;
	let looks = 0;
	const exists = async (path: string) => {
		looks += 1;
		if (looks === 8) {
			await rename(library, `${library}-unmounted`);
		}
		return deps.files.exists(path);
	};
	await scan(world, {by: {...deps, files: {...deps.files, exists}}});
	t.true(looks > 8);
	await rename(`${library}-unmounted`, library);
	t.deepEqual(await counts(world), {withFile: 30, monitored: 30});
	t.like(await scan(world), {status: 'completed', itemsAffected: 0});
});

test('a disk below the root folder that goes away stops the scan, and a person may say that the files are gone', async t => {
	const world = await fullLibrary(t, 30);
	await world.write('other/file.txt');
	await rename(join(world.library, 'disk'), join(world.library, '..', 'unmounted'));
	const failed = await scan(world);
	t.is(failed.status, 'failed');
	t.regex(failed.error ?? '', /of 30 files below .* are missing.*acceptMissing/);
	t.deepEqual(await counts(world), {withFile: 30, monitored: 30});
	t.is((await world.deps.history.page({page: 1, limit: 10})).total, 0);

	t.like(await scan(world, {options: {acceptMissing: true}}), {status: 'completed', itemsAffected: 30});
	t.deepEqual(await counts(world), {withFile: 0, monitored: 0});
});

test('a root folder that is another one at the end of the scan loses no record', async t => {
	const world = await fullLibrary(t, 3);
	const {deps, library} = world;
	await rm(join(library, 'disk/1'), {recursive: true});
	let isSwapped = false;
	const exists = async (path: string) => {
		const isThere = await deps.files.exists(path);
		if (!isThere && !isSwapped) {
			isSwapped = true;
			await rename(library, `${library}-unmounted`);
			await world.write('lost+found/x');
		}
		return isThere;
	};
	await scan(world, {by: {...deps, files: {...deps.files, exists}}});
	t.true(isSwapped);
	t.like(await counts(world), {withFile: 3});
});

test('a few missing files are dropped, as ever', async t => {
	const world = await fullLibrary(t, 12);
	for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
		await rm(join(world.library, `disk/${n}`), {recursive: true});
	}
	t.like(await scan(world), {status: 'completed', itemsAffected: 10});
	t.deepEqual(await counts(world), {withFile: 2, monitored: 2});
});

async function promisedScores({deps}: World<'library' | 'titles'>): Promise<unknown[]> {
	const promised = await deps.outbox.list(10);
	return promised.filter(({job}) => job === 'rescore-files').map(({payload}) => payload);
}

test('files that a scan found before it failed get their scores, too', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const {deps} = world;
	const add = (title: string, metaId: number) => world.addMovie({...movieDetails, metaId, title, originalTitle: title});
	const {id} = await add('Found', 90);
	await add('Broken', 91);
	await world.write('Found (2019)/Found (2019).mkv', 'Broken (2019)/Broken (2019).mkv');
	const exists = async (path: string) => {
		if (path.includes('Broken')) {
			throw new Error('The disk cannot be read');
		}
		return deps.files.exists(path);
	};
	t.is((await scan(world, {by: {...deps, files: {...deps.files, exists}}})).status, 'failed');
	t.not((await deps.movies.get(id)).file, null);
	t.deepEqual(await promisedScores(world), [{titleIds: null, libraryId: null}]);
});

test('a scan that was killed scores the files that it may have found', async t => {
	const world = await fullLibrary(t, 1);
	const {deps} = world;
	t.like(await scan(world), {status: 'completed', itemsAffected: 0});
	t.deepEqual(await promisedScores(world), []);
	const {execution} = await deps.taskHistory.add({taskId: 'libraryScan', options: {}, force: false}, deps.now());
	await deps.taskHistory.claim(execution.id, {token: 'killed', jobId: 'killed', now: new Date(Date.now() - 600_000)});
	await handleRunTask({taskId: 'libraryScan', executionId: execution.id}, deps, world.run());
	t.is((await deps.taskHistory.get(execution.id)).status, 'completed');
	t.deepEqual(await promisedScores(world), [{titleIds: null, libraryId: null}]);
});

for (const [what, mount] of [
	['the root folder', ''],
	['a folder below it', 'disk'],
] as const) {
	test(`the only file of a library stays recorded while the disk that is mounted at ${what} is away`, async t => {
		const world = await fullLibrary(t, 1);
		const {deps, library} = world;
		await (mount && world.write('other/file.txt'));
		const away = join(library, mount);
		await rename(away, `${library}-unmounted`);
		await mkdir(away);
		t.like(await scan(world), {status: 'completed', itemsAffected: 0});
		t.deepEqual(await counts(world), {withFile: 1, monitored: 1});
		t.is((await deps.history.page({page: 1, limit: 10})).total, 0);

		await rmdir(away);
		await rename(`${library}-unmounted`, away);
		await world.write('other/file.txt');
		await rm(join(library, 'disk/1'), {recursive: true});
		await world.write('disk/2/Another (2019).mkv');
		t.like(await scan(world), {status: 'completed', itemsAffected: 1}, 'somebody deleted it');
		t.deepEqual(await counts(world), {withFile: 0, monitored: 0});
	});
}

test('a root folder without the marker of its last use loses no record, until its own files show which it is', async t => {
	const world = await fullLibrary(t, 2);
	const {deps, library} = world;
	await deps.files.useFolder({path: library, name: 'The root folder'});
	await rename(library, `${library}-unmounted`);
	await world.write('something/else.txt');
	t.like(await scan(world), {status: 'completed', itemsAffected: 0});
	t.deepEqual(await counts(world), {withFile: 2, monitored: 2});

	await world.write('disk/1/Film 1 (2019).mkv');
	t.like(await scan(world), {status: 'completed', itemsAffected: 1}, 'a copy of the library, in which somebody deleted the other film');
	t.deepEqual(await counts(world), {withFile: 1, monitored: 1});
});

test('a file that has another size by now is recorded so', async t => {
	const world = await fullLibrary(t, 2);
	const {deps} = world;
	const path = join(world.library, 'disk/1/Film 1 (2019).mkv');
	await appendFile(path, ' and more');
	t.like(await scan(world), {status: 'completed', itemsAffected: 1});
	const {size} = await stat(path);
	const files = (await deps.movies.onDisk({after: '', limit: 9})).map(({file}) => file);
	t.is(files.find(file => file?.path === path)?.size, size);
	t.like(await scan(world), {status: 'completed', itemsAffected: 0});
});

test('a file that was changed keeps the quality that a person gave it, unless its picture has another size', async t => {
	const world = await fullLibrary(t, 1);
	const {deps} = world;
	const {id, file} = (await deps.movies.onDisk({after: '', limit: 1}))[0]!; // there is one
	const picture = (resolution: string) => ({...buildMovieFile().mediaInfo!, resolution}); // the helper's file has one
	const known = {releaseTitle: 'Film rip', quality: 'Remux-1080p' as const, qualityScore: 82, mediaInfo: picture('1920x1080')};
	await deps.movies.setFile(id, {...file!, ...known}, deps.now());
	const qualityWith = async (resolution: string) => {
		await appendFile(file!.path, ' and more');
		await scan(world, {by: {...deps, mediaInfo: {...deps.mediaInfo, read: async () => picture(resolution)}}});
		return (await deps.movies.get(id)).file?.quality;
	};
	t.is(await qualityWith('1920x800'), 'Remux-1080p');
	t.is(await qualityWith('1280x720'), 'Bluray-720p');
});

test('neither an extra nor a part of a disc is taken for a film that is gone', async t => {
	const world = await fullLibrary(t, 1);
	const {deps, library} = world;
	const movie = (await deps.movies.onDisk({after: '', limit: 1}))[0]!; // there is one
	await deps.movies.change(movie.id, {path: join(library, 'disk/1')}, deps.now());
	await rm(movie.file?.path ?? '');
	for (const name of ['VIDEO_TS/VTS_01_1.VOB', 'BDMV/STREAM/00001.m2ts', 'Extras/Making of.mkv', 'Trailers/Film 1 (2019).mkv']) {
		await world.write(`disk/1/${name}`);
	}
	await scan(world);
	t.is((await deps.movies.get(movie.id)).file, null);
	await world.write('disk/1/CD1/Film 1 (2019).mkv');
	await scan(world);
	t.is((await deps.movies.get(movie.id)).file?.path, join(library, 'disk/1/CD1/Film 1 (2019).mkv'));
});
