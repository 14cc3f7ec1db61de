import test from 'ava';
import type {IndexerEvent} from '#shared/store/providers/indexer-activity.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {serve} from '#test/helpers/serve.ts';

const dayMs = 86_400_000;

test('what was asked of indexers is added up over days, with those that were removed', async t => {
	const {call, deps} = await serve(t);
	const {id} = await deps.indexers.add(buildIndexer({name: 'New name'}), deps.now());
	const event = (more: Partial<IndexerEvent>): IndexerEvent => ({
		indexerId: id,
		indexerName: 'Old name',
		action: 'query',
		subject: 'Lamp (2019)',
		error: null,
		answerMs: 1000,
		requests: 2,
		releases: 30,
		...more,
	});
	const now = deps.now();
	const ago = (days: number) => new Date(Number(now) - days * dayMs);
	await deps.indexerActivity.note([event({}), event({action: 'rss', requests: 1})], ago(40));
	await deps.indexerActivity.note([event({}), event({indexerId: 'gone', indexerName: 'Gone', answerMs: 3000})], ago(3));
	const quoting = 'http://site.test/api?apikey=0123456789abcdef refuses us.';
	await deps.indexerActivity.note([event({error: quoting, requests: 1, releases: 0})], now);
	await deps.indexerActivity.note([event({action: 'grab', subject: 'Lamp.2019.1080p', answerMs: null, requests: 0, releases: 0})], now);

	const {body} = await call('GET /api/indexers/statistics');
	t.is(body.days, 30);
	t.deepEqual(
		body.indexers.map((each: Record<string, unknown>) =>
			['name', 'isStored', 'queries', 'failedQueries', 'rss', 'grabs'].map(name => each[name]),
		),
		[
			['New name', true, 2, 1, 0, 1],
			['Gone', false, 1, 0, 0, 0],
		],
	);
	t.like(body.indexers[0], {requests: 3, releases: 30, meanMs: 1000, p95Ms: 975});
	t.deepEqual(body.indexers[0].days, [
		{day: ago(3).toISOString().slice(0, 10), queries: 1, rss: 0, grabs: 0, requests: 2, failures: 0},
		{day: now.toISOString().slice(0, 10), queries: 1, rss: 0, grabs: 1, requests: 1, failures: 1},
	]);
	const all = await call('GET /api/indexers/statistics?days=400');
	t.like(all.body.indexers[0], {queries: 3, rss: 1, requests: 6});
	t.is((await call('GET /api/indexers/statistics?days=401')).status, 400);

	const history = await call(`GET /api/indexers/${id}/history`);
	t.is(history.body.pagination.total, 3, 'those of the last two weeks');
	t.like(history.body.events.at(-1), {requests: 2}, 'the oldest is the last');
	const failed = history.body.events.find(({error}: {error: string | null}) => error !== null);
	t.false(failed.error.includes('0123456789abcdef'));
	const grabs = await call(`GET /api/indexers/${id}/history?action=grab`);
	t.like(grabs.body.events, {0: {action: 'grab', subject: 'Lamp.2019.1080p', answerMs: null}, length: 1});
	t.is((await call('GET /api/indexers/gone/history')).status, 404);
});
