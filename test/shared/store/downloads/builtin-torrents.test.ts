import test from 'ava';
import {withStores} from '#test/helpers/stores.ts';

const now = new Date('2026-01-01T00:00:00Z');
const infoHash = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';
const torrent = {
	infoHash,
	title: 'The Lamp',
	magnetUrl: null,
	torrentFile: Buffer.from([1, 2, 3]),
	seedRatio: 1.5,
	seedTimeMinutes: null,
	size: 3,
};

test('a torrent is kept once, with its bytes as they were', async t => {
	const {builtinTorrents} = (await withStores(t)).stores;
	t.true(await builtinTorrents.add(torrent, now));
	t.false(await builtinTorrents.add({...torrent, title: 'Another'}, now));

	const kept = await builtinTorrents.find(infoHash);
	t.like(kept, {infoHash, title: 'The Lamp', seedRatio: 1.5, addedAt: now, completed: false, removal: null, bitfield: null});
	t.deepEqual([...(kept?.torrentFile ?? [])], [1, 2, 3]);
	t.is((await builtinTorrents.list()).length, 1);
});

test('metadata, progress and a removal are kept', async t => {
	const {builtinTorrents} = (await withStores(t)).stores;
	await builtinTorrents.add({...torrent, torrentFile: null, magnetUrl: `magnet:?xt=urn:btih:${infoHash}`, size: 0}, now);
	await builtinTorrents.saveMetadata(infoHash, {torrentFile: new Uint8Array([9, 8]), size: 77});
	const progress = {uploaded: 5, received: 6, seedingSeconds: 1.5, completed: true, finished: false, starts: 1, deaths: 0};
	await builtinTorrents.saveProgress(infoHash, {...progress, bitfield: new Uint8Array([255, 128])});
	await builtinTorrents.noteDeath([infoHash]);
	await builtinTorrents.markRemoval(infoHash, 'deleteData');

	const kept = await builtinTorrents.find(infoHash);
	t.like(kept, {...progress, deaths: 1, size: 77, removal: 'deleteData'});
	t.deepEqual([...(kept?.torrentFile ?? [])], [9, 8]);
	t.deepEqual([...(kept?.bitfield ?? [])], [255, 128]);

	await builtinTorrents.remove(infoHash);
	t.is(await builtinTorrents.find(infoHash), null);
});

test('a death of the engine concerns only those that it was starting', async t => {
	const {builtinTorrents} = (await withStores(t)).stores;
	t.true(await builtinTorrents.isEmpty());
	await builtinTorrents.add(torrent, now);
	t.false(await builtinTorrents.isEmpty());
	await builtinTorrents.noteDeath(['ab'.repeat(20)]);
	t.like(await builtinTorrents.find(infoHash), {starts: 0, deaths: 0});
});
