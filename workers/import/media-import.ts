import {isAbsolute, join} from 'node:path';
import type {ImportMedia, PlannedFile} from '#shared/domain/downloads/import-progress.ts';
import {isChosenByPerson, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {type Assignment, assignEpisodes} from '#shared/domain/imports/assign-episodes.ts';
import {chooseFilm} from '#shared/domain/imports/extras.ts';
import {whyOtherFilm} from '#shared/domain/imports/other-work.ts';
import type {DownloadedFile, RefusedVideo} from '#shared/domain/imports/sort-files.ts';
import {numbersOf} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {type EpisodeNaming, episodeFile, firstSeason, seasonFolder} from '#shared/domain/naming/episode-path.ts';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import {movieFile} from '#shared/domain/naming/movie-path.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {markerName} from '#shared/files/folders.ts';
import {episodeNaming, movieNaming} from '#shared/settings/settings.ts';
import {lacksAllFiles, namedRoot, recogniseRoot} from '../library/recognise-root.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {refuse} from './refusal.ts';

type RootDeps = Pick<WorkerDeps, 'files' | 'recordedFiles' | 'rootFolders'>;

/**
 * Returns the root folder of a title. It must already exist: creating it, or using the empty folder below a missing
 * mount, would fill another disk.
 */
async function rootOf({title, rootFolderPath}: {title: string; rootFolderPath: string}, deps: RootDeps): Promise<string> {
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const root = roots.find(path => rootFolderPath === path || rootFolderPath.startsWith(`${path}/`)) ?? rootFolderPath;
	await ensureRoot(root, title, deps);
	return root;
}

/** Prepares a root folder for files. Its disk may have gone since the import was planned. */
export async function enterRoot(root: string, title: string, deps: Omit<RootDeps, 'rootFolders'>): Promise<void> {
	await ensureRoot(root, title, deps);
	await deps.files.useFolder(namedRoot(root));
}

async function ensureRoot(root: string, title: string, deps: Omit<RootDeps, 'rootFolders'>): Promise<void> {
	const {files, recordedFiles} = deps;
	if (!isAbsolute(root) || !(await files.isFolder(root))) {
		throw refuse(title, {
			code: 'root_folder_missing',
			message: `The root folder ${root} is not there. Mount it; the import then continues by itself.`,
			isPassing: true,
		});
	}
	await recogniseRoot(root, deps);
	const known = (await files.folderId(root)) === null ? await recordedFiles.countBelow(root) : 0;
	const next = `Mount its disk; the import then continues by itself. If they were deleted, make an empty folder ${markerName} in it.`;
	if (known > 0) {
		const message = `The root folder ${root} is empty, but the library has ${known} files in it. ${next}`;
		throw refuse(title, {code: 'root_folder_empty', message, isPassing: true});
	}
	// If no import has used the root folder yet, something else may be where its disk is to be mounted.
	if (await lacksAllFiles(root, deps)) {
		const message = `The library has many files in the root folder ${root}, but they are not there. ${next}`;
		throw refuse(title, {code: 'root_folder_empty', message, isPassing: true});
	}
}

type Deps = RootDeps & Pick<WorkerDeps, 'episodes' | 'movies' | 'qualityProfiles' | 'series' | 'settings'>;

/** One video of a download, and the library record it becomes. */
export interface ImportTarget {
	video: DownloadedFile;
	media: ImportMedia;
	profile: QualityProfile;
	/** The title's original language, from the metadata provider. */
	originalLanguage: string | null;
	/** The files it would replace. */
	present: MediaFile[];
	/** Root folder of the library it goes to. */
	root: string;
	/** Absolute path of the file in the library. */
	pathOf(file: NamedFile): string;
	/** More videos of the same record: the later parts of a film. */
	furtherParts: DownloadedFile[];
}

export interface Targets {
	targets: ImportTarget[];
	/** Videos that belong to none of our records. */
	refused: RefusedVideo[];
}

/** How files become part of the library. There is one implementation per kind of media. */
export interface MediaImport {
	/**
	 * Finds the records that the download's videos (largest first) belong to. What the item imported before is not
	 * among them. Throws ImportRefused when the title is gone.
	 */
	findTargets(item: QueueItem, videos: readonly [DownloadedFile, ...DownloadedFile[]], deps: Deps): Promise<Targets>;
	/** What the download was grabbed for and the library still lacks, in words for people. */
	lacking(item: QueueItem, deps: Pick<WorkerDeps, 'episodes' | 'movies'>): Promise<string[]>;
	/**
	 * Writes the file into its record in one write. Returns `changed` when the record has another file by now, or is
	 * gone. Can safely be repeated.
	 */
	record(planned: PlannedFile, deps: Pick<WorkerDeps, 'episodes' | 'movies' | 'now'>): Promise<'recorded' | 'changed'>;
}

/** A movie's download always belongs to that movie: the release was judged when it was grabbed. */
export const movieImport: MediaImport = {
	async findTargets(item, videos, deps) {
		const {movieId} = item.target;
		const movie = movieId ? await deps.movies.find(movieId) : null;
		if (!movie) {
			throw refuse(item.release.title, {
				code: 'no_title',
				message: 'Its movie is no longer in the library. Add it again, or remove the download.',
			});
		}
		const others = (rest: readonly DownloadedFile[]) =>
			rest.map(video => ({video, reason: 'It is not the film itself.', claim: 'mayBeExtra' as const}));
		if (item.import?.files.length) {
			return {targets: [], refused: others(videos)};
		}
		const root = await rootOf(movie, deps);
		const profile = await deps.qualityProfiles.getOrDefault(movie.qualityProfileId);
		const {video, furtherParts, rest} = chooseFilm({...movie, tvMetaId: null}, videos);
		const doubt = isChosenByPerson(item)
			? null
			: whyOtherFilm(movie, {video, furtherParts, releaseTitle: item.release.title, isTitleChosen: item.chosen?.isOtherTitle ?? false});
		if (doubt !== null) {
			return {targets: [], refused: [{video, reason: doubt, claim: 'lacking'}, ...others(rest)]};
		}
		const naming = movieNaming(deps.settings);
		const target = {
			video,
			furtherParts,
			media: {kind: 'movie' as const, movieId: movie.id},
			profile,
			originalLanguage: movie.originalLanguage,
			present: movie.file ? [movie.file] : [],
			root,
			pathOf: (file: NamedFile) => join(movie.path, movieFile(movie, file, naming)),
		};
		return {targets: [target], refused: others(rest)};
	},
	async lacking({target: {movieId}, import: progress}, {movies}) {
		const movie = movieId && !progress?.files.length ? await movies.find(movieId) : null;
		return movie && movie.file === null ? [movie.title] : [];
	},
	async record({media, file, replaces}, deps) {
		const {movies, now} = deps;
		if (media.kind !== 'movie') {
			return 'changed';
		}
		if (await movies.replaceFile(media.movieId, file, {replaces: replaces[0]?.id ?? null, at: now()})) {
			return 'recorded';
		}
		const present = (await movies.find(media.movieId))?.file ?? null;
		const isOurs = present?.id === file.id || (await takeOver(media.movieId, {file, present}, deps));
		return isOurs ? 'recorded' : 'changed';
	},
};

/** A scan, or an import of the same download, may have recorded our file as soon as it had its final name. */
async function takeOver(
	movieId: string,
	{file, present}: {file: MediaFile; present: MediaFile | null},
	{movies, now}: Pick<WorkerDeps, 'movies' | 'now'>,
): Promise<boolean> {
	return present?.path === file.path && (await movies.replaceFile(movieId, file, {replaces: present.id, at: now()}));
}

/** The videos of a download belong to the series it was grabbed for. Their names say which episodes they are. */
export const episodeImport: MediaImport = {
	async findTargets(item, videos, deps) {
		const {seriesId, episodeIds: grabbed} = item.target;
		const {title: releaseTitle, judgement} = item.release;
		const series = seriesId ? await deps.series.find(seriesId) : null;
		if (!series) {
			const message = 'Its series is no longer in the library. Add it again, or remove the download.';
			throw refuse(releaseTitle, {code: 'no_title', message});
		}
		const all = await deps.episodes.ofSeries(series.id);
		const done = item.import?.files.flatMap(({episodeIds}) => episodeIds) ?? [];
		const isChosen = isChosenByPerson(item);
		const {assigned, refused} = assignEpisodes({
			releaseTitle,
			videos,
			series,
			numbering: judgement.numbering ?? null,
			all,
			grabbed,
			done,
			isChosen,
			isTitleChosen: item.chosen?.isOtherTitle ?? false,
		});
		if (assigned.length === 0) {
			return {targets: [], refused};
		}
		const root = await rootOf(series, deps);
		const profile = await deps.qualityProfiles.getOrDefault(series.qualityProfileId);
		const naming = episodeNaming(deps.settings);
		const targets = assigned.map(assignment => ({
			video: assignment.video,
			furtherParts: [],
			media: {kind: 'episodes' as const, seriesId: series.id, episodeIds: assignment.episodes.map(({id}) => id)},
			profile,
			originalLanguage: series.originalLanguage,
			present: presentFiles(assignment),
			root,
			pathOf: (file: NamedFile) => join(series.path, pathInSeries(series, {assignment, file}, naming)),
		}));
		return {targets, refused};
	},
	async lacking({target: {episodeIds}, import: progress}, {episodes}) {
		const done = new Set(progress?.files.flatMap(file => file.episodeIds));
		const open = episodeIds.filter(id => !done.has(id));
		const all = open.length > 0 ? await episodes.getMany(open) : [];
		return all.filter(({file}) => file === null).map(episode => numbersOf([episode]));
	},
	async record({media, file, replaces}, {episodes, now}) {
		if (media.kind !== 'episodes') {
			return 'changed';
		}
		const {seriesId, episodeIds} = media;
		const replaced = replaces.map(({id}) => id);
		const outcome = await episodes.recordFile({seriesId, episodeIds, file, replaces: replaced}, now());
		if (outcome === 'recorded') {
			return outcome;
		}
		// A scan, or an import of the same download, may have recorded our file as soon as it had its final name.
		const same = (await episodes.getMany(episodeIds)).flatMap(({file: old}) => (old?.path === file.path ? [old.id] : []));
		return same.length > 0 ? episodes.recordFile({seriesId, episodeIds, file, replaces: [...replaced, ...same]}, now()) : outcome;
	},
};

/** A file with several episodes appears in each of them, but is replaced only once. */
function presentFiles({episodes}: Assignment) {
	return [...new Map(episodes.flatMap(({file}) => (file ? [[file.id, file] as const] : []))).values()];
}

function pathInSeries(
	series: Series,
	{assignment: {episodes}, file}: {assignment: Assignment; file: NamedFile},
	naming: EpisodeNaming,
): string {
	const name = episodeFile(series, {episodes, file}, naming);
	return series.seasonFolder ? `${seasonFolder(series, firstSeason(episodes), naming)}/${name}` : name;
}
