import {join} from 'node:path';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {noIds} from '#shared/domain/matching/same-ids.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {Conflict} from '#shared/errors.ts';
import {episodeNaming} from '#shared/settings/naming.ts';
import {chooseFolder} from '#shared/store/titles/title-folders.ts';
import {dropEpisodeFile} from '../library/drop-episode-file.ts';
import {recordEpisodeFiles} from '../library/record-episode-files.ts';
import type {SeenFile} from '../library/seen-file.ts';
import {recordStill, whileStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {lookUpTitle, type MediaBackfill} from './media-backfill.ts';
import type {LibraryPlace} from './movie-backfill.ts';

type Deps = Pick<
	WorkerDeps,
	'episodes' | 'files' | 'history' | 'importExclusions' | 'leases' | 'metadata' | 'movies' | 'now' | 'rootFolders' | 'series' | 'settings'
>;

export function createSeriesBackfill({library, root}: LibraryPlace, deps: Deps): MediaBackfill {
	const {series, episodes, importExclusions, metadata, now} = deps;

	async function match(files: readonly SeenFile[]): Promise<Map<SeenFile, string>> {
		const rows = files.flatMap(({read: {readings, tvMetaId}}) =>
			readings.map(parsed => ({parsed, release: {imdbId: null, metaId: null, tvMetaId}})),
		);
		const index = createTitleIndex(await series.byKeys(lookupKeys(rows)));
		const found = new Map<SeenFile, string>();
		for (const file of files) {
			const {readings, tvMetaId} = file.read;
			const matched = readings.map(parsed => matchSeries(index, parsed, {...noIds, tvMetaId})).find(entry => entry !== null);
			if (matched) {
				found.set(file, matched.id);
			}
		}
		return found;
	}

	async function add(details: SeriesDetails, {video}: SeenFile) {
		const choice = {
			monitored: library.monitored,
			seasonFolder: true,
			rootFolderPath: root,
			path: await folderOf(details, video.relative),
			qualityProfileId: library.qualityProfileId,
			libraryId: library.id,
			searchOnAdd: false,
			seasonOptions: [],
			addedBy: {kind: 'backfill' as const, id: library.id},
		};
		return series.add(details, choice, now());
	}

	/** Keeps the folder the series already has, unless another series claims it. */
	async function folderOf(details: SeriesDetails, relative: string): Promise<string> {
		const [folder = '', ...below] = relative.split('/');
		const path = join(root, below.length > 0 ? folder : seriesFolder(details, episodeNaming(deps.settings)));
		return chooseFolder({path, root, metaId: details.metaId}, deps);
	}

	return {
		mode: 'tv',
		match,
		recordedAmong: paths => episodes.recordedAmong(paths),
		withFile: async titleIds => new Set((await episodes.pathsOf(titleIds)).keys()),
		record: rows => recordStill(rows, deps.leases, still => recordEpisodeFiles(still, deps)),
		lookUp: (read, signal) =>
			lookUpTitle(read, {
				findByImdbId: id => metadata.findByImdbId(id, 'series', signal),
				findByTvMetaId: id => metadata.findByTvMetaId(id, signal),
				search: (title, year) => metadata.searchSeries(title, year, signal),
				match: matchSeries,
			}),
		async ensureTitle(metaId, file, signal) {
			const known = await series.findByMetaId(metaId);
			if (known) {
				return {...known, isNew: false};
			}
			if (await importExclusions.has('series', metaId, library.id)) {
				return null;
			}
			try {
				return {...(await add(await metadata.series(metaId, signal), file)), isNew: true};
			} catch (error) {
				const added = error instanceof Conflict ? await series.findByMetaId(metaId) : null;
				if (!added) {
					throw error;
				}
				return {...added, isNew: false};
			}
		},
		drop: async (seriesId, path) => (await whileStill(seriesId, deps.leases, () => dropEpisodeFile({seriesId, path}, deps))) ?? false,
	};
}
