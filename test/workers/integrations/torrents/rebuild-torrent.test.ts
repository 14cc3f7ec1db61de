import test from 'ava';
import {smallTorrent} from '#test/helpers/small-torrent.ts';
import {hostileTorrent} from '#test/helpers/trap/hostile-addresses.ts';
import {privateAddressesOf, rebuildTorrent, webSeedsOf, withoutAddresses} from '#workers/integrations/torrents/rebuild-torrent.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';

const strict = {network: 'public', trustedHost: null} as const;
const inside = {host: '127.0.0.2:4711', port: 4711, visits: []};

/** A torrent with these tiers of trackers. */
function withTrackers(...tiers: string[][]): Buffer {
	const text = (value: string) => `${value.length}:${value}`;
	const list = tiers.map(tier => `l${tier.map(text).join('')}e`).join('');
	return Buffer.from(smallTorrent().torrent.toString('latin1').replace('4:info', `13:announce-listl${list}e4:info`), 'latin1');
}

test('a torrent with public trackers stays byte for byte as it is', t => {
	const {torrent} = smallTorrent();
	t.deepEqual(Buffer.from(rebuildTorrent(torrent, strict)), torrent);
});

test('whatever leads into the own network is left out, and the hash stays', t => {
	const {torrent, infoHash} = hostileTorrent(inside);
	t.true(torrent.includes('127.0.0.2'));
	const rebuilt = rebuildTorrent(torrent, strict);
	t.false(Buffer.from(rebuilt).includes('127.0.0.2'));
	t.is(parseTorrentFile(rebuilt).infoHash, infoHash);
});

test('what is left out because it is private is counted, each address once', t => {
	t.deepEqual(privateAddressesOf(hostileTorrent(inside).torrent, strict), {trackers: 2, webSeeds: 1, peers: 0});
	t.deepEqual(privateAddressesOf(hostileTorrent(inside).torrent, {...strict, network: 'any'}), {trackers: 0, webSeeds: 0, peers: 0});
	const torrent = withTrackers(['http://10.0.0.1/a', 'http://a.test/1'], ['http://10.0.0.1/a', 'gopher://10.0.0.1/']);
	t.is(privateAddressesOf(torrent, strict).trackers, 1);
});

test('usable trackers keep their tiers', t => {
	const torrent = withTrackers(['http://10.0.0.1/a', 'http://a.test/1'], ['udp://[::1]:80'], ['udp://b.test:80', 'gopher://c.test']);
	const {trackers} = parseTorrentFile(rebuildTorrent(torrent, strict));
	t.deepEqual(trackers, ['http://a.test/1', 'udp://b.test:80']);
});

test('the host and port of the indexer are allowed, and everything is when private networks are', t => {
	const torrent = withTrackers(['http://10.0.0.1:8080/a', 'http://10.0.0.1/a']);
	const trackersBy = (rule: Parameters<typeof rebuildTorrent>[1]) => parseTorrentFile(rebuildTorrent(torrent, rule)).trackers;
	t.deepEqual(trackersBy({network: 'public', trustedHost: '10.0.0.1:8080'}), ['http://10.0.0.1:8080/a']);
	t.is(trackersBy({network: 'any', trustedHost: null}).length, 2);
});

test('web seeds are kept only if they are usable', t => {
	const {torrent} = hostileTorrent({...inside, host: 'files.test'});
	t.deepEqual(webSeedsOf(rebuildTorrent(torrent, strict)), ['http://files.test/file/']);
	t.deepEqual(webSeedsOf(withoutAddresses(torrent)), []);
});

for (const [what, text] of [
	['nothing', ''],
	['a list', 'le'],
	['a dictionary that is cut off', 'd4:infod4:name3:a'],
	['a length that lies', 'd4:info99999:a'],
	['deep nesting', `d4:info${'l'.repeat(50_000)}`],
] as const) {
	test(`${what} is no torrent`, t => {
		t.throws(() => rebuildTorrent(Buffer.from(text), strict), {code: 'not_a_torrent'});
	});
}
