import type {FileSelection} from '#shared/domain/file-changes/file-change.ts';
import type {PlannableTitle} from '#shared/domain/file-changes/plan-title.ts';
import {extensionOf, stemOf} from '#shared/domain/imports/sort-files.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {type EpisodeNaming, episodeFile, firstSeason, seasonFolder, seriesFolder} from '#shared/domain/naming/episode-path.ts';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import {type MovieNaming, movieFile, movieFolder} from '#shared/domain/naming/movie-path.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {episodeNaming, movieNaming} from '#shared/settings/settings.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** What names are made of, besides the titles and files. */
export interface Naming {
	movie: MovieNaming;
	episode: EpisodeNaming;
	/** Names of the formats that belong into file names, by their ids. */
	formats: ReadonlyMap<string, string>;
}

export async function readNaming({settings, customFormats}: Pick<WorkerDeps, 'customFormats' | 'settings'>): Promise<Naming> {
	const formats = (await customFormats.list()).filter(({includeWhenRenaming}) => includeWhenRenaming);
	return {
		movie: movieNaming(settings),
		episode: episodeNaming(settings),
		formats: new Map(formats.map(({id, name}) => [id, name])),
	};
}

function named(file: MediaFile, {formats}: Naming, mode: 'movie' | 'tv') {
	const own = (file.formatIds ?? []).flatMap(id => formats.get(id) ?? []);
	return namedFileOf(file, own, mode);
}

/** A title with those of its files that the change is for. */
export function onlyFiles(title: PlannableTitle, {fileIds}: Pick<FileSelection, 'fileIds'>): PlannableTitle {
	return fileIds ? {...title, files: title.files.filter(({id}) => fileIds.includes(id))} : title;
}

/** A movie as plans need it. */
export function plannableMovie(movie: Movie, naming: Naming): PlannableTitle {
	const {id, title, file, path, rootFolderPath, metaId, libraryId} = movie;
	return {
		id,
		kind: 'movie',
		title,
		metaId,
		libraryId,
		folder: path,
		rootFolderPath,
		folderName: movieFolder(movie, naming.movie),
		files: file
			? [{id: file.id, path: file.path, size: file.size, name: movieFile(movie, named(file, naming, 'movie'), naming.movie)}]
			: [],
	};
}

/** The same of a series, with those of its episodes that are given. */
export function plannableSeries(series: Series, episodes: readonly Episode[], naming: Naming): PlannableTitle {
	const {id, title, path, rootFolderPath, metaId, libraryId} = series;
	const byFile = Map.groupBy(
		episodes.filter(({file}) => file !== null),
		({file}) => file?.id,
	);
	const files = [...byFile.values()].flatMap(of => {
		const [first] = of;
		return first?.file ? [toPlannableFile(first.file, of, series, naming)] : [];
	});
	return {
		id,
		kind: 'series',
		title,
		metaId,
		libraryId,
		folder: path,
		rootFolderPath,
		folderName: seriesFolder(series, naming.episode),
		files,
	};
}

function toPlannableFile(file: MediaFile, episodes: readonly Episode[], series: Series, naming: Naming) {
	const name = episodeFile(series, {episodes, file: named(file, naming, 'tv')}, naming.episode);
	const season = series.seasonFolder ? `${seasonFolder(series, firstSeason(episodes), naming.episode)}/` : '';
	return {id: file.id, path: file.path, size: file.size, name: season + name};
}

/** What a stored file's name is made of. `formats` are the names of its custom formats that belong into names. */
export function namedFileOf(file: MediaFile, formats: string[], mode: 'movie' | 'tv'): NamedFile {
	const {path, quality, revision, releaseGroup, edition, mediaInfo, releaseTitle, originalFile, releaseHash = null} = file;
	const isRevised = revision.version > 1 && releaseTitle !== null;
	return {
		quality,
		revision,
		repack: isRevised && parseTitle(releaseTitle, {mode})?.quality.repack === true,
		group: releaseGroup,
		edition,
		customFormats: formats,
		mediaInfo,
		releaseTitle,
		originalFileName: stemOf(originalFile ?? path),
		releaseHash,
		extension: `.${extensionOf(path)}`,
	};
}
