import {randomUUID} from 'node:crypto';
import test from 'ava';
import {createTitleNews, type NewsLimits} from '#shared/store/titles/title-news.ts';
import {withStores} from '#test/helpers/stores.ts';
import {until} from '#test/helpers/until.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';

const limits: NewsLimits = {roundMs: 5, perRound: 3, maxWaiting: 6, pauseMs: 5};
const choice = {
	monitored: true,
	minimumAvailability: 'released' as const,
	rootFolderPath: '/films',
	path: '/films/Film',
	qualityProfileId: 'profile',
	libraryId: 'films',
	searchOnAdd: false,
};

function outletOf() {
	const heard: {event: string; data: object}[] = [];
	const rounds: number[] = [];
	return {
		heard,
		rounds,
		publish: async (_stream: unknown, event: string, data: object) => void heard.push({event, data}),
		async publishMany(_stream: unknown, event: string, all: readonly object[]) {
			rounds.push(all.length);
			heard.push(...all.map(data => ({event, data})));
		},
	};
}

test('what happens to a title is reported once, in the form that it has in the end', async t => {
	const {connection, stores} = await withStores(t);
	const {id} = await stores.movies.add(movieDetails, choice, new Date());
	const news = createTitleNews(connection, {...limits, perRound: 50});
	const outlet = outletOf();
	t.teardown(news.attach(outlet as never));
	const other = randomUUID();
	news.tell('titleAdded', 'movie', [id]);
	news.tell('titleChanged', 'movie', [id]);
	news.tell('fileRemoved', 'movie', [id]);
	news.tell('fileAdded', 'movie', [id]);
	news.tell('fileAdded', 'series', [other]);
	news.tell('titleRemoved', 'series', [other], 'shows');
	await until(() => outlet.heard.length >= 3);
	t.deepEqual(outlet.heard, [
		{event: 'titleAdded', data: {kind: 'movie', id, libraryId: 'films'}},
		{event: 'fileChanged', data: {kind: 'movie', id, libraryId: 'films'}},
		{event: 'titleRemoved', data: {kind: 'series', id: other, libraryId: 'shows'}},
	]);
});

test('many titles are reported a few at a time, and too many as a reset', async t => {
	const {connection} = await withStores(t);
	const news = createTitleNews(connection, limits);
	const outlet = outletOf();
	t.teardown(news.attach(outlet as never));
	const ids = Array.from({length: 6}, () => randomUUID());
	news.tell('titleChanged', 'movie', ids, null);
	await until(() => outlet.heard.length === 6);
	t.deepEqual(outlet.rounds, [3, 3]);
	news.tell('titleChanged', 'movie', [...ids, randomUUID()], null);
	await until(() => outlet.heard.length > 6);
	t.deepEqual(outlet.heard.slice(6), [{event: 'reset', data: {}}]);
	news.tellAll();
	await until(() => outlet.heard.length === 8);
	t.is(outlet.heard[7]?.event, 'reset');
});

test('what Redis did not take becomes a reset', async t => {
	const {connection} = await withStores(t);
	const news = createTitleNews(connection, limits);
	const outlet = outletOf();
	let isAway = true;
	const publishMany = async (stream: unknown, event: string, all: readonly object[]) => {
		if (isAway) {
			isAway = false;
			throw new Error('Redis is away');
		}
		await outlet.publishMany(stream, event, all);
	};
	t.teardown(news.attach({...outlet, publishMany} as never));
	news.tell('titleChanged', 'movie', [randomUUID()], null);
	await until(() => outlet.heard.length > 0);
	t.is(outlet.heard[0]?.event, 'reset');
});
