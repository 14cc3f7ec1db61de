import test from 'ava';
import {onlyAwake} from '#shared/store/tasks/task-state.ts';
import {createWorld} from '#test/helpers/world.ts';
import {searchMissingEpisodes, searchMissingMovies} from '#workers/tasks/searches/search-missing.ts';

const hour = 3_600_000;
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

test('a run plans what the budget allows, says so, and comes again when there is more', async t => {
	const {addMovies, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	await addMovies(30);
	await deps.tasks.setEnabled('missingEpisodes', false, deps.now());
	await deps.tasks.setEnabled('rssSync', false, deps.now());
	await addIndexer({queryLimit: 20, limitUnit: 'hour'}, 5);
	const {itemsAffected, why} = await plan(searchMissingMovies);
	t.is(itemsAffected, 13);
	t.regex(why ?? '', /^13 of 30 wanted titles fit into the budgets until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
	t.is((await waiting()).length, 13);
	const {nextRunAt} = await deps.tasks.get('missingMovies');
	const inHours = (Number(nextRunAt) - Date.now()) / hour;
	t.true(inHours > 0.9 && inHours <= 1.01, `${inHours}`);
	t.like(await plan(searchMissingMovies), {itemsAffected: 0}, 'what waits already uses up the rest');
	t.is((await deps.queryBudgets.read(await deps.indexers.list())).values().next().value?.hits, 5);
});

test('without limits a run plans a hundred and goes on within the hour', async t => {
	const {addMovies, addIndexer, plan, deps} = await createWorld(t, {searches: {}});
	await addMovies(105);
	await addIndexer({queryLimit: 3}, 3);
	await addIndexer();
	t.like(await plan(searchMissingMovies), {itemsAffected: 100, why: null});
	const inMs = Number((await deps.tasks.get('missingMovies')).nextRunAt) - Date.now();
	t.true(inMs > hour - 60_000 && inMs <= hour, `${inMs}`);
	t.like(await plan(searchMissingMovies, {[onlyAwake]: true}), {itemsAffected: 5, why: null}, 'no run plans a title twice');
});

test('while every indexer is paused nothing is planned, and the task runs again right after', async t => {
	const {addMovies, addIndexer, plan, deps} = await createWorld(t, {searches: {}});
	await addMovies(2);
	const {id} = await addIndexer();
	await deps.indexers.setHealth(id, {disabledUntil: new Date(Date.now() + hour)});
	const {itemsAffected, why} = await plan(searchMissingMovies);
	t.is(itemsAffected, 0);
	t.regex(why ?? '', /^None of 2 wanted titles is searched: every indexer is paused until/);
	const inMs = Number((await deps.tasks.get('missingMovies')).nextRunAt) - Date.now();
	t.true(inMs > hour - 60_000 && inMs < hour + 20_000, `${inMs}`);
});

test('a title named by the caller is searched whatever is left', async t => {
	const {addMovies, addIndexer, plan} = await createWorld(t, {searches: {}});
	const [movie] = await addMovies(3);
	await addIndexer({queryLimit: 2}, 2);
	t.like(await plan(searchMissingMovies, {movieId: movie!.id}), {itemsAffected: 1, why: null});
});

test('what airs before the budget is back is kept from the backlog', async t => {
	const {addMovies, addSeries, addIndexer, plan, deps} = await createWorld(t, {searches: {}});
	await addMovies(30);
	await deps.tasks.setEnabled('missingEpisodes', false, deps.now());
	await deps.tasks.setEnabled('rssSync', false, deps.now());
	const tomorrow = isoDay(new Date(Date.now() + 24 * hour));
	await addSeries([tomorrow, tomorrow, tomorrow]);
	await addSeries([isoDay(new Date(Date.now() + 72 * hour))]);
	await addIndexer({queryLimit: 20, limitUnit: 'day'});
	t.like(await plan(searchMissingMovies), {itemsAffected: 15});
});

test('movies and episodes share a scarce budget, and neither starves', async t => {
	const {addMovies, addSeries, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	await addMovies(30);
	for (let count = 0; count < 12; count += 1) {
		await addSeries(['2020-01-01']);
	}
	await deps.tasks.setEnabled('rssSync', false, deps.now());
	await addIndexer({queryLimit: 20});
	t.like(await plan(searchMissingMovies), {itemsAffected: 9});
	await deps.tasks.noteStart('missingMovies', deps.now());
	t.like(await plan(searchMissingEpisodes), {itemsAffected: 9});
	t.is((await waiting()).filter(({seriesId}) => seriesId !== undefined).length, 9);
});

test('a series of which little fits is searched for the episodes that wait longest', async t => {
	const {addSeries, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const {ids} = await addSeries(['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04'], {type: 'daily'});
	await deps.tasks.setEnabled('rssSync', false, deps.now());
	await addIndexer({queryLimit: 2});
	await deps.episodes.markSearched(ids.slice(0, 2), new Date('2021-01-01'));
	t.like(await plan(searchMissingEpisodes), {itemsAffected: 1});
	t.deepEqual((await waiting())[0]?.episodeIds, ids.slice(2));
});

test('an episode that never was searched does not wait behind its series', async t => {
	const {addSeries, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const [old, fresh] = [await addSeries(['2020-01-01', '2020-01-02']), await addSeries(['2020-01-01'])];
	await deps.tasks.setEnabled('rssSync', false, deps.now());
	await deps.tasks.setEnabled('missingMovies', false, deps.now());
	await deps.episodes.markSearched([old.ids[0]!], new Date('2025-01-01'));
	await deps.series.markSearched(old.id, deps.now());
	await deps.episodes.markSearched(fresh.ids, new Date('2024-01-01'));
	await deps.series.markSearched(fresh.id, new Date('2024-01-01'));
	await addIndexer({queryLimit: 3});
	await plan(searchMissingEpisodes, {limit: 1});
	t.deepEqual(
		(await waiting()).map(({seriesId}) => seriesId),
		[old.id],
	);
});

test('two runs at once plan no title twice, and a removed indexer takes its room along', async t => {
	const {addMovies, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	await addMovies(20);
	await deps.tasks.setEnabled('rssSync', false, deps.now());
	const {id} = await addIndexer({queryLimit: 10});
	await Promise.all([plan(searchMissingMovies), plan(searchMissingMovies)]);
	const ids = (await waiting()).map(({movieId}) => movieId);
	t.is(new Set(ids).size, ids.length);
	t.true(ids.length <= 18);
	await deps.indexers.remove(id);
	await deps.jobs.queue('search').drain();
	await addIndexer({queryLimit: 4});
	t.like(await plan(searchMissingMovies), {itemsAffected: 4});
});

test('long pauses between requests spread the searches of a run', async t => {
	const {addMovies, addIndexer, plan, waiting} = await createWorld(t, {searches: {}});
	await addMovies(5);
	await addIndexer({minimumIntervalSeconds: 1200});
	const {itemsAffected, why} = await plan(searchMissingMovies);
	t.is(itemsAffected, 3);
	t.regex(why ?? '', /^3 of 5 /);
	t.deepEqual(
		(await waiting()).map(({delay}) => delay).toSorted((a, b) => a - b),
		[0, 1_200_000, 2_400_000],
	);
});
