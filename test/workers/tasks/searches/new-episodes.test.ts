import {randomUUID} from 'node:crypto';
import test from 'ava';
import {type SearchEpisodes, searchEpisodes} from '#shared/jobs/search.ts';
import {buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {createWorld} from '#test/helpers/world.ts';
import {findNewEpisodes} from '#workers/tasks/new-episodes.ts';
import {searchMissingEpisodes} from '#workers/tasks/searches/search-missing.ts';

const hour = 3_600_000;
const day = 24 * hour;
const isoDay = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

test('an episode is found by its own air date, whatever the counts of its series say', async t => {
	const {addSeries, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const {id} = await addSeries([null, null]);
	t.like(await plan(findNewEpisodes), {itemsAffected: 0});
	const dated = buildSeriesDetails({metaId: 1, tvMetaId: 1, title: 'Quiet Show 1', seasons: [buildSeason(1, [isoDay(-9), isoDay(-5)])]});
	await deps.series.refresh(id, dated, new Date(Date.now() - 30 * day));
	t.like(await plan(findNewEpisodes), {itemsProcessed: 1, itemsAffected: 1});
	t.is((await waiting())[0]?.episodeIds?.length, 2);
});

test('new episodes go before the backlog, and take along what it has queued for their series', async t => {
	const {addSeries, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const {id, ids} = await addSeries([isoDay(-40), isoDay(-1)]);
	await addSeries([isoDay(-50)]);
	await deps.series.settle(deps.now());
	const backlog = randomUUID();
	const old: SearchEpisodes = {seriesId: id, seasonNumber: null, episodeIds: [ids[0]!], reason: 'missing', executionId: backlog};
	await deps.jobs.enqueue(searchEpisodes, old, {priority: 50, delayMs: hour});
	await plan(searchMissingEpisodes);
	t.is((await waiting()).length, 2);
	t.like(await plan(findNewEpisodes), {itemsAffected: 1});
	const [first, second] = await waiting();
	t.like(first, {seriesId: id, priority: 30, delay: 0, executionId: backlog});
	t.deepEqual(first?.episodeIds?.toSorted(), ids.toSorted());
	t.is(second?.priority, 50);
	t.like(await plan(findNewEpisodes), {itemsAffected: 0}, 'what waits already is not queued again');
	t.is((await waiting()).length, 2);
});

test('a first search may use what is kept from the backlog, a second one may not', async t => {
	const {addSeries, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const shows = [await addSeries([isoDay(-1), isoDay(1)]), await addSeries([isoDay(-1)])];
	await deps.tasks.setEnabled('rssSync', false, deps.now());
	await addIndexer({queryLimit: 10}, 8);
	await deps.episodes.markSearched([shows[0]!.ids[0]!], new Date(Date.now() - 5 * hour));
	const {itemsAffected, why} = await plan(findNewEpisodes);
	t.is(itemsAffected, 1);
	t.regex(why ?? '', /^0 of 1 wanted title fit/);
	t.deepEqual((await waiting())[0]?.seriesId, shows[1]!.id);
});

test('when the indexers are paused at air time, the task runs again right after the pause', async t => {
	const {addSeries, addIndexer, plan, deps} = await createWorld(t, {searches: {}});
	await addSeries([isoDay(-1)]);
	const {id} = await addIndexer();
	await deps.indexers.setHealth(id, {disabledUntil: new Date(Date.now() + 20 * 60_000)});
	t.like(await plan(findNewEpisodes), {itemsAffected: 0});
	const inMs = Number((await deps.tasks.get('newEpisodes')).nextRunAt) - Date.now();
	t.true(inMs > 19 * 60_000 && inMs < 21 * 60_000, `${inMs}`);
});

test('however long its interval is, the task runs within an hour after the next episode airs', async t => {
	const {addSeries, plan, deps} = await createWorld(t, {searches: {}});
	await deps.tasks.changeInterval('newEpisodes', {interval: 30, intervalUnit: 'days'}, deps.now());
	const airs = isoDay(2);
	await addSeries([isoDay(-400), airs]);
	t.like(await plan(findNewEpisodes), {itemsAffected: 0});
	const {nextRunAt} = await deps.tasks.get('newEpisodes');
	const afterMs = Number(nextRunAt) - Number(new Date(`${airs}T00:00:00Z`));
	t.true(afterMs > 45 * 60_000 && afterMs < 55 * 60_000, `${afterMs}`);
});

test('with nothing due, a run asks the database a few questions that do not depend on the library', async t => {
	const {addSeries, addIndexer, plan, deps} = await createWorld(t, {searches: {}});
	for (let count = 0; count < 5; count += 1) {
		await addSeries([isoDay(-400), isoDay(-300), isoDay(30)]);
	}
	await addIndexer({queryLimit: 5});
	let loaded = 0;
	const ofSeries = (id: string) => {
		loaded += 1;
		return deps.episodes.ofSeries(id);
	};
	const episodes = {...deps.episodes, ofSeries};
	t.like(await plan(findNewEpisodes, {}, {episodes}), {itemsProcessed: 0, itemsAffected: 0, why: null});
	t.is(loaded, 0);
});
