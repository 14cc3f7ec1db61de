import test from 'ava';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

test('a menu is told how much is downloading, needs a person, and is wanted, and what is wrong', async t => {
	const world = await serve(t);
	const {call, deps} = world;
	const counts = async () => (await call('GET /api/counts', {as: 'user'})).body;
	t.like(await counts(), {queue: {downloads: 0, needsYou: 0}, wanted: {missing: 0, cutoff: 0, subtitles: 0}});
	const add = (guid: string, more: object) => deps.downloads.add(buildItem({title: guid, guid, downloadId: guid, ...more}));
	await add('moving', {state: 'downloading', status: 'downloading'});
	await add('broken', {state: 'downloading', status: 'warning', health: 'error'});
	await add('refused', {state: 'importPending', status: 'completed', health: 'warning'});
	await add('waiting', {state: 'importPending', status: 'completed', health: 'ok'});
	await add('done', {state: 'imported', status: 'completed'});
	await add('lost', {state: 'failed', status: 'failed', health: 'error'});
	await addMovie(world, {digitalRelease: new Date('2026-02-01')});
	await addMovie(world, {metaId: 2, title: 'Later', inCinemas: null, digitalRelease: new Date('2996-02-01')});
	const {queue, wanted, health} = await counts();
	t.deepEqual(queue, {downloads: 4, needsYou: 2});
	t.deepEqual(wanted, {missing: 1, cutoff: 0, subtitles: 0});
	const {body} = await call('GET /api/health');
	const ofLevel = (level: string) => body.issues.filter((each: {level: string}) => each.level === level).length;
	t.deepEqual(health, {status: body.status, notice: ofLevel('notice'), warning: ofLevel('warning'), error: ofLevel('error')});
	t.true(health.error > 0, 'no worker runs');
	t.is((await call('GET /api/counts', {as: 'nobody'})).status, 401);
});
