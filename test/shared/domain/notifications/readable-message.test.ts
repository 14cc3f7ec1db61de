import test from 'ava';
import type {NotificationMessage, NotifiedRelease, NotifiedTitle} from '#shared/domain/notifications/message.ts';
import {factLines, shortened, toReadable} from '#shared/domain/notifications/readable-message.ts';

const timestamp = '2026-03-01T20:00:00.000Z';
const media: NotifiedTitle = {
	type: 'movie',
	id: 'm',
	title: 'The Quiet Harbour',
	year: 2019,
	tmdbId: 4711,
	imdbId: null,
	posterUrl: 'https://images.example/poster.jpg',
	episodes: [],
};
const release: NotifiedRelease = {
	media,
	releaseTitle: 'The.Quiet.Harbour.2019.1080p.WEB-DL-GROUP',
	quality: 'WEBDL-1080p',
	size: 3 * 1024 ** 3,
	indexer: 'Harbour',
	downloadClient: 'Box',
	downloadId: 'abc',
};

test('a grab names the title, the release, its size and where it goes', t => {
	const message = toReadable({type: 'grabbed', timestamp, data: {...release, protocol: 'torrent'}});
	t.is(message.title, 'Grabbed: The Quiet Harbour (2019)');
	t.is(message.pictureUrl, 'https://images.example/poster.jpg');
	t.is(
		factLines(message),
		'Release: The.Quiet.Harbour.2019.1080p.WEB-DL-GROUP\nQuality: WEBDL-1080p\nSize: 3.2 GB\nIndexer: Harbour\nClient: Box',
	);
});

test('only the name of a file is reported, not the folders above it', t => {
	const message = toReadable({
		type: 'imported',
		timestamp,
		data: {...release, path: '/home/eve/films/The Quiet Harbour.mkv', releaseGroup: null},
	});
	t.true(factLines(message).includes('File: The Quiet Harbour.mkv'));
	t.false(factLines(message).includes('eve'));
});

const episode = (episodeNumber: number) => ({id: String(episodeNumber), seasonNumber: 2, episodeNumber, title: `Part ${episodeNumber}`});
const titleOf = (episodes: number[], more: Partial<NotifiedTitle> = {}) =>
	toReadable({
		type: 'upgraded',
		timestamp,
		data: {...release, media: {...media, type: 'series', episodes: episodes.map(episode), ...more}, path: '/a.mkv', releaseGroup: null},
	}).title;

test('episodes are named by number, one also by its title, and many are counted', t => {
	t.is(titleOf([4]), 'Upgraded: The Quiet Harbour S02E04 – Part 4');
	t.is(titleOf([4, 5]), 'Upgraded: The Quiet Harbour S02E04, S02E05');
	t.is(titleOf([1, 2, 3, 4]), 'Upgraded: The Quiet Harbour, 4 episodes');
	t.is(titleOf([], {title: null}), `Upgraded: ${release.releaseTitle}`);
});

test('failures come first with their reason, and what works again is no problem', t => {
	const failed = toReadable({type: 'failed', timestamp, data: {...release, stage: 'import', message: 'The disk is full.'}});
	t.like(failed, {title: 'Import failed: The Quiet Harbour (2019)', isBad: true});
	t.deepEqual(failed.facts[0], {name: 'Reason', value: 'The disk is full.'});
	const health = (status: 'ok' | 'error'): NotificationMessage => ({
		type: 'health',
		timestamp,
		data: {status, subject: {kind: 'indexer', id: 'i', name: 'Harbour'}, message: 'It.'},
	});
	t.like(toReadable(health('error')), {title: 'Problem: Harbour', isBad: true});
	t.like(toReadable(health('ok')), {title: 'Works again: Harbour', isBad: false});
});

test('a message without facts has a text all the same', t => {
	const added = toReadable({type: 'titleAdded', timestamp, data: {media: release.media}});
	t.deepEqual(added.facts, []);
	t.is(factLines(added), added.title);
	t.true(added.title.startsWith('Added: '));
});

test('a deleted file says why in words', t => {
	const data = {media: null, quality: null, path: '/films/a.mkv', reason: 'missingFromDisk'};
	const message = toReadable({type: 'deleted', timestamp, data});
	t.is(message.title, 'File deleted: a.mkv');
	t.is(factLines(message), 'File: a.mkv\nReason: It is no longer on the disk');
	const replaced = toReadable({type: 'deleted', timestamp, data: {...data, reason: 'replacedByPerson'}});
	t.is(factLines(replaced), 'File: a.mkv\nReason: Somebody replaced it with another one');
});

test('a text is cut without half a character', t => {
	t.is(shortened('abcdef', 6), 'abcdef');
	t.is(shortened('abcdefg', 6), 'abcde…');
	t.is(shortened('abcd🎬fg', 6), 'abcd…');
});
