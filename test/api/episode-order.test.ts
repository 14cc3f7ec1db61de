import test, {type ExecutionContext} from 'ava';
import {Invalid} from '#shared/errors.ts';
import type {OrderPreview} from '#shared/jobs/episode-orders.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';

async function withOrders(t: ExecutionContext, preview: () => Promise<OrderPreview>) {
	const served = await serve(t);
	const added = await served.deps.series.add(buildSeriesDetails(), buildNewSeries(), served.deps.now());
	const renumbered: unknown[] = [];
	await answerJobs(t, served, {
		listEpisodeOrders: async () => ({orders: [{order: 'tmdb:abc', name: 'DVD Order', episodes: 4}]}),
		previewEpisodeOrder: preview,
		renumberSeries: async payload => void renumbered.push(payload),
	});
	return {...served, path: `/api/library/series/${added.id}/episode-order`, seriesId: added.id, renumbered};
}

const changes = [{title: 'Chapter 1', from: {seasonNumber: 1, episodeNumber: 1}, to: {seasonNumber: 2, episodeNumber: 1}, isListed: true}];

test('the orders of a series are listed, one is looked at, and chosen', async t => {
	const {call, path} = await withOrders(t, async () => ({coverage: 0.95, unchanged: 3, episodes: changes}));
	t.deepEqual((await call(`GET ${path}`)).body, {episodeOrder: null, orders: [{order: 'tmdb:abc', name: 'DVD Order', episodes: 4}]});
	t.deepEqual((await call(`GET ${path}/preview?order=tmdb:abc`)).body, {coverage: 0.95, unchanged: 3, episodes: changes});
	const {status, body} = await call(`POST ${path}`, {body: {episodeOrder: 'tmdb:abc'}});
	t.is(status, 202);
	t.is(typeof body.taskId, 'string');
});

test('an order is refused that lacks too much, that nobody lists, or that is none', async t => {
	let answer: () => Promise<OrderPreview> = async () => ({coverage: 0.79, unchanged: 3, episodes: changes});
	const {call, path, renumbered} = await withOrders(t, () => answer());
	const few = await call(`POST ${path}`, {body: {episodeOrder: 'tmdb:abc'}});
	t.is(few.status, 400);
	t.regex(JSON.stringify(few.body), /79 %/);
	answer = () => Promise.reject(new Invalid('order_unknown', 'Nobody lists it.'));
	t.is((await call(`POST ${path}`, {body: {episodeOrder: 'tvdb:dvd'}})).status, 400);
	t.is((await call(`GET ${path}/preview?order=tvdb:dvd`)).status, 400);
	for (const wrong of ['dvd', 'tmdb:', 'tmdb:../x', 'tvdb:other', 5, '']) {
		t.is((await call(`POST ${path}`, {body: {episodeOrder: wrong}})).status, 400, String(wrong));
	}
	t.is((await call(`GET ${path}/preview?order=nothing`)).status, 400);
	t.is((await call('GET /api/library/series/00000000-0000-4000-8000-000000000000/episode-order')).status, 404);
	t.deepEqual(renumbered, []);
});

test('an order is chosen with the other fields of a series, too, and is looked at before anything is written', async t => {
	let coverage = 0.95;
	const {call, deps, seriesId, renumbered} = await withOrders(t, async () => ({coverage, unchanged: 3, episodes: changes}));
	const put = (body: object) => call(`PUT /api/library/series/${seriesId}`, {body});
	t.is((await put({episodeOrder: 'tmdb:abc', monitored: false})).status, 200);
	t.is((await deps.series.get(seriesId)).episodeOrder ?? null, null, 'not before the job');
	coverage = 0.5;
	const few = await put({episodeOrder: 'tvdb:dvd', monitored: true});
	t.is(few.status, 400);
	t.is(few.body.errors[0].path, 'episodeOrder');
	t.is((await deps.series.get(seriesId)).monitored, false);
	t.is((await put({episodeOrder: null})).status, 200, 'the order that it has needs no look');
	t.is((await put({episodeOrder: 'nonsense'})).status, 400);
	t.true(renumbered.length <= 1);
});
