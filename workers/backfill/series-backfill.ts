import {join} from 'node:path';
import type {ReadPath} from '#shared/domain/backfill/read-path.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {noIds} from '#shared/domain/matching/same-ids.ts';
import {createTitleIndex, type TitleIndex} from '#shared/domain/matching/title-index.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {Conflict} from '#shared/errors.ts';
import {episodeNaming} from '#shared/settings/settings.ts';
import type {SeriesTitle} from '#shared/store/series/series.ts';
import {chooseFolder} from '#shared/store/titles/title-folders.ts';
import {dropEpisodeFile} from '../library/drop-file.ts';
import {recordEpisodeFiles} from '../library/record-episode-files.ts';
import type {SeenFile} from '../library/seen-file.ts';
import {recordStill, whileStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {copyOf, inCopies, lookUpTitle, type MediaBackfill} from './media-backfill.ts';
import type {LibraryPlace} from './movie-backfill.ts';

type Deps = Pick<
	WorkerDeps,
	| 'episodes'
	| 'files'
	| 'history'
	| 'importExclusions'
	| 'leases'
	| 'metadata'
	| 'movies'
	| 'now'
	| 'recordedFiles'
	| 'rootFolders'
	| 'series'
	| 'settings'
>;

const isMatched = (row: readonly [SeenFile, SeriesTitle | null]): row is readonly [SeenFile, SeriesTitle] => row[1] !== null;

const workOf = ({readings, tvMetaId}: ReadPath, index: TitleIndex<SeriesTitle>): SeriesTitle | null =>
	readings.map(parsed => matchSeries(index, parsed, {...noIds, tvMetaId})).find(entry => entry !== null) ?? null;

export function createSeriesBackfill({library, root}: LibraryPlace, deps: Deps): MediaBackfill {
	const {series, episodes, importExclusions, metadata, now} = deps;

	async function match(files: readonly SeenFile[]): Promise<Map<SeenFile, string>> {
		const index = await indexOf(files.map(({read}) => read));
		const works = new Map(files.map(file => [file, workOf(file.read, index)] as const).filter(isMatched));
		return inCopies(works, {index, libraryId: library.id}, series);
	}

	async function indexOf(reads: readonly ReadPath[]): Promise<TitleIndex<SeriesTitle>> {
		const rows = reads.flatMap(({readings, tvMetaId}) =>
			readings.map(parsed => ({parsed, release: {imdbId: null, metaId: null, tvMetaId}})),
		);
		return createTitleIndex(await series.byKeys(lookupKeys(rows)));
	}

	async function add(details: SeriesDetails, {video}: SeenFile, isCopy: boolean) {
		const choice = {
			monitored: library.monitored,
			seasonFolder: true,
			rootFolderPath: root,
			path: await folderOf(details, video.relative, isCopy),
			qualityProfileId: library.qualityProfileId,
			libraryId: library.id,
			searchOnAdd: false,
			seasonOptions: [],
			addedBy: {kind: 'backfill' as const, id: library.id},
		};
		return series.add(details, choice, now());
	}

	/** Keeps the folder the series already has, unless another series claims it. */
	async function folderOf(details: SeriesDetails, relative: string, isCopy: boolean): Promise<string> {
		const [folder = '', ...below] = relative.split('/');
		const path = join(root, below.length > 0 ? folder : seriesFolder(details, episodeNaming(deps.settings)));
		return chooseFolder({path, root, metaId: details.metaId, library: isCopy ? library.name : null}, deps);
	}

	return {
		mode: 'tv',
		match,
		recordedAmong: paths => deps.recordedFiles.among(paths, 'series'),
		withFile: async titleIds => new Set((await episodes.pathsOf(await series.notElsewhere(titleIds, library.id))).keys()),
		record: rows => recordStill(rows, deps.leases, still => recordEpisodeFiles(still, deps)),
		async lookUp(read, signal) {
			const known = workOf(read, await indexOf([read]));
			const source = {
				findByImdbId: (id: string) => metadata.findByImdbId(id, 'series', signal),
				findByTvMetaId: (id: number) => metadata.findByTvMetaId(id, signal),
				search: (title: string, year: number | null) => metadata.searchSeries(title, year, signal),
				match: matchSeries,
			};
			return known ? {metaId: known.metaId} : lookUpTitle(read, source);
		},
		async ensureTitle(metaId, file, signal) {
			const copies = await series.copiesOf([metaId]);
			const known = await series.find(copyOf(file.video.path, copies, library.id) ?? '');
			if (known) {
				return {...known, isNew: false};
			}
			if (await importExclusions.has('series', metaId, library.id)) {
				return null;
			}
			try {
				return {...(await add(await metadata.series(metaId, signal), file, copies.length > 0)), isNew: true};
			} catch (error) {
				const added = error instanceof Conflict ? await series.findInLibrary(metaId, library.id) : null;
				if (!added) {
					throw error;
				}
				return {...added, isNew: false};
			}
		},
		drop: async (seriesId, path) => (await whileStill(seriesId, deps.leases, () => dropEpisodeFile({seriesId, path}, deps))) ?? false,
	};
}
