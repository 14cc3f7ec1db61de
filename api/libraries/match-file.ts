import {askDisks, askProvider} from '#api/http/asks/ask-workers.ts';
import {invalid} from '#api/http/input.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {mediaFileOf} from '#shared/domain/backfill/media-file-of.ts';
import {type ReadPath, readPath} from '#shared/domain/backfill/read-path.ts';
import {filmFolder} from '#shared/domain/folders/title-folder.ts';
import {readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import type {SubtitleOwner} from '#shared/domain/media/subtitle.ts';
import {Conflict} from '#shared/errors.ts';
import {readMediaInfo} from '#shared/jobs/backfill.ts';
import {findFile} from '#shared/jobs/disks.ts';
import {addMovie, addSeries, rescoreFiles} from '#shared/jobs/refresh.ts';
import {readSubtitles} from '#shared/jobs/subtitles.ts';
import {type ScannedFile, scannedFileId} from '#shared/store/libraries/scanned-files.ts';

export interface Match {
	library: Library;
	file: ScannedFile;
	metaId: number;
}

interface Matched {
	id: string;
	title: string;
	/** The movie, or the first episode of the file. */
	owner: SubtitleOwner;
	/** Files that were recorded at its place before. */
	displaced: string[];
}

type Deps = Pick<RouteDeps, 'episodes' | 'jobs' | 'movies' | 'now' | 'outbox' | 'rootFolders' | 'scannedFiles' | 'series' | 'waits'>;

/**
 * A person says which title a file belongs to. It becomes the file of that title where it lies, and replaces the
 * title's previous file. A new title is added to the library. Throws NotFound if the provider has no such title,
 * Invalid if the path names none of its episodes, Conflict if the file is gone from the disk or the title changes
 * meanwhile, and Unavailable if no disks worker answers.
 */
export async function matchFile({library, file, metaId}: Match, deps: Deps): Promise<Matched> {
	const {found} = await askDisks(deps, findFile, {path: file.path});
	if (!found) {
		const advice = 'If its name is not UTF-8, rename it, then start the backfill of the library again.';
		throw new Conflict('file_missing', `There is no file at ${file.path}. ${advice}`);
	}
	const {path: root} = await deps.rootFolders.get(library.rootFolderId);
	const relative = file.path.slice(root === '/' ? 1 : root.length + 1);
	const read = readPath(relative, library.type === 'tv' ? 'tv' : 'movie');
	const mediaFile = mediaFileOf({id: file.id, path: file.path, size: file.size, dateAdded: deps.now()}, read);
	const record = library.type === 'tv' ? recordEpisode : recordMovie;
	const matched = await record({library, metaId, root, folder: filmFolder(relative)}, {read, file: mediaFile}, deps);
	await deps.scannedFiles.displace(matched.displaced.filter(path => path !== file.path).map(path => scannedFileId(library.id, path)));
	await deps.scannedFiles.put([
		{...file, state: 'recorded', titleId: matched.id, reason: null, candidates: [], lookUpKey: null, infoDue: true},
	]);
	await promiseJob(rescoreFiles, {titleIds: [matched.id], libraryId: null}, deps);
	await promiseJob(readSubtitles, {owner: matched.owner}, deps);
	await promiseJob(readMediaInfo, {libraryId: library.id, after: ''}, {...deps, priority: 100});
	return matched;
}

interface NewFile {
	read: ReadPath;
	file: MediaFile;
}

async function recordMovie(choice: TitleChoice, {file}: NewFile, deps: Pick<RouteDeps, 'jobs' | 'movies' | 'now'>): Promise<Matched> {
	const movie = await ensureMovie(choice, deps);
	if (!(await deps.movies.replaceFile(movie.id, file, {replaces: movie.file?.id ?? null, at: deps.now()}))) {
		throw changed(movie.title);
	}
	const owner = {type: 'movie' as const, id: movie.id};
	return {id: movie.id, title: movie.title, owner, displaced: movie.file ? [movie.file.path] : []};
}

async function recordEpisode(
	choice: TitleChoice,
	{read, file}: NewFile,
	deps: Pick<RouteDeps, 'episodes' | 'jobs' | 'now' | 'series'>,
): Promise<Matched> {
	const {id, title} = await ensureSeries(choice, deps);
	const [parsed] = read.readings;
	const held = readerOfEpisodes(await deps.episodes.onDisk(id), await deps.series.find(id));
	const targets = parsed ? held(parsed, {first: 'own'}).episodes : [];
	const [first] = targets;
	if (!first) {
		throw invalid([{path: 'metaId', message: `metaId is ${title}, which has no episode that matches the name of this file`}]);
	}
	const present = targets.flatMap(target => target.file ?? []);
	const recorded = {seriesId: id, episodeIds: targets.map(target => target.id), file, replaces: present.map(old => old.id)};
	if ((await deps.episodes.recordFile(recorded, deps.now())) === 'changed') {
		throw changed(title);
	}
	return {id, title, owner: {type: 'episode', id: first.id}, displaced: present.map(({path}) => path)};
}

const changed = (title: string) => new Conflict('title_changed', `${title} has just been given another file. Check it, then try again.`);

export interface TitleChoice {
	library: Library;
	metaId: number;
	/** Path of the library's root folder. */
	root: string;
	/** The folder of a film below it; empty for a file that lies directly in it. */
	folder: string;
}

/** The copy of this movie in the library, or one without a library; adds one if there is none. */
async function ensureMovie({library, metaId, root, folder}: TitleChoice, deps: Pick<RouteDeps, 'jobs' | 'movies'>): Promise<Movie> {
	const known = (await deps.movies.findInLibrary(metaId, library.id)) ?? (await deps.movies.findInLibrary(metaId, null));
	if (known) {
		return known;
	}
	const path = folder === '' ? {} : {path: `${root === '/' ? '' : root}/${folder}`};
	const payload = {...choiceOf(library, metaId, root), ...path, minimumAvailability: 'released' as const};
	const {id} = await askProvider(deps, addMovie, {payload, about: 'title'});
	return deps.movies.get(id);
}

/** The copy of this series in the library, or one without a library; adds one if there is none. */
async function ensureSeries({library, metaId, root}: TitleChoice, deps: Pick<RouteDeps, 'jobs' | 'series'>): Promise<Series> {
	const known = (await deps.series.findInLibrary(metaId, library.id)) ?? (await deps.series.findInLibrary(metaId, null));
	if (known) {
		return known;
	}
	const payload = {...choiceOf(library, metaId, root), seasonFolder: true, seasonOptions: []};
	const {id} = await askProvider(deps, addSeries, {payload, about: 'series'});
	return deps.series.get(id);
}

function choiceOf({id, monitored, qualityProfileId}: Library, metaId: number, root: string) {
	return {metaId, rootFolderPath: root, monitored, searchOnAdd: false, qualityProfileId, libraryId: id, besideOthers: true};
}
