import {rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {markerName} from '#shared/files/folders.ts';
import {longSignal} from '#test/helpers/until.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleBackfillLibrary} from '#workers/backfill/backfill-library.ts';

const numbers = Array.from({length: 15}, (_, n) => n + 1);
const movies = numbers.map(n => ({id: n, title: `Paper ${'abcdefghijklmno'[n - 1]}`, releaseDate: '2019-03-01'}));

test('a disk of a library that goes away loses no record, unless a person says that its files are gone', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	const {deps, library, record} = world;
	await world.write(...movies.map(({title}) => `disk/${title} (2019)/${title} (2019).mkv`), 'Other (1950)/1.mkv');
	await world.backfill();
	const having = async () => Object.values(await world.recorded()).filter(path => path !== null).length;
	t.is(await having(), 15);
	await rename(join(library, 'disk'), join(library, '..', 'unmounted'));
	const failed = await world.backfill();
	t.is(failed.status, 'failed');
	t.regex(failed.error ?? '', /are missing/);
	const promised = (await deps.outbox.list(10)).filter(({job}) => job === 'rescore-files');
	t.deepEqual(
		promised.map(({payload}) => payload),
		[{titleIds: null, libraryId: record.id}],
	);
	t.is(await having(), 15);

	const request = {taskId: backfillTaskId(record.id), options: {acceptMissing: true}, force: false};
	const {execution} = await deps.taskHistory.add(request, deps.now());
	await handleBackfillLibrary({libraryId: record.id, executionId: execution.id}, deps, world.run());
	t.is(await having(), 0);
});

test('a library that was copied to another disk without hidden folders is that library', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	const {deps, library: path} = world;
	await world.write(...movies.map(({title}) => `${title} (2019)/${title} (2019).mkv`));
	await deps.files.useFolder({path, name: 'The root folder'});
	await world.backfill();
	await rm(join(path, markerName), {recursive: true});
	await rm(join(path, 'Paper b (2019)'), {recursive: true});
	t.like(await world.backfill(), {status: 'completed', error: null});
	t.is((await world.recorded())['Paper b'], null);
});

test('a copy elsewhere does not take the place of a better file whose disk is away', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	const {deps, library} = world;
	const away = `${library}-2`;
	await deps.rootFolders.add({name: 'Second', path: away}, new Date());
	const {id} = await world.addMovie({...(await deps.metadata.movie(1, longSignal()))});
	const best = buildMediaFile({path: join(away, 'a.mkv'), quality: 'Remux-2160p', qualityScore: 100});
	await deps.movies.setFile(id, best, new Date());
	await world.write('Paper a (2019)/Paper a (2019).720p.mkv');
	await world.backfill();
	t.is((await deps.movies.get(id)).file?.path, best.path);
});
