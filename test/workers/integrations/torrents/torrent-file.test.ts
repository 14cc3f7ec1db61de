import {createHash} from 'node:crypto';
import {toTorrentFile} from '@ctrl/torrent-file';
import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';

const pieces = Buffer.alloc(20, 7);

function torrent(info: string): Buffer {
	return Buffer.from(`d8:announce17:http://t.test/ann4:info${info}e`, 'latin1');
}

const single = `d6:lengthi1500e4:name8:Film.mkv12:piece lengthi16384e6:pieces20:${pieces.toString('latin1')}e`;

test('the hash is that of the exact info bytes', t => {
	const parsed = parseTorrentFile(torrent(single));
	t.deepEqual(parsed, {
		infoHash: createHash('sha1').update(Buffer.from(single, 'latin1')).digest('hex'),
		infoHashV2: null,
		name: 'Film.mkv',
		size: 1500,
		files: [{path: 'Film.mkv', size: 1500}],
		trackers: ['http://t.test/ann'],
		private: false,
	});
});

test('several files lie below the name of the torrent, and padding is no file', t => {
	const bytes = toTorrentFile({
		info: {
			files: [
				{length: 10, path: ['Season 1', 'a.mkv']},
				{attr: 'p', length: 16_374, path: ['.pad', '16374']},
				{length: 5, path: ['b.nfo']},
			],
			name: 'Show',
			'piece length': 16_384,
			pieces,
			private: 1,
		},
		announce: ['http://one.test', 'http://two.test'],
	});
	const parsed = parseTorrentFile(bytes);
	t.deepEqual(parsed.files, [
		{path: 'Show/Season 1/a.mkv', size: 10},
		{path: 'Show/b.nfo', size: 5},
	]);
	t.is(parsed.size, 15);
	t.true(parsed.private);
	t.deepEqual(parsed.trackers, ['http://one.test', 'http://two.test']);
});

for (const [why, bytes] of [
	['a web page', Buffer.from('<html><body>Log in first</body></html>')],
	['nothing', Buffer.alloc(0)],
	['a torrent that was cut off', torrent(single).subarray(0, 60)],
	['a torrent without its info', Buffer.from('d8:announce17:http://t.test/anne')],
	['a hundred thousand nested lists', Buffer.from('l'.repeat(100_000))],
	['a file of eleven megabytes', Buffer.alloc(11 * 1024 * 1024, 'd')],
	['a negative length', torrent(single.replace('i1500e', 'i-150e'))],
] as const) {
	test(`${why} is no torrent file`, t => {
		const error = t.throws(() => parseTorrentFile(bytes), {instanceOf: Invalid});
		t.is(error?.code, 'not_a_torrent');
	});
}

for (const path of [['..', 'x.mkv'], ['a', '../../x.mkv'], ['a\\..\\..\\x']]) {
	test(`a torrent with the path ${path.join(' then ')} is refused`, t => {
		const bytes = toTorrentFile({info: {files: [{length: 1, path}], name: 'Show', 'piece length': 16_384, pieces}});
		t.is(t.throws(() => parseTorrentFile(bytes), {instanceOf: Invalid})?.code, 'unsafe_torrent');
	});
}

test('a torrent with far more files than a download has is refused before it is decoded', t => {
	const info = (files: number) => `d5:filesl${'d6:lengthi1e4:pathl1:aee'.repeat(files)}e4:name1:a12:piece lengthi16384e6:pieces0:e`;
	t.is(parseTorrentFile(torrent(info(10_000))).files.length, 10_000);
	const error = t.throws(() => parseTorrentFile(torrent(info(250_000))), {instanceOf: Invalid});
	t.is(error?.code, 'unsafe_torrent');
	t.is(t.throws(() => parseTorrentFile(Buffer.from(`d4:info${'l'.repeat(300_000)}`)), {instanceOf: Invalid})?.code, 'unsafe_torrent');
	t.is(t.throws(() => parseTorrentFile(Buffer.from('d4:infoi1')), {instanceOf: Invalid})?.code, 'not_a_torrent');
});
