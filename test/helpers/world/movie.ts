import {mkdir, readdir, truncate, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {newImport} from '#shared/domain/downloads/import-progress.ts';
import {type GrabbedRelease, type GrabTarget, newTransfer, type QueueItem, type Transfer} from '#shared/domain/downloads/queue-item.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Movie, MovieDetails} from '#shared/domain/media/movie.ts';
import type {ReleaseAddresses} from '#shared/store/downloads/download-schema.ts';
import type {NewQueueItem} from '#shared/store/downloads/downloads.ts';
import {buildMatroska} from '../build-matroska.ts';
import type {WorkerWorld} from '../worker-deps.ts';

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
	collectionMetaId: null,
	collectionTitle: null,
};

/** Fields of any part of a queue item. */
export type ItemFields = Partial<Omit<NewQueueItem, 'release' | 'target' | 'client' | 'transfer' | 'import' | 'addresses'>> &
	Partial<GrabbedRelease & ReleaseAddresses & GrabTarget & Omit<Transfer, 'downloadId'>> & {
		/** Null for an intent that its client has not answered. */
		downloadId?: string | null;
		downloadClientId?: string;
		downloadClient?: string;
	};

const before: readonly (string | undefined)[] = ['downloading', 'failedPending', 'failed', 'ignored'];

/** A finished download of a movie that waits for its import, unless the fields say otherwise. */
export function buildItem({
	downloadId = 'd'.repeat(40),
	downloadClientId = 'client',
	downloadClient = 'Test client',
	...fields
}: ItemFields): NewQueueItem {
	const title = fields.title ?? release;
	const grabbed: GrabbedRelease = {
		title,
		guid: `guid-${Math.random()}`,
		indexerId: 'indexer',
		indexer: 'Test indexer',
		protocol: 'torrent',
		infoHash: null,
		size: 1000,
		seeders: null,
		leechers: null,
		filesChecked: fields.protocol === 'usenet',
		judgement: {
			quality: 'WEBDL-1080p',
			qualityScore: 70,
			formatScore: 0,
			formatIds: [],
			parsedQuality: {source: 'webdl', resolution: 1080, modifier: 'none', version: 1, real: 0, repack: false},
			releaseGroup: 'NOBODY',
			edition: null,
			languages: ['english'],
			releaseTraits: null,
		},
	};
	const item: NewQueueItem = {
		state: 'importPending',
		status: 'completed',
		health: 'ok',
		statusMessages: [],
		errorMessage: null,
		added: started,
		ended: started,
		retryAt: null,
		release: chosen(grabbed, fields),
		addresses: chosen({downloadUrl: null, magnetUrl: null}, fields),
		target: chosen({movieId: null, seriesId: null, episodeIds: []}, fields),
		client: {id: downloadClientId, name: downloadClient},
		sending: null,
		transfer: downloadId === null ? null : chosen({...newTransfer(grabbed, downloadId, started), sizeLeft: 0}, fields),
		import: before.includes(fields.state) ? null : newImport,
	};
	return chosen(item, fields);
}

/** `of` with those of the fields that it has. */
function chosen<T extends object>(of: T, fields: ItemFields): T {
	return {...of, ...Object.fromEntries(Object.entries(fields).filter(([name]) => name in of))};
}

/** As if the worker that imports the item had died a while ago. */
export async function endClaim({downloads}: Pick<WorkerWorld['deps'], 'downloads'>, id: string): Promise<void> {
	const claim = (await downloads.get(id)).import?.claim;
	await downloads.change(id, {import: {claim: claim ? {...claim, until: new Date(0)} : null}});
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

/** All files below a folder, as sorted relative paths, without the lists of a recycle bin. */
export async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, {recursive: true, withFileTypes: true});
	return entries
		.filter(entry => !entry.isDirectory())
		.map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
		.filter(path => !path.startsWith('.kinoteka-recycled-'))
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

export interface MovieInWorld {
	movie: Movie;
	/** Folder of the download client. */
	downloads: string;
	addItem(overrides: ItemFields): Promise<QueueItem>;
}

/** A movie that has no file yet, and a folder of finished downloads. */
export async function movieInWorld(_: ExecutionContext, world: WorkerWorld, details: Partial<MovieDetails>): Promise<MovieInWorld> {
	const movie = await world.addMovie({...movieDetails, ...details});
	const downloads = join(world.deps.dataDir, 'downloads');
	await mkdir(downloads);
	return {movie, downloads, addItem: overrides => world.deps.downloads.add(buildItem({movieId: movie.id, ...overrides}))};
}
