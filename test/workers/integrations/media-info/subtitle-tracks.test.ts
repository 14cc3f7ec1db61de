import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {buildMatroska, type MatroskaTrack} from '#test/helpers/build-matroska.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {createMediaInfoReader, subtitleTracks} from '#workers/integrations/media-info/media-info-reader.ts';

test('what subtitle tracks are is read from their flags and titles, and the frame rate from the picture', async t => {
	const reader = createMediaInfoReader();
	t.teardown(() => reader.close());
	const path = join(tempFolder(t), 'film.mkv');
	const tracks: MatroskaTrack[] = [
		{type: 'video', codec: 'V_MPEG4/ISO/AVC', width: 1280, height: 720, frameRate: 25},
		{type: 'subtitle', codec: 'S_TEXT/UTF8', language: 'por', title: 'Brazilian'},
		{type: 'subtitle', codec: 'S_TEXT/ASS', language: 'eng', title: 'Signs & Songs'},
		{type: 'subtitle', codec: 'S_HDMV/PGS', language: 'ger', isForced: true},
		{type: 'subtitle', codec: 'S_VOBSUB', language: 'fre', isForDeaf: true},
		{type: 'subtitle', codec: 'S_TEXT/UTF8', language: 'eng', title: 'English (SDH)'},
		{type: 'subtitle', codec: 'S_TEXT/UTF8'},
	];
	await writeFile(path, buildMatroska({tracks}));
	const info = await reader.read(path);
	t.is(info.frameRate, 25);
	t.deepEqual(info.subtitleTracks, [
		{language: 'pt-br', forced: false, hearingImpaired: false, format: 'srt', isImage: false},
		{language: 'en', forced: true, hearingImpaired: false, format: 'ass', isImage: false},
		{language: 'de', forced: true, hearingImpaired: false, format: 'pgs', isImage: true},
		{language: 'fr', forced: false, hearingImpaired: true, format: 'vobsub', isImage: true},
		{language: 'en', forced: false, hearingImpaired: true, format: 'srt', isImage: false},
		{language: null, forced: false, hearingImpaired: false, format: 'srt', isImage: false},
	]);
});

test('a file with thousands of tracks is not read to its end', t => {
	t.is(subtitleTracks(Array.from({length: 5000}, () => ({'@type': 'Text', Format: 'UTF-8', Language: 'en'}))).length, 200);
	t.like(subtitleTracks([{Format: 'EIA-608'}])[0], {format: 'cc', hearingImpaired: true, language: null});
});
