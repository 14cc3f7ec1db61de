import {mkdir, readdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {pino} from 'pino';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {createSettings} from '#shared/settings/settings.ts';
import type {NewQueueItem} from '#shared/store/downloads.ts';
import type {WorkerDeps} from '#workers/deps.ts';
import type {Run} from '#workers/handler.ts';
import {createFiles} from '#workers/integrations/files/files.ts';
import {createMediaInfoReader} from '#workers/integrations/media-info/media-info-reader.ts';
import {buildMatroska} from './build-matroska.ts';
import {withRedisClients} from './redis-clients.ts';
import {testSecrets, withStores} from './stores.ts';
import {tempFolder} from './temp-folder.ts';

export const release = 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY';
const started = new Date('2026-01-01T00:00:00Z');

export const movieDetails: MovieDetails = {
	metaId: 4711,
	imdbId: null,
	title: 'The Quiet Harbour',
	originalTitle: 'The Quiet Harbour',
	originalLanguage: 'en',
	year: 2019,
	overview: null,
	tagline: null,
	website: null,
	runtime: 90,
	genres: [],
	certification: null,
	metaRating: null,
	metaVoteCount: null,
	posterUrl: null,
	backdropUrl: null,
	alternativeTitles: [],
	cast: [],
	crew: [],
	images: [],
	inCinemas: null,
	digitalRelease: null,
	physicalRelease: null,
};

export function buildItem(overrides: Partial<NewQueueItem>): NewQueueItem {
	return {
		downloadId: 'd'.repeat(40),
		title: release,
		status: 'completed',
		state: 'importPending',
		health: 'ok',
		statusMessages: [],
		errorMessage: null,
		protocol: 'torrent',
		downloadClientId: 'client',
		downloadClient: 'Test client',
		indexerId: 'indexer',
		indexer: 'Test indexer',
		guid: `guid-${Math.random()}`,
		infoHash: null,
		downloadUrl: null,
		magnetUrl: null,
		outputPath: null,
		size: 1000,
		sizeLeft: 0,
		secondsLeft: null,
		seeders: null,
		leechers: null,
		removable: false,
		movieId: null,
		seriesId: null,
		episodeIds: [],
		judgement: {
			quality: 'WEBDL-1080p',
			qualityScore: 70,
			formatScore: 0,
			parsedQuality: {source: 'webdl', resolution: 1080, modifier: 'none', version: 1, real: 0, repack: false},
			releaseGroup: 'NOBODY',
			edition: null,
			languages: ['english'],
		},
		added: started,
		started,
		ended: started,
		retryAt: null,
		progressAt: started,
		...overrides,
	};
}

export function buildMediaFile(overrides: Partial<MediaFile>): MediaFile {
	return {
		id: 'old-file',
		path: '/nowhere/old.mkv',
		size: 10,
		quality: 'HDTV-720p',
		qualityScore: 30,
		formatScore: 0,
		revision: {version: 1, real: 0},
		releaseTitle: 'The.Quiet.Harbour.2019.720p.HDTV-NOBODY',
		releaseGroup: 'NOBODY',
		edition: null,
		languages: [],
		mediaInfo: null,
		dateAdded: started,
		...overrides,
	};
}

/** All files below a folder, relative and sorted: what is there and nothing else. */
export async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, {recursive: true, withFileTypes: true});
	return entries
		.filter(entry => !entry.isDirectory())
		.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

export async function writeAt(path: string, content: string | Uint8Array = buildMatroska()): Promise<string> {
	await mkdir(dirname(path), {recursive: true});
	await writeFile(path, content);
	return path;
}

export interface ImportWorld {
	deps: WorkerDeps;
	movie: Movie;
	/** Root folder of the library. */
	library: string;
	/** Folder of the download client. */
	downloads: string;
	mongodbUri: string;
	redisUrl: string;
	run(): Run;
	addItem(overrides: Partial<NewQueueItem>): Promise<QueueItem>;
}

/** A library with one movie that has no file yet, and a folder of finished downloads, on a real disk, database and Redis. */
export async function importWorld(t: ExecutionContext): Promise<ImportWorld> {
	const {stores, uri} = await withStores(t);
	const redis = await withRedisClients(t);
	const folder = tempFolder(t);
	const [library, downloads] = [join(folder, 'library'), join(folder, 'downloads')];
	await mkdir(library);
	await mkdir(downloads);
	const settings = createSettings({store: stores.settingStore, events: redis.events, secrets: testSecrets});
	t.teardown(() => settings.close());
	const mediaInfo = createMediaInfoReader();
	t.teardown(() => mediaInfo.close());
	await stores.qualityProfiles.ensureDefaults(started);
	await stores.rootFolders.add({name: 'Films', path: library}, started);
	const profile = await stores.qualityProfiles.getDefault();
	const choice = {
		monitored: true,
		minimumAvailability: 'announced' as const,
		rootFolderPath: library,
		qualityProfileId: profile.id,
		libraryId: null,
		searchOnAdd: false,
	};
	const movie = await stores.movies.add(movieDetails, choice, started);
	const log = pino({level: 'silent'});
	const deps = {
		...stores,
		...redis,
		log,
		settings,
		secrets: testSecrets,
		files: createFiles(),
		mediaInfo,
		dataDir: folder,
		now: () => new Date(),
	} as unknown as WorkerDeps; // an import touches nothing of what is left out
	return {
		deps,
		movie,
		library,
		downloads,
		mongodbUri: uri,
		redisUrl: redis.url,
		run: () => ({id: 'job', attempt: 1, signal: new AbortController().signal, log}),
		addItem: overrides => stores.downloads.add(buildItem({movieId: movie.id, ...overrides})),
	};
}
