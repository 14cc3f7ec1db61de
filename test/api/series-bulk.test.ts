import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';

const line = 'PUT /api/library/series/bulk';

async function withShows(t: ExecutionContext) {
	const served = await serve(t);
	const {deps, directory} = served;
	const [shows, more] = [join(directory, 'shows'), join(directory, 'more')];
	for (const path of [shows, more]) {
		await mkdir(path);
		await deps.rootFolders.add({name: path, path}, deps.now());
	}
	const add = (title: string, metaId: number) =>
		deps.series.add(
			buildSeriesDetails({title, metaId}),
			buildNewSeries({rootFolderPath: shows, path: join(shows, title), tags: ['old']}),
			deps.now(),
		);
	return {...served, shows, more, one: await add('One', 1), two: await add('Two', 2), add};
}

test('many series are changed at once, and what does not exist is named', async t => {
	const {call, deps, one, two} = await withShows(t);
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const {id: profile} = await deps.qualityProfiles.getDefault();
	const {status, body} = await call(line, {
		body: {
			ids: [one.id, two.id, one.id, 'nobody'],
			qualityProfileId: profile,
			monitored: false,
			monitorNewSeasons: false,
			addTags: ['New'],
			removeTags: ['old'],
		},
	});
	t.is(status, 200);
	t.like(body, {success: false, updatedCount: 2, failedCount: 1});
	t.is(body.failures[0].id, 'nobody');
	for (const {id} of [one, two]) {
		t.like(await deps.series.get(id), {
			qualityProfileId: profile,
			monitored: false,
			monitorNewSeasons: false,
			tags: ['new'],
			seasonFolder: true,
		});
	}
	const jobs = (await deps.outbox.list(20)).map(({job}) => job);
	t.true(jobs.includes('rescore-files'), 'a new profile changes scores');
});

test('a series that is not monitored has no missing episodes any more, however many are changed', async t => {
	const {call, deps, add, one, two} = await withShows(t);
	const others = await Promise.all(Array.from({length: 60}, (_none, index) => add(`Show ${index}`, 10 + index)));
	const ids = [one, two, ...others].map(({id}) => id);
	const missing = async () => (await call('GET /api/wanted/missing?type=episode')).body.pagination.total;
	const before = await missing();
	t.true(before > 0);
	t.is((await call(line, {body: {ids, monitored: false}})).body.updatedCount, 62);
	t.is(await missing(), 0);
	await call(line, {body: {ids, monitored: true}});
	t.is(await missing(), before);
	t.true((await deps.series.getMany(ids)).every(({monitored}) => monitored));
});

test('episodes follow the flag of their series also when whoever changed it died, or another changed it meanwhile', async t => {
	const {call, deps, one, two} = await withShows(t);
	await call(line, {body: {ids: [one.id, two.id], monitored: false}});
	const promised = (await deps.outbox.list(10)).filter(({job}) => job === 'settle-monitored');
	t.deepEqual(promised[0]?.payload, {seriesIds: [one.id, two.id]});
	const flags = () => deps.connection.collection('episodes').distinct('seriesMonitored', {seriesId: one.id});
	await deps.connection.collection('series').updateOne({_id: one.id as never}, {$set: {monitored: true}});
	t.deepEqual(await flags(), [false]);
	await deps.series.settleMonitored([one.id, 'nobody']);
	t.deepEqual(await flags(), [true]);
	const changes = Array.from({length: 6}, (_none, index) =>
		deps.series.changeMany([one.id, two.id], {monitored: index % 2 === 0}, deps.now()),
	);
	await Promise.all([...changes, deps.series.change(one.id, {monitored: true}, deps.now())]);
	t.deepEqual(await flags(), [(await deps.series.get(one.id)).monitored]);
});

test('folders go below another root folder, with their files only if that is asked for', async t => {
	const {call, deps, shows, more, one, two} = await withShows(t);
	await deps.series.change(two.id, {path: join(shows, 'deep/One')}, deps.now());
	const {body} = await call(line, {body: {ids: [one.id], rootFolderPath: `${more}/`}});
	t.like(body, {success: true, updatedCount: 1});
	t.false('taskId' in body);
	t.like(await deps.series.get(one.id), {rootFolderPath: more, path: join(more, 'One')});
	const moving = await call(line, {body: {ids: [two.id], rootFolderPath: more, moveFiles: true}});
	t.regex(moving.body.taskId, /^files-/);
	t.like(await deps.series.get(two.id), {rootFolderPath: shows}, 'the folder is stored once the files are there');
});

test('a wrong body is refused as a whole', async t => {
	const {call, one} = await withShows(t);
	const bodies = [
		{monitored: true},
		{ids: new Array(1001).fill('x')},
		{ids: [one.id], rootFolderPath: '/nope'},
		{ids: [one.id], qualityProfileId: 'nobody'},
		{ids: [one.id], languageProfileId: 'nobody'},
		{ids: [one.id], libraryId: 'nobody'},
		{ids: [one.id], addTags: ['!']},
		{ids: [one.id], path: '/shows/all'},
		{ids: [one.id], monitored: 'maybe'},
		{ids: [5], monitored: true},
	];
	for (const body of bodies) {
		t.is((await call(line, {body})).status, 400, JSON.stringify(body).slice(0, 80));
	}
	t.is((await call(line, {body: {ids: [one.id]}, as: 'nobody'})).status, 401);
});
