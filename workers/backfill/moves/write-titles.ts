import {basename, join} from 'node:path';
import {whyNoFolder} from '#shared/domain/folders/title-folder.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {OtherNumbers} from '#shared/domain/media/other-numbers.ts';
import {type FileOnDisk, mayBeMonitored} from '#shared/domain/moves/judge-movie.ts';
import {pairEpisodes} from '#shared/domain/moves/judge-series.ts';
import {below, folderAround, foreignPath} from '#shared/domain/moves/map-paths.ts';
import type {MoveNote, PathMapping} from '#shared/domain/moves/move.ts';
import type {SourceEpisode, SourceFile} from '#shared/domain/moves/source-titles.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {movieFolder} from '#shared/domain/naming/movie-path.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import {episodeNaming, movieNaming} from '#shared/settings/settings.ts';
import {type ScannedFile, scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import {chooseFolder, whyNotFolder} from '#shared/store/titles/title-folders.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {locate} from './find-on-disk.ts';
import type {JudgedMovie, JudgedSeries} from './plan-titles.ts';
import {labelsOf, type MovedFolder} from './write-records.ts';

export type WriteDeps = Pick<
	WorkerDeps,
	'episodes' | 'files' | 'metadata' | 'movies' | 'now' | 'numbers' | 'rootFolders' | 'scannedFiles' | 'series' | 'settings'
>;

/** What titles of a source refer to, by their ids. */
export interface MovedRecords {
	moveId: string;
	folders: readonly MovedFolder[];
	mappings: readonly PathMapping[];
	labels: ReadonlyMap<number, string>;
	profiles: ReadonlyMap<number, string>;
	defaultProfileId: string;
	/** Root folders of which too many files are missing: their disks are away, so nothing of them is searched. */
	away: ReadonlySet<string>;
}

const stays = new Set<MoveNote['code']>(['title_gone', 'title_unknown']);

export const comes = (notes: readonly MoveNote[]): boolean => !notes.some(({code}) => stays.has(code));

/** The root folder of a title, or the first one if it lies outside all: then it comes without a file. */
export function placeOf(path: string, {folders}: MovedRecords): {place: MovedFolder; isInside: boolean} | null {
	const around = folderAround(
		foreignPath(path),
		folders.map(({from}) => foreignPath(from)),
	);
	const place = folders.find(({from}) => foreignPath(from) === around) ?? folders[0];
	return place ? {place, isInside: around !== null} : null;
}

/** Its folder as it is on the disk; the rendered one if that is shared, or no folder of its own. */
async function folderOf(
	{path, notes}: {path: string; notes: readonly MoveNote[]},
	{place, isInside}: {place: MovedFolder; isInside: boolean},
	{records, rendered, metaId}: {records: MovedRecords; rendered: string; metaId: number},
	deps: WriteDeps,
): Promise<string> {
	const own = isInside && !notes.some(({code}) => code === 'folder_shared') ? locate(path, records.mappings) : null;
	if (own !== null && below(own, place.root) && whyNoFolder(own, place.root) === null && (await whyNotFolder(own, null, deps)) === null) {
		return own;
	}
	return chooseFolder({path: join(place.root, rendered), root: place.root, metaId, library: place.library.name}, deps);
}

/** Adds a movie with its file, or the file to one that its library has. Returns its id; null if it cannot come. */
export async function writeMovie(
	{movie, file, onDisk, details, notes}: JudgedMovie,
	records: MovedRecords,
	deps: WriteDeps,
): Promise<string | null> {
	const where = placeOf(movie.path, records);
	if (!where || !details || !comes(notes)) {
		return null;
	}
	const {library, root} = where.place;
	const {movies, settings, now} = deps;
	const known = await movies.findInLibrary(details.metaId, library.id);
	const rendered = movieFolder(details, movieNaming(settings));
	const choice = async () => ({
		monitored: movie.monitored && where.isInside && mayBeMonitored(notes, records.away.has(root)),
		minimumAvailability: movie.minimumAvailability,
		rootFolderPath: root,
		path: await folderOf({path: movie.path, notes}, where, {records, rendered, metaId: details.metaId}, deps),
		qualityProfileId: records.profiles.get(movie.profileId ?? -1) ?? records.defaultProfileId,
		libraryId: library.id,
		number: movie.id,
		tags: labelsOf(movie.tags, records.labels),
		addedBy: {kind: 'move' as const, id: records.moveId},
		addedAt: movie.addedAt ?? now(),
		lastSearchTime: movie.lastSearchTime,
		searchOnAdd: false,
		usualDelayDays: settings.get('media.availabilityDelayDays'),
	});
	const {id, file: present} = known ?? (await movies.add(details, await choice(), now()));
	if (where.isInside && file && onDisk && !present) {
		await recordFile(id, library.id, mediaFileOf(file, onDisk, library.id), deps);
	}
	return id;
}

async function recordFile(id: string, libraryId: string, found: MediaFile | null, deps: WriteDeps): Promise<void> {
	if (found) {
		const [numbered = found] = await numberedFiles([found], deps);
		await deps.movies.replaceFile(id, numbered, {replaces: null, at: deps.now()});
		await deps.scannedFiles.put([scanned(found, {libraryId, titleId: id})]);
	}
}

/** The number that another program has given a file is kept if no file of ours has it. */
export async function numberedFiles<File extends {number?: number}>(files: readonly File[], {numbers}: WriteDeps): Promise<File[]> {
	const free = await numbers.keepFiles(files.flatMap(({number}) => number ?? []));
	return files.map(({number, ...file}) => ({...file, ...(number !== undefined && free.has(number) && {number})}) as File); // its other fields stay
}

/** The record of a file where it lies; null if it is not there. */
export function mediaFileOf(file: SourceFile, {path, size, namedQuality}: FileOnDisk, libraryId: string): MediaFile | null {
	if (path === null || size === null) {
		return null;
	}
	const {name, score} = getQuality(file.quality?.name ?? namedQuality);
	const {revision, sceneName, releaseGroup, edition, languages, originalFile, releaseHash, flags, releaseType, dateAdded} = file;
	const plainName = (of: string) => basename(of).replace(/\.[^.]{1,5}$/, '');
	return {
		id: scannedFileId(libraryId, path),
		number: file.id,
		path,
		size,
		quality: name,
		qualityScore: score,
		formatScore: 0,
		revision,
		releaseTitle: sceneName ?? plainName(originalFile ?? path),
		releaseGroup,
		edition,
		languages,
		mediaInfo: null,
		originalFile,
		releaseHash,
		...(sceneName !== null && {releaseTraits: {flags, releaseType: releaseType ?? 'movie', size: 0}}),
		dateAdded: dateAdded ?? new Date(0),
	};
}

/** Otherwise the next backfill would offer the file again; its tracks are read later. */
export const scanned = ({id, path, size}: MediaFile, {libraryId, titleId}: {libraryId: string; titleId: string}): ScannedFile => ({
	id,
	libraryId,
	path,
	size,
	modifiedAt: 0,
	state: 'recorded',
	titleId,
	lookUpKey: null,
	reason: null,
	candidates: [],
	lookedUpAt: null,
	infoDue: true,
});

/** Adds a series with its flags, numbers and files. Returns its id; null if it cannot come. */
export async function writeSeries(judged: JudgedSeries, records: MovedRecords, deps: WriteDeps): Promise<string | null> {
	const {series, details, notes} = judged;
	const where = placeOf(series.path, records);
	if (!where || !details || !comes(notes)) {
		return null;
	}
	const {library, root} = where.place;
	const {settings, now} = deps;
	const known = await deps.series.findInLibrary(details.metaId, library.id);
	const rendered = seriesFolder(details, episodeNaming(settings));
	const flags = seasonFlags(judged);
	const choice = async () => ({
		monitored: series.monitored && where.isInside && mayBeMonitored(notes, records.away.has(root)),
		seasonFolder: series.seasonFolder,
		monitorNewSeasons: series.monitorNewSeasons,
		rootFolderPath: root,
		path: await folderOf({path: series.path, notes}, where, {records, rendered, metaId: details.metaId}, deps),
		qualityProfileId: records.profiles.get(series.profileId ?? -1) ?? records.defaultProfileId,
		libraryId: library.id,
		number: series.id,
		episodeNumbers: numbersOf(judged),
		tags: labelsOf(series.tags, records.labels),
		addedBy: {kind: 'move' as const, id: records.moveId},
		addedAt: series.addedAt ?? now(),
		searchOnAdd: false,
		type: series.type === details.type ? null : series.type,
		seasonOptions: details.seasons.map(({seasonNumber}) => ({seasonNumber, monitored: flags.get(seasonNumber) ?? false})),
	});
	const {id, addedBy} = known ?? (await deps.series.add(details, await choice(), now()));
	// A worker that died may have added it, and not have come to its episodes.
	const isNew = addedBy?.kind === 'move' && addedBy.id === records.moveId;
	await writeEpisodes(id, judged, {library: library.id, isNew, isInside: where.isInside}, deps);
	return id;
}

/** What the other program calls the episodes of ours, by their places. */
const numbersOf = ({episodes, details}: JudgedSeries): ReadonlyMap<string, number> =>
	new Map(
		[...pairEpisodes(episodes, details ?? {seasons: []})].map(([ours, theirs]) => [
			`${ours.seasonNumber}x${ours.episodeNumber}`,
			theirs.id,
		]),
	);

/** Without flags of its own, a season is monitored if any episode of it is. */
function seasonFlags({series, episodes}: JudgedSeries): Map<number, boolean> {
	const flags = new Map<number, boolean>();
	for (const {seasonNumber, monitored} of episodes) {
		flags.set(seasonNumber, monitored || (flags.get(seasonNumber) ?? false));
	}
	for (const {seasonNumber, monitored} of series.seasons ?? []) {
		flags.set(seasonNumber, monitored);
	}
	return flags;
}

interface EpisodePlace {
	library: string;
	isNew: boolean;
	isInside: boolean;
}

async function writeEpisodes(
	seriesId: string,
	{details, episodes, files, onDisk}: JudgedSeries,
	{library, isNew, isInside}: EpisodePlace,
	deps: WriteDeps,
): Promise<void> {
	const numberOf = ({seasonNumber, episodeNumber}: {seasonNumber: number; episodeNumber: number}) => `${seasonNumber}x${episodeNumber}`;
	const stored = new Map((await deps.episodes.ofSeries(seriesId)).map(each => [numberOf(each), each]));
	const pairs = [...pairEpisodes(episodes, details ?? {seasons: []})].flatMap(([ours, theirs]) => {
		const own = stored.get(numberOf(ours));
		return own ? [{own, theirs}] : [];
	});
	if (isNew) {
		const changed = pairs.filter(({own, theirs}) => own.monitored !== theirs.monitored);
		const ids = (monitored: boolean) => changed.filter(({theirs}) => theirs.monitored === monitored).map(({own}) => own.id);
		await (changed.length > 0 ? deps.episodes.setFlags(seriesId, {on: ids(true), off: ids(false)}, deps.now()) : null);
		await writeNumbers(seriesId, pairs, deps);
	}
	const known = new Map(files.map(file => [file.id, file]));
	const rows = [...Map.groupBy(pairs, ({theirs}) => theirs.fileId)].flatMap(([fileId, of]) => {
		const [file, found] = [known.get(fileId), onDisk.get(fileId)];
		const recorded = isInside && file && found ? mediaFileOf(file, found, library) : null;
		const free = of.filter(({own}) => own.file === null).map(({own}) => own.id);
		return recorded && free.length > 0 ? [{episodeIds: free, file: recorded, replaces: []}] : [];
	});
	if (rows.length > 0) {
		const numbered = await numberedFiles(
			rows.map(({file}) => file),
			deps,
		);
		await deps.episodes.recordFiles(
			seriesId,
			rows.map((row, index) => ({...row, file: numbered[index] ?? row.file})),
			deps.now(),
		);
		await deps.scannedFiles.put(rows.map(({file}) => scanned(file, {libraryId: library, titleId: seriesId})));
	}
}

/** Its releases are read and searched in the old numbers, until TVDB or the scene say better. */
async function writeNumbers(
	seriesId: string,
	pairs: readonly {own: {id: string; seasonNumber: number; episodeNumber: number}; theirs: SourceEpisode}[],
	deps: WriteDeps,
): Promise<void> {
	const isMoved = pairs.some(({own, theirs}) => own.seasonNumber !== theirs.seasonNumber || own.episodeNumber !== theirs.episodeNumber);
	if (isMoved) {
		const numbers = new Map(
			pairs.map(({own, theirs}): [string, OtherNumbers] => [
				own.id,
				{tvdb: {season: theirs.seasonNumber, episode: theirs.episodeNumber, absolute: theirs.absolute, guessed: false}, scene: null},
			]),
		);
		await deps.series.setNumbers(seriesId, {numbers, sceneTitles: null, dueAt: deps.now()});
	}
}
