import {mkdir, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import type {TaskRun} from '#workers/executions/run-execution.ts';
import {cleanUpHistory} from '#workers/tasks/history-cleanup.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';

const series = [{id: 21, title: 'Harbour Watch', firstAirDate: '2015-01-01', seasons: [{number: 1, episodes: [{number: 1}, {number: 2}]}]}];
const released = {inCinemas: new Date('2019-01-01'), digitalRelease: new Date('2019-06-01')};

async function runTask({deps, run}: World<'library' | 'titles'>, taskId: TaskId, options = {}) {
	const {execution} = await deps.taskHistory.add({taskId, options, force: false}, deps.now());
	await handleRunTask({taskId, executionId: execution.id}, deps, run());
	return deps.taskHistory.get(execution.id);
}

async function searches({deps}: World<'library' | 'titles'>) {
	const jobs = await deps.jobs.queue('search').getJobs(['waiting', 'prioritized']);
	return jobs.map(({data}) => data.payload.movieId).sort();
}

test('missing movies are searched when they are wanted and out, the longest unsearched first, and then left alone for a while', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const add = (metaId: number, overrides = {}) => world.addMovie({...movieDetails, ...released, metaId}, overrides);
	const [old, never, unmonitored, future, having] = [
		await add(1),
		await add(2),
		await add(3, {monitored: false}),
		await add(4),
		await add(5),
	];
	await world.deps.movies.markSearched(old.id, new Date('2020-01-01'));
	await world.deps.movies.change(future.id, {minimumAvailability: 'released'}, new Date());
	await world.deps.movies.refresh(future.id, {...movieDetails, metaId: 4, digitalRelease: new Date('2999-01-01')}, new Date());
	await world.deps.movies.setFile(having.id, buildMediaFile({}), new Date());
	t.like(await runTask(world, 'missingMovies', {limit: 1}), {status: 'completed', itemsAffected: 1});
	t.deepEqual(await searches(world), [never.id]);
	t.like(await runTask(world, 'missingMovies'), {itemsAffected: 1});
	t.deepEqual(await searches(world), [never.id, old.id].sort());
	t.like(await runTask(world, 'missingMovies'), {itemsAffected: 0});
	t.like(await runTask(world, 'missingMovies', {movieId: old.id}), {itemsAffected: 1});
	t.false((await searches(world)).includes(unmonitored.id));
});

test('files below the cutoff of their profile are searched again', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const poor = await world.addMovie({...movieDetails, metaId: 1});
	const good = await world.addMovie({...movieDetails, metaId: 2});
	await world.deps.movies.setFile(poor.id, buildMediaFile({quality: 'SDTV', qualityScore: 10, belowCutoff: true}), new Date());
	await world.deps.movies.setFile(good.id, buildMediaFile({id: 'other', quality: 'Remux-2160p', qualityScore: 100}), new Date());
	t.like(await runTask(world, 'cutoffUnmet'), {status: 'completed', itemsProcessed: 1, itemsAffected: 1});
	t.deepEqual(await searches(world), [poor.id]);
});

test('upgrades are searched for files below the cutoff and for young ones, by a limit for movies and series together', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const files = [
		{quality: 'SDTV', belowCutoff: true, dateAdded: new Date('2020-01-01')},
		{quality: 'Remux-2160p', dateAdded: new Date()},
		{quality: 'Remux-2160p', dateAdded: new Date('2020-01-01')},
	] as const;
	const ids: string[] = [];
	for (const [metaId, file] of files.entries()) {
		const {id} = await world.addMovie({...movieDetails, metaId});
		await world.deps.movies.setFile(id, buildMediaFile({id: `f${metaId}`, ...file}), new Date());
		ids.push(id);
	}
	t.like(await runTask(world, 'upgrade', {limit: 1}), {status: 'completed', itemsAffected: 1});
	t.like(await runTask(world, 'upgrade'), {status: 'completed', itemsProcessed: 2, itemsAffected: 1});
	t.deepEqual(await searches(world), ids.slice(0, 2).sort());
	t.like(await runTask(world, 'upgrade'), {itemsAffected: 0});
});

test('the scan notices vanished and new files of known titles, and starts the backfills that are wished for', async t => {
	const world = await createWorld(t, {titles: {series}, library: {}});
	const {deps, library} = world;
	await world.write('The Quiet Harbour (2019)/harbour.mkv', 'Other (2001)/other.mkv', 'Third (2002)/Third.2002.mkv');
	const harbour = await world.addMovie(movieDetails);
	const other = await world.addMovie({...movieDetails, metaId: 2, title: 'Other', originalTitle: 'Other', year: 2001});
	const third = await world.addMovie({...movieDetails, metaId: 3, title: 'Third', originalTitle: 'Third', year: 2002});
	await deps.movies.setFile(
		other.id,
		buildMediaFile({id: 'b', size: sizeOf('Other (2001)/other.mkv'), path: join(library, 'Other (2001)/other.mkv')}),
		new Date(),
	);
	await deps.movies.setFile(third.id, buildMediaFile({id: 'c', path: join(library, 'Third (2002)/Third.2002.mkv')}), new Date());
	await rm(join(library, 'Other (2001)'), {recursive: true});
	await rename(join(library, 'Third (2002)/Third.2002.mkv'), join(library, 'Third (2002)/Third.2002.1080p.mkv'));
	await deps.libraries.change(world.record.id, {backfillEnabled: true}, new Date());
	t.like(await runTask(world, 'libraryScan'), {status: 'completed', itemsProcessed: 3, itemsAffected: 3});
	t.is((await deps.movies.get(harbour.id)).file?.path, join(library, 'The Quiet Harbour (2019)/harbour.mkv'));
	t.is((await deps.movies.get(other.id)).file, null);
	t.true((await deps.movies.get(other.id)).monitored);
	t.is((await deps.movies.get(third.id)).file?.path, join(library, 'Third (2002)/Third.2002.1080p.mkv'));
	t.is((await deps.jobs.queue('backfill').getJobs(['waiting', 'prioritized'])).length, 1);
	t.like(await runTask(world, 'libraryScan'), {itemsAffected: 0});
});

/** Of a file that `write` has written. */
const sizeOf = (name: string) => `content of ${name}`.length;

test('a film is found in its own folder, and never takes the file of another film', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const {deps, library} = world;
	await world.write('All/Second.2001.mkv', 'F/First film/first.mkv');
	const named = (metaId: number, title: string) => ({...movieDetails, metaId, title, originalTitle: title, year: 2001});
	const first = await world.addMovie(named(1, 'First'), {path: join(library, 'F/First film')});
	const second = await world.addMovie(named(2, 'Second'), {path: join(library, 'All')});
	const third = await world.addMovie(named(3, 'Third'), {path: join(library, 'Third')});
	await deps.movies.setFile(
		second.id,
		buildMediaFile({id: 'b', size: sizeOf('All/Second.2001.mkv'), path: join(library, 'All/Second.2001.mkv')}),
		new Date(),
	);
	await deps.movies.setFile(third.id, buildMediaFile({id: 'c', path: join(library, 'All/Third.2001.mkv')}), new Date());
	t.like(await runTask(world, 'libraryScan'), {status: 'completed', itemsAffected: 2});
	t.is((await deps.movies.get(first.id)).file?.path, join(library, 'F/First film/first.mkv'));
	t.is((await deps.movies.get(second.id)).file?.id, 'b');
	t.is((await deps.movies.get(third.id)).file, null);
});

test('by setting, the scan ceases to want a film whose file vanished, and only that one', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const {deps, library} = world;
	await deps.settings.set('autoUnmonitorPreviouslyDownloadedMovies', true, new Date());
	await world.write('Other (2001)/other.mkv');
	const add = (metaId: number) => world.addMovie({...movieDetails, metaId});
	const [gone, there, never] = [await add(1), await add(2), await add(3)];
	await deps.movies.setFile(gone.id, buildMediaFile({id: 'a', path: join(library, 'Gone (2000)/gone.mkv')}), new Date());
	await deps.movies.setFile(
		there.id,
		buildMediaFile({id: 'b', size: sizeOf('Other (2001)/other.mkv'), path: join(library, 'Other (2001)/other.mkv')}),
		new Date(),
	);
	t.like(await runTask(world, 'libraryScan'), {status: 'completed', itemsAffected: 1});
	t.like(await deps.movies.get(gone.id), {file: null, monitored: false});
	t.true((await deps.movies.get(there.id)).monitored);
	t.true((await deps.movies.get(never.id)).monitored);
});

test('the scan compares series with their folders too', async t => {
	const world = await createWorld(t, {titles: {series}, library: {type: 'tv'}});
	const {deps, library} = world;
	await world.write('Harbour Watch (2015)/Season 1/S01E01.mkv');
	await world.backfill();
	await world.write('Harbour Watch (2015)/Season 1/S01E02.mkv');
	await rm(join(library, 'Harbour Watch (2015)/Season 1/S01E01.mkv'));
	t.like(await runTask(world, 'libraryScan'), {status: 'completed', itemsAffected: 2});
	const found = await deps.series.findOldest(21);
	const episodes = await deps.episodes.ofSeries(found?.id ?? '');
	t.deepEqual(
		episodes.map(({file}) => file?.path ?? null),
		[null, join(library, 'Harbour Watch (2015)/Season 1/S01E02.mkv')],
	);
	t.is((await deps.history.page({page: 1, limit: 10, event: 'fileDeleted'})).total, 1);
});

test('files that a person moved to another root folder are found in the new folders of their titles, and no others', async t => {
	for (const isRemoved of [false, true]) {
		const world = await createWorld(t, {titles: {series}, library: {type: 'tv'}});
		const {deps, library} = world;
		await world.write('Harbour Watch (2015)/Season 1/S01E01.mkv', 'Harbour Watch (2015)/Season 1/S01E02.mkv', 'Lamp (2019)/Lamp.mkv');
		await world.backfill();
		const lamp = await world.addMovie({...movieDetails, title: 'Lamp'});
		const kite = await world.addMovie({...movieDetails, metaId: 2, title: 'Kite'});
		const size = sizeOf('Lamp (2019)/Lamp.mkv');
		const known = {size, languages: ['fr'], releaseTitle: 'Lamp.2019.1080p.BluRay-GRP'};
		await deps.movies.setFile(lamp.id, buildMediaFile({id: 'l', ...known, path: join(library, 'Lamp (2019)/Lamp.mkv')}), new Date());
		await deps.movies.setFile(kite.id, buildMediaFile({id: 'k', size: 5, path: join(library, 'Kite (2019)/Kite.mkv')}), new Date());
		const root = `${library}2`;
		await rename(library, root);
		await mkdir(library);
		await mkdir(join(root, 'Kite (2019)'));
		await writeFile(join(root, 'Kite (2019)/Kite.mkv'), 'another one');
		await deps.rootFolders.add({name: 'New', path: root}, new Date());
		for (const old of isRemoved ? await deps.rootFolders.list() : []) {
			await (old.path === library && deps.rootFolders.remove(old.id));
		}
		const moved = (name: string) => ({rootFolderPath: root, path: join(root, name)});
		await deps.movies.change(lamp.id, moved('Lamp (2019)'), new Date());
		await deps.movies.change(kite.id, moved('Kite (2019)'), new Date());
		const show = await deps.series.findOldest(21);
		await deps.series.change(show?.id ?? '', moved('Harbour Watch (2015)'), new Date());
		t.like(await runTask(world, 'libraryScan'), {status: 'completed', itemsAffected: 3});
		t.like((await deps.movies.get(lamp.id)).file, {...known, path: join(root, 'Lamp (2019)/Lamp.mkv')});
		t.is((await deps.movies.get(kite.id)).file?.id, 'k', 'its disk may be away');
		const episodes = await deps.episodes.ofSeries(show?.id ?? '');
		t.deepEqual(
			episodes.map(({file}) => file?.path),
			['S01E01', 'S01E02'].map(name => join(root, `Harbour Watch (2015)/Season 1/${name}.mkv`)),
		);
	}
});

test('a root folder that is not there leaves its titles as they are', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const movie = await world.addMovie(movieDetails);
	await world.deps.movies.setFile(movie.id, buildMediaFile({path: join(world.library, 'gone.mkv')}), new Date());
	t.like(await runTask(world, 'libraryScan'), {status: 'completed', itemsAffected: 0});
	t.not((await world.deps.movies.get(movie.id)).file, null);
});

test('history older than 30 days goes', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const {deps} = world;
	const entry = {event: 'grabbed' as const, title: 'x', movieId: null, seriesId: null, episodeIds: [], quality: null, qualityScore: null};
	const rest = {indexer: null, downloadClient: null, downloadId: null, data: {}};
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
	await deps.history.add({...entry, ...rest, timestamp: daysAgo(31)});
	await deps.history.add({...entry, ...rest, timestamp: daysAgo(29)});
	t.like(await runTask(world, 'historyCleanup'), {status: 'completed', itemsAffected: 1});
	t.is((await deps.history.page({page: 1, limit: 10})).total, 1);
});

test('the history of a title goes with it, or with the days that it is kept', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const {deps} = world;
	const movie = await world.addMovie({...movieDetails, metaId: 99});
	const none = {seriesId: null, episodeIds: [], quality: null, qualityScore: null, indexer: null, downloadClient: null, downloadId: null};
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
	await deps.history.removeMany((await deps.history.olderThan(daysAgo(-1), {after: null, limit: 100})).map(({id}) => id));
	for (const [movieId, days] of [
		[movie.id, 31],
		[movie.id, 400],
		['deleted', 31],
		['deleted', 29],
		[null, 31],
	] as const) {
		await deps.history.add({event: 'grabbed', title: `${movieId} ${days}`, movieId, ...none, data: {}, timestamp: daysAgo(days)});
	}
	const left = async () => {
		const {id: historyId} = await runTask(world, 'historyCleanup');
		t.is((await deps.taskHistory.get(historyId)).status, 'completed');
		return (await deps.history.page({page: 1, limit: 10})).entries.map(({title}) => title).toSorted();
	};
	t.deepEqual(await left(), ['deleted 29', `${movie.id} 31`, `${movie.id} 400`].toSorted());
	await deps.settings.set('history.keepTitleDays', 365, new Date());
	t.deepEqual(await left(), ['deleted 29', `${movie.id} 31`].toSorted());
	await deps.settings.set('history.keepDays', 0, new Date());
	await deps.movies.remove(movie.id);
	t.true((await left()).includes(`${movie.id} 31`));
	await deps.settings.set('history.keepDays', 30, new Date());
	t.false((await left()).includes(`${movie.id} 31`));
	t.is(await deps.history.removeSurplus(0), 2);
});

test('the clean-up goes on where it stopped, past entries of the same moment', async t => {
	const {deps} = await createWorld(t, {titles: {}});
	const none = {movieId: null, seriesId: null, episodeIds: [], quality: null, qualityScore: null, indexer: null, downloadClient: null};
	const timestamp = new Date('2020-01-01');
	for (let n = 0; n < 5; n += 1) {
		await deps.history.add({event: 'grabbed', title: `${n}`, ...none, downloadId: null, data: {}, timestamp});
	}
	const seen: string[] = [];
	for (let after: {timestamp: Date; id: string} | null = null; ; ) {
		const page = await deps.history.olderThan(new Date('2020-01-02'), {after, limit: 2});
		seen.push(...page.map(({id}) => id));
		after = page.at(-1) ?? null;
		if (after === null) {
			break;
		}
		await deps.cleanUpClock.read({newest: null, retentionMs: 1});
		await deps.cleanUpClock.setCheckedTo({timestamp: after.timestamp, id: after.id});
		t.deepEqual(await deps.cleanUpClock.checkedTo(), {timestamp: after.timestamp, id: after.id});
	}
	t.is(new Set(seen).size, 5);
	await deps.cleanUpClock.setCheckedTo(null);
	t.is(await deps.cleanUpClock.checkedTo(), null);
});

test('nothing is removed by the clock of a host, or by a clock that has jumped', async t => {
	const world = await createWorld(t, {receivers: {}});
	const {deps} = world;
	for (const event of ['grabbed', 'imported', 'downloadFailed'] as const) {
		await world.happens(event);
	}
	const total = async () => (await deps.history.page({page: 1, limit: 10})).total;
	const ahead = {...deps, now: () => new Date(Date.now() + 40 * 86_400_000)};
	const notes: string[] = [];
	const {signal} = new AbortController();
	const task = {signal, note: ({message}: {message: string}) => void notes.push(message)} as unknown as TaskRun;
	await cleanUpHistory(task, ahead);
	t.is(await total(), 3);
	t.deepEqual(notes, []);
	await cleanUpHistory(task, {...deps, cleanUpClock: {...deps.cleanUpClock, read: async () => null}});
	t.is(await total(), 3);
	t.regex(notes.join(), /Nothing is removed for two days/);
});

test('reconciling settles libraries that only say they are being filled', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	await world.deps.libraries.setBackfill(world.record.id, 'running');
	t.like(await runTask(world, 'reconcile'), {status: 'completed', itemsAffected: 1});
	t.is((await world.deps.libraries.get(world.record.id)).backfillStatus, 'failed');
});

test('a backlog does not queue a title again while its search waits, and its activity says what it queued', async t => {
	const world = await createWorld(t, {titles: {}, library: {}});
	const {id} = await world.addMovie({...movieDetails, ...released, metaId: 1});
	const activity = async (historyId: string) => (await world.deps.taskActivities.page({historyId, page: 1, limit: 50})).activities;
	const first = await runTask(world, 'missingMovies');
	t.like(await activity(first.id), {length: 1, 0: {mediaId: id, mediaTitle: 'The Quiet Harbour', action: 'search', status: 'queued'}});
	const second = await runTask(world, 'missingMovies');
	t.is(second.itemsAffected, 0);
	t.deepEqual(await activity(second.id), []);
	const named = await runTask(world, 'missingMovies', {movieId: id});
	t.like(await activity(named.id), {length: 1, 0: {status: 'skipped'}});
	t.is((await searches(world)).length, 1);
	await world.deps.jobs.queue('search').drain();
	t.is((await runTask(world, 'missingMovies')).itemsAffected, 1);
});
