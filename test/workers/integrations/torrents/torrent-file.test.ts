import {createHash} from 'node:crypto';
import {toTorrentFile} from '@ctrl/torrent-file';
import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import {sourceOf} from '#workers/integrations/torrent-engine/torrent-source.ts';
import {encodeBencoded} from '#workers/integrations/torrents/bencode.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';
import {whyNotWritable} from '#workers/integrations/torrents/unsafe-torrent.ts';

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
			pieces: Buffer.alloc(40, 7),
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
	const info = (files: number) =>
		`d5:filesl${'d6:lengthi1e4:pathl1:aee'.repeat(files)}e4:name1:a12:piece lengthi16384e6:pieces20:${'p'.repeat(20)}e`;
	t.is(parseTorrentFile(torrent(info(10_000))).files.length, 10_000);
	const error = t.throws(() => parseTorrentFile(torrent(info(250_000))), {instanceOf: Invalid});
	t.is(error?.code, 'unsafe_torrent');
	t.is(t.throws(() => parseTorrentFile(Buffer.from(`d4:info${'l'.repeat(300_000)}`)), {instanceOf: Invalid})?.code, 'unsafe_torrent');
	t.is(t.throws(() => parseTorrentFile(Buffer.from('d4:infoi1')), {instanceOf: Invalid})?.code, 'not_a_torrent');
});

const kib = 1024;
const mib = 1024 * kib;

/** A torrent of one file with these fields of its info dictionary. */
function withInfo(fields: Record<string, unknown>): Uint8Array {
	const info = {length: 1500, name: 'Film.mkv', 'piece length': 16 * kib, pieces, ...fields};
	return encodeBencoded({info: Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined)) as never});
}

const file = (path: unknown, length: unknown = 1) => ({length, path});
const files = (...list: unknown[]) => ({length: undefined, files: list});
const deep = Array.from({length: 40}, (_, index) => `folder ${index}`);

for (const [why, fields] of [
	['a piece length of 1', {'piece length': 1, pieces: Buffer.alloc(1500 * 20)}],
	['a piece length of 0', {'piece length': 0}],
	['a negative piece length', {'piece length': -16_384}],
	['a piece length just below the least', {'piece length': 16 * kib - 1}],
	['a piece length just above the most', {'piece length': 64 * mib + 1}],
	['a piece length beyond all numbers', {'piece length': 9_007_199_254_740_991}],
	['a text as piece length', {'piece length': '16384'}],
	['a list as piece length', {'piece length': [16_384]}],
	['a dictionary as piece length', {'piece length': {a: 1}}],
	['no piece length', {'piece length': undefined}],
	['no hash', {pieces: Buffer.alloc(0)}],
	['a hash too many', {pieces: Buffer.alloc(40)}],
	['a part of a hash', {pieces: Buffer.alloc(21)}],
	['a hash too few', {length: 16 * kib + 1}],
	['hashes for another size', {length: 5_000_000_000_000}],
	['a list of hashes', {pieces: [pieces]}],
	['a number as hashes', {pieces: 20}],
	['an empty file', {length: 0, pieces: Buffer.alloc(0)}],
	['an empty list of files', {...files()}],
	['a text as list of files', {length: undefined, files: 'abc'}],
	['a file that is a text', files('abc')],
	['a file without a path', files({length: 1})],
	['a file with an empty path', files(file([]))],
	['a file whose name is empty', files(file(['a', '']))],
	['a file whose name becomes that of a folder', files(file(['a', '.:.']))],
	['a file whose name is a number', files(file([5]))],
	['a file whose path is a text', files(file('abc'))],
	['a file whose other path leads out', files({...file(['a']), 'path.utf-8': ['..', 'b']})],
	['an absolute path', files(file(['/etc', 'passwd']))],
	['a path with a zero', files(file(['a\0b']))],
	['folders without end', files(file([...deep, 'a']))],
	['a name that leads out', {name: '../up'}],
	['an absolute name', {name: '/etc'}],
	['an empty name', {name: ''}],
	['a list as name', {name: ['a']}],
	['another name that leads out', {'name.utf-8': '..'}],
] as const) {
	test(`a torrent with ${why} is refused as unsafe`, t => {
		t.is(t.throws(() => parseTorrentFile(withInfo(fields)), {instanceOf: Invalid})?.code, 'unsafe_torrent');
	});
}

test('sound torrents of all piece lengths are taken', t => {
	for (const pieceLength of [16 * kib, 16 * kib + 1, 1_000_000, 4 * mib, 64 * mib]) {
		for (const length of [1, pieceLength - 1, pieceLength, pieceLength + 1, 5 * pieceLength]) {
			const hashes = Buffer.alloc(20 * Math.ceil(length / pieceLength));
			t.is(parseTorrentFile(withInfo({'piece length': pieceLength, length, pieces: hashes})).size, length);
		}
	}
	const odd = files(file(['a', 'b']), file(['a', 'c'], 0), file(['..a', 'b..']), file(['.pad', '1']), file(['.pad', '1']));
	t.is(parseTorrentFile(withInfo(odd)).files.length, 3);
});

const cjk = (bytes: number) => '長'.repeat(Math.floor(bytes / 3)) + 'x'.repeat(bytes % 3);

for (const [why, fields, reason] of [
	['a name of 255 bytes', {name: cjk(255)}, null],
	['a name of 256 bytes', {name: cjk(256)}, /longer than the 255 bytes/],
	['a folder of 256 bytes', files(file([cjk(256), 'a.mkv'])), /longer than the 255 bytes/],
	['signs that are left out when it is written', {name: `${'?'.repeat(300)}.mkv`}, null],
	['a path of 16 such folders', files(file([...Array.from({length: 16}, () => cjk(250)), 'a.mkv'])), /longer than the 255 bytes/],
	['one path twice', files(file(['a.mkv'], 1000), file(['a.mkv'], 500)), /the same place/],
	['two paths that become one', files(file(['a?.mkv'], 1000), file(['a.mkv'], 500)), /the same place/],
	['a path through a folder that is no name', files(file(['b', '.', 'a.mkv'], 1000), file(['b', 'a.mkv'], 500)), /the same place/],
	['a file that is also a folder', files(file(['a'], 1000), file(['a', 'b.mkv'], 500)), /the same place/],
	['paddings of the same length', files(file(['a.mkv'], 700), file(['.pad', '400'], 400), file(['.pad', '400'], 400)), null],
] as const) {
	test(`the built-in client can${reason ? 'not' : ''} write a torrent with ${why}`, t => {
		const bytes = withInfo(fields);
		t.notThrows(() => parseTorrentFile(bytes), 'other clients may get it');
		const found = whyNotWritable(bytes);
		t.is(found === null, reason === null, String(found));
		t.true(reason === null || reason.test(found ?? ''));
		const {infoHash} = parseTorrentFile(bytes);
		const start = () => sourceOf({infoHash, torrentFile: bytes, magnetUrl: null});
		t.is(reason === null ? start().webSeeds.length : t.throws(start, {instanceOf: Invalid})?.code, reason === null ? 0 : 'unsafe_torrent');
	});
}
