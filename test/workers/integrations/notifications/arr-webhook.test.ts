import test from 'ava';
import type {NotificationMessage} from '#shared/domain/notifications/message.ts';
import {arrPayload} from '#workers/integrations/notifications/arr-webhook.ts';

const timestamp = '2026-11-01T00:00:00.000Z';
const app = {number: 7, path: '/films/Harbour (2019)', tvdbId: null, episodes: [], tags: ['kids']};
const movie = {type: 'movie' as const, id: 'm', title: 'Harbour', year: 2019, tmdbId: 5, imdbId: 'tt5', episodes: [], app};
const series = {
	...{...movie, type: 'series' as const, app: {number: 8, path: '/tv/Harbour', tvdbId: 9, episodes: [70], airDates: ['2019-03-02']}},
	episodes: [{id: 'e', seasonNumber: 1, episodeNumber: 2, title: 'Two'}],
};
const release = {
	...{media: movie, releaseTitle: 'Harbour.2019-NOBODY', quality: 'WEBDL-1080p', size: 10, indexer: 'One'},
	...{downloadClient: 'qB', downloadId: 'abc'},
};
const path = `${app.path}/a.mkv`;

test('messages have the form of Radarr for movies and of Sonarr for series', t => {
	const told = (message: Omit<NotificationMessage, 'timestamp'>) => arrPayload({...message, timestamp} as NotificationMessage);
	t.like(told({type: 'grabbed', data: {...release, protocol: 'torrent'}}), {
		...{eventType: 'Grab', instanceName: 'Radarr', downloadId: 'ABC', downloadClient: 'qB'},
		movie: {id: 7, title: 'Harbour', year: 2019, tmdbId: 5, imdbId: 'tt5', folderPath: app.path, tags: ['kids']},
		release: {releaseTitle: 'Harbour.2019-NOBODY', quality: 'WEBDL-1080p', size: 10, indexer: 'One'},
	});
	t.like(told({type: 'upgraded', data: {...release, path, releaseGroup: 'NOBODY'}}), {
		...{eventType: 'Download', isUpgrade: true},
		movieFile: {relativePath: 'a.mkv', path, quality: 'WEBDL-1080p', releaseGroup: 'NOBODY'},
	});
	t.like(told({type: 'imported', data: {...release, media: series, path: '/tv/Harbour/b.mkv', releaseGroup: null}}), {
		...{eventType: 'Download', isUpgrade: false, instanceName: 'Sonarr'},
		series: {id: 8, tvdbId: 9, path: '/tv/Harbour', tags: []},
		episodes: [{id: 70, seasonNumber: 1, episodeNumber: 2, title: 'Two', seriesId: 8}],
		episodeFile: {relativePath: 'b.mkv'},
	});
	t.like(told({type: 'failed', data: {...release, stage: 'import', message: 'No room.'}}), {
		...{eventType: 'ManualInteractionRequired', downloadStatus: 'Warning'},
		downloadStatusMessages: [{title: release.releaseTitle, messages: ['No room.']}],
	});
	const deleted = {path, quality: null, reason: 'missingFromDisk'};
	t.like(told({type: 'deleted', data: {...deleted, media: movie}}), {eventType: 'MovieFileDelete', deleteReason: 'missingFromDisk'});
	t.like(told({type: 'deleted', data: {...deleted, media: series}}), {eventType: 'EpisodeFileDelete'});
	const withFile = {...movie, app: {...app, file: 12}};
	t.like(told({type: 'imported', data: {...release, media: withFile, path, releaseGroup: null}}), {
		movieFile: {id: 12, relativePath: 'a.mkv'},
	});
	t.like(told({type: 'renamed', data: {media: withFile, path, oldPath: `${app.path}/old.mkv`}}), {
		...{eventType: 'Rename', movie: {id: 7}},
		renamedMovieFiles: [{id: 12, path, relativePath: 'a.mkv', previousPath: `${app.path}/old.mkv`, previousRelativePath: 'old.mkv'}],
	});
	t.like(told({type: 'renamed', data: {media: series, path: '/tv/Harbour/b.mkv', oldPath: '/tv/Harbour/c.mkv'}}), {
		...{eventType: 'Rename', series: {id: 8}},
		renamedEpisodeFiles: [{relativePath: 'b.mkv', previousRelativePath: 'c.mkv'}],
	});
	const gone = {deletedFiles: true, size: 40};
	t.like(told({type: 'titleRemoved', data: {media: movie, ...gone}}), {eventType: 'MovieDelete', deletedFiles: true, movieFolderSize: 40});
	t.like(told({type: 'titleRemoved', data: {media: series, ...gone}}), {
		eventType: 'SeriesDelete',
		deletedFiles: true,
		series: {tvdbId: 9},
	});
	const added = ['titleAdded', 'titleRemoved'] as const;
	t.deepEqual(
		added.flatMap(type => [movie, series].map(media => (told({type, data: {media}}) as {eventType: string}).eventType)),
		['MovieAdded', 'SeriesAdd', 'MovieDelete', 'SeriesDelete'],
	);
	const subject = {kind: 'indexer' as const, id: 'i', name: 'One'};
	t.like(told({type: 'health', data: {status: 'error', subject, message: 'It is away.'}}), {eventType: 'Health', message: 'It is away.'});
	t.like(told({type: 'health', data: {status: 'ok', subject, message: 'It is back.'}}), {eventType: 'HealthRestored'});
});

test('programs are told the formats, the kind of the client, the replaced files, sizes and dates', t => {
	const told = (message: Omit<NotificationMessage, 'timestamp'>) => arrPayload({...message, timestamp} as NotificationMessage);
	const formats = {score: 120, names: ['HDR', 'Atmos']};
	const replaced = [{path: `${app.path}/old.mkv`, quality: 'HDTV-720p', size: 7}];
	const media = {...movie, app: {...app, file: 12, clientKind: 'sabnzbd' as const, formats, replaced, releaseDate: '2020-01-05'}};
	const customFormatInfo = {
		customFormats: [
			{id: 1, name: 'HDR'},
			{id: 2, name: 'Atmos'},
		],
		customFormatScore: 120,
	};
	t.like(told({type: 'grabbed', data: {...release, media, protocol: 'usenet'}}), {
		...{customFormatInfo, downloadClient: 'qB', downloadClientType: 'SABnzbd'},
		release: {customFormatScore: 120, customFormats: ['HDR', 'Atmos']},
		movie: {releaseDate: '2020-01-05'},
	});
	t.like(told({type: 'imported', data: {...release, media, path, releaseGroup: null}}), {
		...{isUpgrade: true, customFormatInfo, movieFile: {id: 12, size: 10}},
		deletedFiles: [{id: 0, path: `${app.path}/old.mkv`, relativePath: 'old.mkv', quality: 'HDTV-720p', size: 7}],
	});
	t.like(told({type: 'deleted', data: {path, quality: null, reason: 'deleted', media, size: 9}}), {movieFile: {size: 9}});
	t.like(told({type: 'grabbed', data: {...release, media: series, protocol: null}}), {
		episodes: [{airDate: '2019-03-02', airDateUtc: '2019-03-02T00:00:00Z'}],
	});
});
