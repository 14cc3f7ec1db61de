import test from 'ava';
import {hostileMagnet} from '#test/helpers/trap/hostile-addresses.ts';
import {buildMagnet, parseMagnet} from '#workers/integrations/torrents/magnet.ts';

const hash = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';
const v2 = 'ab'.repeat(32);

test('a magnet link tells hash, name, size and trackers', t => {
	const link = `magnet:?xt=urn:btih:${hash.toUpperCase()}&dn=The+Lamp+2024%201080p&xl=1234&tr=http%3A%2F%2Fa.test%2Fann&tr.1=udp%3A%2F%2Fb.test%3A80&tr=http%3A%2F%2Fa.test%2Fann`;
	t.deepEqual(parseMagnet(link), {
		infoHash: hash,
		infoHashV2: null,
		name: 'The Lamp 2024 1080p',
		size: 1234,
		trackers: ['http://a.test/ann', 'udp://b.test:80'],
	});
});

test('a link that was copied out of a page, with references, is read as well', t => {
	const link = `magnet:?xt=urn:btih:${hash}&amp;dn=Keeper&#039;s+Lamp&amp;tr=udp%3A%2F%2Fb.test%3A80`;
	const magnet = parseMagnet(link);
	t.is(magnet?.name, "Keeper's Lamp");
	t.deepEqual(magnet?.trackers, ['udp://b.test:80']);
});

test('a base32 hash becomes hex', t => {
	t.is(parseMagnet('magnet:?xt=urn:btih:YEX6DQDLXISUVHOJ6UM3GNNKPQJWPKEK')?.infoHash, hash);
});

test('a v2 hash is kept whole, and its first forty digits stand in for a missing v1 hash', t => {
	const onlyV2 = parseMagnet(`magnet:?xt=urn:btmh:1220${v2}`);
	t.is(onlyV2?.infoHash, v2.slice(0, 40));
	t.is(onlyV2?.infoHashV2, v2);

	const hybrid = parseMagnet(`MAGNET:?xt.1=urn:btmh:1220${v2}&xt.2=urn:btih:${hash}`);
	t.is(hybrid?.infoHash, hash);
	t.is(hybrid?.infoHashV2, v2);
});

for (const [text, why] of [
	['', 'nothing'],
	['http://a.test/file.torrent', 'another scheme'],
	['magnet:?dn=no+hash', 'no hash'],
	['magnet:?xt=urn:btih:abc', 'a short hash'],
	['magnet:?xt=urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C', 'another network'],
	[`magnet:?xt=urn:btmh:1114${v2}`, 'another hash function'],
	[`magnet:?xt=urn:btih:${hash}&dn=${'x'.repeat(70_000)}`, 'too long a link'],
] as const) {
	test(`${why} is no magnet link`, t => {
		t.is(parseMagnet(text), null);
	});
}

test('a rebuilt link has its hashes, its name and its usable trackers only', t => {
	const inside = {host: '127.0.0.2:4711', port: 4711, visits: []};
	const link = `${hostileMagnet(hash, inside)}&tr=udp%3A%2F%2Fa.test%3A80&xl=7&kt=a&xt.1=urn:btmh:1220${v2}`;
	const magnet = parseMagnet(link);
	t.truthy(magnet);
	const rebuilt = magnet && buildMagnet(magnet, {network: 'public', trustedHost: null});
	t.is(rebuilt, `magnet:?xt=urn:btih:${hash}&xt=urn:btmh:1220${v2}&dn=Trap&tr=udp%3A%2F%2Fa.test%3A80`);
});

test('a rebuilt link keeps private trackers of the indexer, and all of them when the setting allows it', t => {
	const tracker = 'http://10.0.0.1:9117/announce';
	const magnet = parseMagnet(`magnet:?xt=urn:btih:${hash}&tr=${encodeURIComponent(tracker)}`);
	const kept = `magnet:?xt=urn:btih:${hash}&tr=${encodeURIComponent(tracker)}`;
	t.is(magnet && buildMagnet(magnet, {network: 'public', trustedHost: '10.0.0.1:9117'}), kept);
	t.is(magnet && buildMagnet(magnet, {network: 'public', trustedHost: '10.0.0.1'}), `magnet:?xt=urn:btih:${hash}`);
	t.is(magnet && buildMagnet(magnet, {network: 'any', trustedHost: null}), kept);
});
