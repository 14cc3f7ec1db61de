import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {pino} from 'pino';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleRunBulkChange} from '#workers/tasks/run-bulk-change.ts';

const log = pino({level: 'silent'});

async function withTitles(t: ExecutionContext) {
	const served = await serve(t);
	const {deps, call, directory} = served;
	const [root, more] = [join(directory, 'titles'), join(directory, 'more')];
	for (const path of [root, more]) {
		await mkdir(path);
		await deps.rootFolders.add({name: path, path}, deps.now());
	}
	const film = (title: string, metaId: number, monitored = true) =>
		addMovie(served, {title, metaId}, {rootFolderPath: root, path: join(root, title), monitored});
	const show = (title: string, metaId: number) =>
		deps.series.add(buildSeriesDetails({title, metaId}), buildNewSeries({rootFolderPath: root, path: join(root, title)}), deps.now());
	/** What the job does, in this process; a killed run is repeated. */
	const run = ({id, executionId}: {id: string; executionId: string}, signal = new AbortController().signal) =>
		handleRunBulkChange({changeId: id, executionId}, deps as unknown as WorkerDeps, {id: 'job', attempt: 1, signal, log});
	/** Asks for it, does it, and tells what came out. */
	const bulk = async (line: string, body: object) => {
		const started = await call(line as 'POST /', {body});
		t.is(started.status, 202, JSON.stringify(started.body));
		await run(started.body);
		const {body: shown} = await call(`GET /api/bulk-changes/${started.body.id}`);
		const {body: listed} = await call(`GET /api/tasks/history/${started.body.executionId}/activity?status=failed`);
		return {begun: started.body, shown, failures: listed.activity};
	};
	return {...served, root, more, film, show, run, bulk};
}

test('films are edited by a job, and what fails is listed with its reason', async t => {
	const {deps, film, bulk, more} = await withTitles(t);
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const one = await film('One', 1);
	const full = await film('Full', 2);
	const tags = Array.from({length: 50}, (_none, index) => `tag-${index}`);
	await deps.movies.change(full.id, {tagChange: {set: tags}}, deps.now());
	const edit = {qualityProfileId, monitored: false, minimumAvailability: 'announced', addTags: ['New'], rootFolderPath: more};
	const {begun, shown, failures} = await bulk('POST /api/library/movies/bulk-edit', {ids: [one.id, one.id, full.id, 'nobody'], ...edit});
	t.is(begun.total, 3);
	t.like(shown, {status: 'completed', action: 'edit', mediaType: 'movie', total: 3, processed: 3, error: null});
	t.is(shown.failed, failures.length);
	t.true(failures.some((each: {mediaId: string; message: string}) => each.mediaId === 'nobody' && /no movie/.test(each.message)));
	t.like(await deps.movies.get(one.id), {
		qualityProfileId,
		monitored: false,
		minimumAvailability: 'announced',
		tags: ['new'],
		rootFolderPath: more,
		path: join(more, 'One'),
	});
});

test('all titles of a filter are changed, without those that are left out', async t => {
	const {deps, film, bulk} = await withTitles(t);
	const [one, two, other] = [await film('One', 1), await film('Two', 2), await film('Other', 3, false)];
	const {shown} = await bulk('POST /api/library/movies/bulk-edit?monitored=true&limit=1&page=7', {
		all: true,
		except: [two.id],
		addTags: ['seen'],
	});
	t.like(shown, {total: 1, processed: 1, failed: 0});
	const tagsOf = async ({id}: {id: string}) => (await deps.movies.get(id)).tags;
	t.deepEqual([await tagsOf(one), await tagsOf(two), await tagsOf(other)], [['seen'], [], []]);
});

test('the type of many series is changed, and given back to the provider', async t => {
	const {deps, show, bulk} = await withTitles(t);
	const shows = [await show('One', 1), await show('Two', 2)];
	const ids = shows.map(({id}) => id);
	await bulk('POST /api/library/series/bulk-edit', {ids, type: 'anime', monitored: false});
	for (const id of ids) {
		t.like(await deps.series.get(id), {type: 'anime', chosenType: 'anime', monitored: false});
	}
	await bulk('POST /api/library/series/bulk-edit', {ids, type: null});
	t.like(await deps.series.get(ids[0] ?? ''), {type: shows[0]?.type, chosenType: null});
});

test('which episodes of many series are monitored is chosen again, and specials stay as they are', async t => {
	const {deps, call, bulk, root} = await withTitles(t);
	const seasons = [
		buildSeason(0, ['2020-01-01']),
		buildSeason(1, ['2020-01-01', '2020-01-08']),
		buildSeason(2, ['2021-01-01', '2996-01-08']),
	];
	const add = (metaId: number) =>
		deps.series.add(
			buildSeriesDetails({title: `Show ${metaId}`, metaId, seasons}),
			buildNewSeries({rootFolderPath: root, path: join(root, `${metaId}`), monitored: true}),
			deps.now(),
		);
	const ids = [(await add(1)).id, (await add(2)).id];
	const [id = ''] = ids;
	await call(`PUT /api/library/series/${id}/seasons/0`, {body: {monitored: true}});
	const monitored = async () => {
		const {body} = await call('GET /api/library/series?withSeasons=true&withStanding=true');
		const {seasons: shown} = body.series.find((each: {id: string}) => each.id === id);
		const episodes = await deps.episodes.ofSeries(id);
		return {
			seasons: shown.filter((each: {monitored: boolean}) => each.monitored).map((each: {seasonNumber: number}) => each.seasonNumber),
			episodes: episodes
				.filter(each => each.monitored)
				.map(each => `${each.seasonNumber}x${each.episodeNumber}`)
				.toSorted(),
		};
	};
	t.deepEqual(await monitored(), {seasons: [0, 1, 2], episodes: ['0x1', '1x1', '1x2', '2x1', '2x2']});
	await bulk('POST /api/library/series/bulk-edit', {ids, monitor: 'future'});
	t.deepEqual(await monitored(), {seasons: [0, 2], episodes: ['0x1', '2x2']});
	await bulk('POST /api/library/series/bulk-edit', {ids, monitor: 'firstSeason'});
	t.deepEqual(await monitored(), {seasons: [0, 1], episodes: ['0x1', '1x1', '1x2']});
	await bulk('POST /api/library/series/bulk-edit', {all: true, monitor: 'none', monitored: false});
	t.deepEqual(await monitored(), {seasons: [], episodes: []});
	t.false((await deps.series.get(id)).monitored);
	const {body} = await call('GET /api/library/series');
	t.false('seasons' in body.series[0], 'only on request');
});

test('files of many titles are moved by one change of files', async t => {
	const {deps, film, bulk, more} = await withTitles(t);
	const ids = [(await film('One', 1)).id, (await film('Two', 2)).id];
	await bulk('POST /api/library/movies/bulk-edit', {ids, rootFolderPath: more, moveFiles: true});
	const {changes} = await deps.fileChanges.page({page: 1, limit: 10});
	t.is(changes.length, 1);
	t.like(changes[0], {kind: 'move', to: more, start: true});
	t.deepEqual(changes[0]?.selection.movieIds.toSorted(), ids.toSorted());
});

test('the files of a whole list are moved by administrators only, as those of whole libraries are', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	await deps.rootFolders.add({path: '/media/other', name: 'other'}, deps.now());
	for (const path of ['movies', 'series']) {
		const edit = (body: object, as: 'user' | 'administrator') => call(`POST /api/library/${path}/bulk-edit`, {as, body});
		const moving = {all: true, rootFolderPath: '/media/other', moveFiles: true};
		const refused = await edit(moving, 'user');
		t.like(refused.body, {status: 403, code: 'administrator_required'});
		t.is((await edit({all: true, rootFolderPath: '/media/other'}, 'user')).status, 202, 'without the files');
		t.is((await edit(moving, 'administrator')).status, 202);
	}
});

test('searches and refreshes of many titles are promised, each with the execution that gets its outcome', async t => {
	const {deps, film, show, bulk} = await withTitles(t);
	const [one, series] = [await film('One', 1), await show('Show', 2)];
	const search = await bulk('POST /api/library/movies/bulk-search', {ids: [one.id, 'nobody']});
	t.like(search.shown, {processed: 2, failed: 1});
	await bulk('POST /api/library/series/bulk-search', {ids: [series.id]});
	await bulk('POST /api/library/movies/bulk-refresh', {ids: [one.id]});
	await bulk('POST /api/library/series/bulk-refresh', {all: true});
	const promised = await deps.outbox.list(20);
	t.deepEqual(promised.map(({job}) => job).toSorted(), ['refresh-movie', 'refresh-series', 'search-episodes', 'search-movie']);
	t.like(promised.find(({job}) => job === 'search-movie')?.payload, {movieId: one.id, executionId: search.begun.executionId});
});

test('many titles are deleted and excluded, also by a run that goes on after one that died', async t => {
	const {deps, call, film, show, run, bulk} = await withTitles(t);
	const films = await Promise.all(Array.from({length: 30}, (_none, index) => film(`Film ${index}`, index + 1)));
	const ids = films.map(({id}) => id);
	const {body: begun} = await call('POST /api/library/movies/bulk-delete?addImportExclusion=true', {body: {ids}});
	const stop = new AbortController();
	// The first few are gone, and nobody knows.
	await deps.movies.remove(ids[0] ?? '', null, deps.now());
	stop.abort(new Error('The process stops'));
	await t.throwsAsync(run(begun, stop.signal));
	await run(begun);
	const {body: shown} = await call(`GET /api/bulk-changes/${begun.id}`);
	t.like(shown, {status: 'completed', processed: 30, failed: 0});
	t.is((await call('GET /api/library/movies')).body.pagination.total, 0);
	const {rows, total} = await deps.deletions.page({page: 1, limit: 3});
	t.is(total, 29);
	for (const {id, titleId} of rows) {
		const kept = (await deps.deletions.documentsKept(id)).map(({document}) => document._id);
		t.deepEqual(kept, [titleId], 'each can be undone alone');
	}
	t.is((await deps.history.page({page: 1, limit: 100, event: 'titleRemoved'})).total, 30);
	t.is((await call('GET /api/import-exclusions')).body.pagination?.total ?? 29, 29);
	const series = await show('Show', 99);
	await bulk('POST /api/library/series/bulk-delete', {ids: [series.id]});
	t.is(await deps.series.find(series.id), null);
});

test('copies of one work that are deleted together are excluded from every library', async t => {
	const {deps, root, bulk} = await withTitles(t);
	const served = {deps} as never;
	const libraries = ['one', 'two'];
	const ids: string[] = [];
	for (const libraryId of libraries) {
		ids.push((await addMovie(served, {title: 'Lamp', metaId: 5}, {rootFolderPath: root, path: join(root, libraryId), libraryId})).id);
	}
	await bulk('POST /api/library/movies/bulk-delete?addImportExclusion=true', {ids});
	t.true(await deps.importExclusions.has('movie', 5, 'three'));
});

test('many series are deleted with their episodes and files, some in each step', async t => {
	const {deps, show, bulk} = await withTitles(t);
	const shows = [await show('One', 1), await show('Two', 2), await show('Three', 3)];
	const ids = shows.map(({id}) => id);
	const [episode] = await deps.episodes.ofSeries(ids[0] ?? '');
	const file = buildMediaFile({path: join(shows[0]?.path ?? '', '1.mkv')});
	await deps.episodes.recordFile({seriesId: ids[0] ?? '', episodeIds: [episode?.id ?? ''], file, replaces: []}, deps.now());
	const {shown} = await bulk('POST /api/library/series/bulk-delete?deleteFiles=true', {ids});
	t.like(shown, {processed: 3, failed: 0});
	t.is((await deps.episodes.ofSeries(ids[1] ?? '')).length, 0);
	const [removal, ...others] = await deps.outbox.list(10);
	t.like(removal, {job: 'delete-episode-files', payload: {seriesId: ids[0], paths: [file.path]}});
	t.deepEqual(others, []);
	const {rows} = await deps.deletions.page({page: 1, limit: 10, titleId: ids[0] ?? ''});
	t.like(rows[0], {files: 1, filesDeleted: true});
	t.true((await deps.deletions.documentsKept(rows[0]?.id ?? '')).length > 1);
});

test('five thousand titles are named by one request', async t => {
	const {call} = await withTitles(t);
	const ids = Array.from({length: 5000}, (_none, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
	t.like((await call('POST /api/library/movies/bulk-edit', {body: {ids, monitored: true, addTags: ['a', 'b']}})).body, {total: 5000});
	t.is((await call('POST /api/library/series/bulk-delete', {body: {ids}})).status, 202);
});

test('a bulk change is stopped after the titles it is at', async t => {
	const {call, film} = await withTitles(t);
	const {body: begun} = await call('POST /api/library/movies/bulk-refresh', {body: {ids: [(await film('One', 1)).id]}});
	t.is((await call(`POST /api/bulk-changes/${begun.id}/cancel`)).status, 202);
	t.like((await call(`GET /api/bulk-changes/${begun.id}`)).body, {status: 'cancelled', processed: 0});
	t.is((await call(`POST /api/bulk-changes/${begun.id}/cancel`)).body.code, 'task_not_running');
});

test('a request must say which titles, and only once', async t => {
	const {call} = await withTitles(t);
	for (const body of [{}, {ids: [], all: true}, {all: false}, {ids: Array.from({length: 5001}, () => 'x')}]) {
		t.is((await call('POST /api/library/movies/bulk-edit', {body})).status, 400, JSON.stringify(body).slice(0, 50));
	}
	t.is(
		(await call('POST /api/library/movies/bulk-edit', {body: {ids: [], qualityProfileId: 'none'}})).body.errors[0].path,
		'qualityProfileId',
	);
	t.is((await call('GET /api/bulk-changes/nobody')).status, 404);
});

test('titles that two bulk deletions delete at the same time have one deletion each', async t => {
	const {deps, call, film, show, run} = await withTitles(t);
	const ids = (await Promise.all(Array.from({length: 12}, (_none, index) => film(`Film ${index}`, index + 1)))).map(({id}) => id);
	const shows = [(await show('Show', 98)).id, (await show('Other', 99)).id];
	const begin = async (kind: string, wanted: string[]) =>
		(await call(`POST /api/library/${kind}/bulk-delete?deleteFiles=true`, {body: {ids: wanted}})).body;
	const begun = [
		await begin('movies', ids),
		await begin('movies', ids.toReversed()),
		await begin('series', shows),
		await begin('series', shows),
	];
	await Promise.all(begun.map(each => run(each)));
	const {rows, total} = await deps.deletions.page({page: 1, limit: 100});
	t.deepEqual(rows.map(({titleId}) => titleId).toSorted(), [...ids, ...shows].toSorted());
	t.is(total, 14);
});

test('an edit of many titles is undone: each is what it was, and what somebody changed since then stays', async t => {
	const {deps, call, film, run, bulk} = await withTitles(t);
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const [first, second] = await deps.qualityProfiles.list();
	const profiles = [first?.id ?? '', second?.id ?? ''] as const;
	const films = [await film('One', 1), await film('Two', 2, false), await film('Three', 3), await film('Gone', 4)];
	const [one, two, three, gone] = films.map(({id}) => id) as [string, string, string, string];
	await deps.movies.change(one, {qualityProfileId: profiles[0], tagChange: {set: ['old', 'both']}}, deps.now());
	await deps.movies.change(two, {qualityProfileId: profiles[1]}, deps.now());
	await deps.movies.change(three, {qualityProfileId: profiles[0]}, deps.now());
	const before = await deps.movies.getMany([one, two]);
	const {begun, shown} = await bulk('POST /api/library/movies/bulk-edit', {
		ids: [one, two, three, gone],
		qualityProfileId: profiles[1],
		monitored: false,
		addTags: ['new', 'both'],
		removeTags: ['old'],
	});
	t.true(shown.canUndo);
	await deps.movies.change(three, {monitored: true, tagChange: {add: ['own']}}, deps.now());
	await deps.movies.remove(gone, null, deps.now());

	const undone = await call(`POST /api/bulk-changes/${begun.id}/undo`);
	t.is(undone.status, 202, JSON.stringify(undone.body));
	await run(undone.body);
	await run(undone.body);
	const fields = ({id, monitored, qualityProfileId, tags}: (typeof before)[number]) => ({id, monitored, qualityProfileId, tags});
	t.deepEqual((await deps.movies.getMany([one, two])).map(fields), before.map(fields));
	t.like(await deps.movies.get(three), {monitored: true, qualityProfileId: profiles[0], tags: ['own']});
	const {body: ended} = await call(`GET /api/bulk-changes/${undone.body.id}`);
	t.like(ended, {action: 'undo', status: 'completed', processed: 4, failed: 1, canUndo: false});
	t.false((await call(`GET /api/bulk-changes/${begun.id}`)).body.canUndo);
	t.like((await call(`POST /api/bulk-changes/${begun.id}/undo`)).body, {status: 409, code: 'already_undone'});
});

test('a deletion of many titles is undone by one request; searches and moves of files are not', async t => {
	const {deps, call, film, more, run, bulk, headersOf} = await withTitles(t);
	const ids = [(await film('One', 1)).id, (await film('Two', 2)).id];
	const {begun, shown} = await bulk('POST /api/library/movies/bulk-delete', {ids});
	t.true(shown.canUndo);
	await headersOf('user');
	const user = (await call('GET /api/auth/session', {as: 'user'})).body.user.id;
	await call(`PUT /api/users/${user}` as 'PUT /', {body: {rights: {deleteTitles: false}}});
	t.like((await call(`POST /api/bulk-changes/${begun.id}/undo`, {as: 'user'})).body, {status: 403, code: 'right_required'});
	const undone = await call(`POST /api/bulk-changes/${begun.id}/undo`);
	await run(undone.body);
	const states = (await deps.deletions.page({page: 1, limit: 10})).rows.map(({state}) => state);
	t.deepEqual(states, ['undoing', 'undoing']);
	const promised = (await deps.outbox.list(20)).filter(({job}) => job === 'undo-deletion');
	t.is(promised.length, 2);

	const other = (await film('Three', 3)).id;
	const search = await bulk('POST /api/library/movies/bulk-search', {ids: [other]});
	t.like((await call(`POST /api/bulk-changes/${search.begun.id}/undo`)).body, {status: 409, code: 'not_undoable'});
	const move = await bulk('POST /api/library/movies/bulk-edit', {ids: [other], rootFolderPath: more, moveFiles: true});
	t.like((await call(`POST /api/bulk-changes/${move.begun.id}/undo`)).body, {status: 409, code: 'not_undoable'});
	t.is((await call('POST /api/bulk-changes/none/undo')).status, 404);
	const waiting = await call('POST /api/library/movies/bulk-edit', {body: {ids: [other], monitored: false}});
	t.like((await call(`POST /api/bulk-changes/${waiting.body.id}/undo`)).body, {status: 409, code: 'still_running'});
});
