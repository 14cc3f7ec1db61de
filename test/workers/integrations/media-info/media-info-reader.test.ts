import {open, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {buildMatroska, type MatroskaTrack} from '#test/helpers/build-matroska.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {createMediaInfoReader} from '#workers/integrations/media-info/media-info-reader.ts';

function withReader(t: ExecutionContext, options = {}) {
	const reader = createMediaInfoReader(options);
	t.teardown(() => reader.close());
	return {reader, folder: tempFolder(t)};
}

test('codec, channels, resolution, languages, subtitles and duration are read from the file', async t => {
	const {reader, folder} = withReader(t);
	const path = join(folder, 'film.mkv');
	const tracks: MatroskaTrack[] = [
		{type: 'video', codec: 'V_MPEG4/ISO/AVC', width: 1280, height: 720},
		{type: 'audio', codec: 'A_AAC', language: 'ger', channels: 2},
		{type: 'audio', codec: 'A_FLAC', language: 'eng', channels: 1},
		{type: 'subtitle', codec: 'S_TEXT/UTF8', language: 'fre'},
		{type: 'subtitle', codec: 'S_TEXT/UTF8'},
	];
	await writeFile(path, buildMatroska({tracks, durationSeconds: 60}));
	t.deepEqual(await reader.read(path), {
		videoCodec: 'h264',
		audioCodec: 'AAC',
		audioChannels: 2,
		resolution: '1280x720',
		videoBitDepth: null,
		dynamicRange: null,
		audioLanguages: ['de', 'en'],
		subtitleLanguages: ['fr'],
		durationSeconds: 60,
		frameRate: null,
		subtitleTracks: [
			{language: 'fr', forced: false, hearingImpaired: false, format: 'srt', isImage: false},
			{language: null, forced: false, hearingImpaired: false, format: 'srt', isImage: false},
		],
	});
});

test('a file of a tebibyte costs a few reads', async t => {
	const {reader, folder} = withReader(t);
	const path = join(folder, 'large.mkv');
	await writeFile(path, buildMatroska());
	const file = await open(path, 'r+');
	await file.truncate(1024 ** 4);
	await file.close();
	// Whoever read all of it would not be done within the limit of the reader.
	t.is((await reader.read(path)).resolution, '1920x1080');
});

test('files that hold no picture are corrupt, and the reader goes on after them', async t => {
	const {reader, folder} = withReader(t);
	const contents = {
		'zeros.mkv': Buffer.alloc(300_000),
		'text.mkv': Buffer.from('not a film'),
		'short.mkv': buildMatroska().subarray(0, 60),
		'sound.mkv': buildMatroska({tracks: [{type: 'audio', codec: 'A_FLAC', channels: 2}]}),
	};
	for (const [name, content] of Object.entries(contents)) {
		await writeFile(join(folder, name), content);
		await t.throwsAsync(reader.read(join(folder, name)), {instanceOf: Invalid, code: 'corrupt'}, name);
	}
	await writeFile(join(folder, 'film.mkv'), buildMatroska());
	t.is((await reader.read(join(folder, 'film.mkv'))).videoCodec, 'h265');
});

test('a file whose end is missing is cut off for whoever wants it whole, and a video for all others', async t => {
	const {reader, folder} = withReader(t);
	const path = join(folder, 'film.mkv');
	const film = buildMatroska({size: 3_000_000});
	await writeFile(path, film);
	t.is((await reader.read(path, {whole: true})).resolution, '1920x1080');
	await writeFile(path, film.subarray(0, 2_990_000));
	await t.notThrowsAsync(reader.read(path, {whole: true}), 'a length that is a little wrong');
	await writeFile(path, film.subarray(0, 1_048_576));
	await t.throwsAsync(reader.read(path, {whole: true}), {instanceOf: Invalid, code: 'cut_off'});
	t.is((await reader.read(path)).resolution, '1920x1080');
});

test('a file that is gone is missing, not corrupt', async t => {
	const {reader, folder} = withReader(t);
	await t.throwsAsync(reader.read(join(folder, 'none.mkv')), {instanceOf: NotFound, code: 'file_missing'});
});

test('a file that takes too long is given up, and the next one is read all the same', async t => {
	const {reader, folder} = withReader(t, {timeoutMs: 1});
	const path = join(folder, 'film.mkv');
	await writeFile(path, buildMatroska());
	await t.throwsAsync(reader.read(path), {code: 'media_info_failed'});
	await t.throwsAsync(reader.read(path), {code: 'media_info_failed'});
	const patient = createMediaInfoReader();
	t.teardown(() => patient.close());
	t.is((await patient.read(path)).videoCodec, 'h265');
});

test('several files asked for at once are read one after the other', async t => {
	const {reader, folder} = withReader(t);
	const heights = [480, 720, 1080];
	const infos = await Promise.all(
		heights.map(async height => {
			const path = join(folder, `${height}.mkv`);
			await writeFile(path, buildMatroska({tracks: [{type: 'video', codec: 'V_AV1', width: 100, height}]}));
			return reader.read(path);
		}),
	);
	t.deepEqual(
		infos.map(({resolution}) => resolution),
		heights.map(height => `100x${height}`),
	);
});

test('a disk that fails while a file is read does not make the file corrupt', async t => {
	const {reader, folder} = withReader(t);
	// Opening a folder succeeds, and reading it fails, as with a broken disk.
	await t.throwsAsync(reader.read(folder), {instanceOf: Unavailable, message: /EISDIR/});
});
