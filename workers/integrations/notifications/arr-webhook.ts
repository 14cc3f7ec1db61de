import type {DownloadClientKind} from '#shared/domain/downloads/download-client-record.ts';
import type {NotificationMessage, NotifiedRelease, NotifiedTitle} from '#shared/domain/notifications/message.ts';
import type {Scope} from '#shared/domain/scope.ts';
import {Invalid} from '#shared/errors.ts';
import type {OpenReceiver} from './receiver.ts';
import {postMessage} from './webhook.ts';

/** What Radarr and Sonarr send, for programs that were made to be told by them. There are no signatures. */
export const openArrWebhook: OpenReceiver = ({url, method, username, password, settings, scope}, deps) => {
	const login =
		username || password ? {authorization: `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`} : {};
	const own = Object.entries(settings).map(([name, value]) => [name.toLowerCase(), String(value ?? '')] as const);
	const headers = {...login, ...Object.fromEntries(own), 'content-type': 'application/json'};
	const post = (body: object, signal: AbortSignal) => postMessage({url, method, headers, body: JSON.stringify(body)}, deps, signal);
	return {
		max: 1,
		inOrder: true,
		divide: deliveries => deliveries.map(delivery => [delivery]),
		async send([delivery], signal) {
			const payload = delivery ? arrPayload(delivery.message) : null;
			return payload ? post(payload, signal) : {status: 200, error: null};
		},
		async test(signal) {
			const {status, error} = await post(testPayload(scope), signal);
			if (error !== null) {
				throw new Invalid('wrong_protocol', error);
			}
			return {version: null, details: [`It answered a test message with status ${status}.`]};
		},
	};
};

const names = {movie: 'Radarr', series: 'Sonarr'} as const;

/** The message in the form of the program that the title would be in; null for what these programs do not tell. */
export function arrPayload(message: NotificationMessage): object | null {
	const {type, data} = message;
	if (type === 'health') {
		const isOk = data.status === 'ok';
		const told = {level: isOk ? 'ok' : 'error', message: data.message, type: data.subject.kind, wikiUrl: 'https://wiki.servarr.com/'};
		return {...told, eventType: isOk ? 'HealthRestored' : 'Health', instanceName: 'Kinoteka'};
	}
	if (type === 'dailySummary') {
		return null;
	}
	const {media} = data;
	const kind = media?.type ?? 'movie';
	const isMovie = kind === 'movie';
	const shared = {...titleOf(media), instanceName: names[kind], applicationUrl: ''};
	const file = isMovie ? 'movieFile' : 'episodeFile';
	switch (type) {
		case 'grabbed':
			return {...shared, release: releaseOf(data), ...clientOf(data), ...formatsOf(media), eventType: 'Grab'};
		case 'imported':
		case 'upgraded': {
			const placed = {
				...fileOf(data.path, data.quality, {media, size: data.size}),
				releaseGroup: data.releaseGroup,
				sceneName: data.releaseTitle,
			};
			const deletedFiles = (media?.app?.replaced ?? []).map(old => ({...fileOf(old.path, old.quality, {media, size: old.size}), id: 0}));
			const isUpgrade = type === 'upgraded' || deletedFiles.length > 0;
			const told = {isUpgrade, ...(deletedFiles.length > 0 && {deletedFiles}), release: releaseOf(data), ...formatsOf(media)};
			return {...shared, [file]: placed, ...told, ...clientOf(data), eventType: 'Download'};
		}
		case 'deleted': {
			const deleteReason = reasons[data.reason] ?? 'manual';
			const gone = fileOf(data.path, data.quality, {media, size: data.size ?? null});
			return {...shared, [file]: gone, deleteReason, eventType: isMovie ? 'MovieFileDelete' : 'EpisodeFileDelete'};
		}
		case 'renamed': {
			const {path, oldPath} = data;
			const now = fileOf(path, null, {media, size: null});
			const {relativePath: previousRelativePath} = fileOf(oldPath, null, {media, size: null});
			const renamed = [{...now, previousPath: oldPath, previousRelativePath}];
			return {...shared, [isMovie ? 'renamedMovieFiles' : 'renamedEpisodeFiles']: renamed, eventType: 'Rename'};
		}
		case 'failed': {
			const {releaseTitle, quality, size} = data;
			const downloadInfo = {quality, qualityVersion: 1, title: releaseTitle, size: size ?? 0};
			const downloadStatusMessages = [{title: releaseTitle, messages: [data.message]}];
			const told = {downloadInfo, ...clientOf(data), downloadStatus: 'Warning', downloadStatusMessages, release: releaseOf(data)};
			return {...shared, ...told, ...formatsOf(media), eventType: 'ManualInteractionRequired'};
		}
		case 'titleAdded':
			return {...shared, ...(isMovie && {addMethod: 'manual'}), eventType: isMovie ? 'MovieAdded' : 'SeriesAdd'};
		case 'titleRemoved': {
			const {deletedFiles = false, size = 0} = data;
			return {...shared, deletedFiles, ...(isMovie && {movieFolderSize: size}), eventType: isMovie ? 'MovieDelete' : 'SeriesDelete'};
		}
	}
}

const reasons: Readonly<Record<string, string>> = {
	upgrade: 'upgrade',
	replacedByPerson: 'upgrade',
	missingFromDisk: 'missingFromDisk',
};

function titleOf(media: NotifiedTitle | null): object {
	if (!media) {
		return {};
	}
	const {title, year, tmdbId, imdbId, app, episodes, posterUrl} = media;
	const images = posterUrl ? [{coverType: 'poster', url: posterUrl, remoteUrl: posterUrl}] : [];
	const ids = {id: app?.number ?? 0, tmdbId: tmdbId ?? 0, imdbId: imdbId ?? ''};
	const shared = {...ids, title: title ?? '', year: year ?? 0, images, tags: app?.tags ?? []};
	if (media.type === 'movie') {
		const remoteMovie = {tmdbId: shared.tmdbId, imdbId: shared.imdbId, title: shared.title, year: shared.year};
		return {movie: {...shared, folderPath: app?.path ?? '', ...(app?.releaseDate && {releaseDate: app.releaseDate})}, remoteMovie};
	}
	return {
		series: {...shared, titleSlug: String(tmdbId ?? ''), path: app?.path ?? '', tvdbId: app?.tvdbId ?? 0, tvMazeId: 0, type: 'standard'},
		episodes: episodes.map(({seasonNumber, episodeNumber, title: name}, index) => ({
			...{id: app?.episodes[index] ?? 0, episodeNumber, seasonNumber, title: name, seriesId: app?.number ?? 0, tvdbId: 0},
			...airedOf(app?.airDates?.[index] ?? null),
		})),
	};
}

/** The provider gives the day alone. */
const airedOf = (airDate: string | null) => (airDate === null ? {} : {airDate, airDateUtc: `${airDate}T00:00:00Z`});

const releaseOf = ({quality, releaseTitle, indexer, size, media}: NotifiedRelease) => ({
	...{quality: quality ?? 'Unknown', qualityVersion: 1, releaseTitle, indexer: indexer ?? '', size: size ?? 0},
	...{customFormatScore: media?.app?.formats?.score ?? 0, customFormats: media?.app?.formats?.names ?? []},
});

function formatsOf(media: NotifiedTitle | null): object {
	const {score = 0, names: formats = []} = media?.app?.formats ?? {};
	// Their ids there are numbers, which ours are not.
	return {customFormatInfo: {customFormats: formats.map((name, index) => ({id: index + 1, name})), customFormatScore: score}};
}

/** What these programs call the kinds of clients. */
const clientTypes: Readonly<Record<DownloadClientKind, string>> = {
	...{qbittorrent: 'qBittorrent', transmission: 'Transmission', deluge: 'Deluge', rtorrent: 'rTorrent'},
	...{sabnzbd: 'SABnzbd', nzbget: 'NZBGet', blackhole: 'Torrent Blackhole', builtin: 'Kinoteka'},
};

function clientOf({downloadClient, downloadId, media}: NotifiedRelease) {
	const kind = media?.app?.clientKind;
	const downloadClientType = kind ? clientTypes[kind] : (downloadClient ?? '');
	return {downloadClient: downloadClient ?? '', downloadClientType, downloadId: downloadId?.toUpperCase() ?? ''};
}

function fileOf(path: string, quality: string | null, {media, size}: {media: NotifiedTitle | null; size: number | null}) {
	const folder = media?.app?.path ?? '';
	const relativePath = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
	const known = {path, quality: quality ?? 'Unknown', qualityVersion: 1, indexerFlags: '0', size: size ?? 0};
	return {id: media?.app?.file ?? 0, relativePath, ...known};
}

function testPayload(scope: Scope): object {
	const shared = {id: 1, title: 'Test Title', year: 1970, tmdbId: 1234, tags: []};
	if (scope === 'tv') {
		const episodes = [{id: 123, episodeNumber: 1, seasonNumber: 1, title: 'Test title', seriesId: 1, tvdbId: 1234}];
		return {series: {...shared, path: '/testpath', tvdbId: 1234}, episodes, eventType: 'Test', instanceName: names.series};
	}
	const remoteMovie = {tmdbId: 1234, imdbId: '5678', title: 'Test Title', year: 1970};
	const release = {
		quality: 'Test Quality',
		qualityVersion: 1,
		releaseGroup: 'Test Group',
		releaseTitle: 'Test Title',
		indexer: 'Test',
		size: 1,
	};
	return {movie: {...shared, folderPath: '/testpath'}, remoteMovie, release, eventType: 'Test', instanceName: names.movie};
}
