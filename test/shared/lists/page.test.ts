import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';

const now = new Date('2026-03-10T12:00:00Z');
const farthest = 10_000_000;
const entry = {
	title: 'Lamp.2020.1080p.WEB-DL-NOBODY',
	infoHash: null,
	indexer: null,
	indexerId: 'one',
	protocol: 'torrent',
	size: null,
	reason: 'A fake.',
	movieId: null,
	seriesId: null,
	episodeIds: [] as string[],
} as const;

test('a page behind the end is empty and tells the length, without a walk through the list', async t => {
	const {stores, connection} = await withStores(t);
	const {blocklist} = stores;
	for (let n = 0; n < 5; n += 1) {
		await blocklist.addNew({...entry, guid: `guid-${n}`, addedAt: new Date(Number(now) + n)});
	}
	const guids = async (page: number) => {
		const {entries, total} = await blocklist.page({page, limit: 2});
		return [total, ...entries.map(({guid}) => guid)];
	};
	t.deepEqual(
		[await guids(1), await guids(2), await guids(3)],
		[
			[5, 'guid-4', 'guid-3'],
			[5, 'guid-2', 'guid-1'],
			[5, 'guid-0'],
		],
	);

	const database = connection.db!; // withStores has connected
	await database.command({profile: 2});
	t.deepEqual([await guids(4), await guids(farthest)], [[5], [5]]);
	await database.command({profile: 0});
	const found = await database
		.collection('system.profile')
		.find({ns: /\.blocklist$/, op: 'query'})
		.toArray();
	t.deepEqual(
		found.map(({command}) => command.skip),
		[],
	);
});

test('a page behind the middle is read from the end, and every row is on one page', async t => {
	const {stores, connection} = await withStores(t);
	const {blocklist} = stores;
	for (let n = 0; n < 11; n += 1) {
		await blocklist.addNew({...entry, guid: `guid-${n}`, addedAt: new Date(Number(now) + Math.floor(n / 3))});
	}
	const rows = async (page: number, limit: number) => (await blocklist.page({page, limit})).entries.map(({id}) => id);
	const all = await rows(1, 100);
	for (const limit of [1, 2, 3, 4, 5, 10, 11]) {
		const walked = [];
		for (let page = 1; page <= Math.ceil(all.length / limit) + 1; page += 1) {
			walked.push(...(await rows(page, limit)));
		}
		t.deepEqual(walked, all, String(limit));
	}

	const database = connection.db!; // withStores has connected
	await database.command({profile: 2});
	for (let page = 1; page <= 11; page += 1) {
		await rows(page, 1);
	}
	await database.command({profile: 0});
	const found = await database
		.collection('system.profile')
		.find({ns: /\.blocklist$/, op: 'query'})
		.toArray();
	t.is(found.length, 11);
	t.true(found.every(({command}) => (command.skip ?? 0) <= 5));
});
