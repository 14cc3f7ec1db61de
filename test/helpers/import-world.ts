import {mkdir, readdir, truncate, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import type {NewQueueItem} from '#shared/store/downloads/downloads.ts';
import {buildMatroska} from './build-matroska.ts';
import {type WorkerWorld, withWorkerDeps} from './worker-deps.ts';

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

/** Zeros behind these take no room on the disk. */
const largeBytes = 1_000_000;

/** All files below a folder, as sorted relative paths. */
export async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, {recursive: true, withFileTypes: true});
	return entries
		.filter(entry => !entry.isDirectory())
		.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.sort();
}

export async function writeAt(path: string, content: string | Uint8Array = buildMatroska()): Promise<string> {
	await mkdir(dirname(path), {recursive: true});
	const bytes = Buffer.from(content);
	const rest = bytes.subarray(largeBytes);
	const head = rest.equals(Buffer.alloc(rest.length)) ? bytes.subarray(0, largeBytes) : bytes;
	await writeFile(path, head);
	await truncate(path, bytes.length);
	return path;
}

export interface ImportWorld extends WorkerWorld {
	movie: Movie;
	/** Folder of the download client. */
	downloads: string;
	addItem(overrides: Partial<NewQueueItem>): Promise<QueueItem>;
}

/**
 * A library with one movie that has no file yet, and a folder of finished downloads, with a real
 * disk, database and Redis.
 */
export async function importWorld(t: ExecutionContext): Promise<ImportWorld> {
	const world = await withWorkerDeps(t);
	const movie = await world.addMovie(movieDetails);
	const downloads = join(world.deps.dataDir, 'downloads');
	await mkdir(downloads);
	return {...world, movie, downloads, addItem: overrides => world.deps.downloads.add(buildItem({movieId: movie.id, ...overrides}))};
}
