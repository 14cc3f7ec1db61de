import {createFolderClaims, holdsRoot, titleAround, whyNoFolder} from '#shared/domain/folders/title-folder.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {mayBeMonitored} from '#shared/domain/moves/judge-movie.ts';
import {below} from '#shared/domain/moves/map-paths.ts';
import {movieFolder} from '#shared/domain/naming/movie-path.ts';
import {Conflict} from '#shared/errors.ts';
import {movieNaming} from '#shared/settings/settings.ts';
import type {NewMovie} from '#shared/store/movies/movies.ts';
import {locate} from './find-on-disk.ts';
import type {JudgedMovie} from './plan-titles.ts';
import {labelsOf} from './write-records.ts';
import {comes, folderOf, type MovedRecords, mediaFileOf, numberedFiles, placeOf, scanned, type WriteDeps} from './write-titles.ts';

/** A movie that comes, and what it becomes here. */
interface ComingMovie {
	judged: JudgedMovie;
	details: MovieDetails;
	where: NonNullable<ReturnType<typeof placeOf>>;
	file: MediaFile | null;
}

/** A movie of the source, by its id there, with our id; null for one that cannot come. */
export type WrittenMovie = readonly [sourceId: string, ourId: string | null];

/**
 * Adds movies with their files, and files to those that their library has. Most are written in one step; those that are
 * there already, or whose folder may be that of another title, one after another.
 */
export async function writeMovies(all: readonly JudgedMovie[], records: MovedRecords, deps: WriteDeps): Promise<WrittenMovie[]> {
	const coming = all.map(judged => comingMovie(judged, records));
	const together = await separate(
		coming.filter(each => each !== null),
		records,
		deps,
	);
	const ids = await addTogether(together, records, deps);
	const written: WrittenMovie[] = [];
	for (const [index, {movie}] of all.entries()) {
		const each = coming[index];
		const known = each ? ids.get(each) : undefined;
		written.push([String(movie.id), each ? (known ?? (await writeOne(each, records, deps))) : null]);
	}
	return written;
}

function comingMovie(judged: JudgedMovie, records: MovedRecords): ComingMovie | null {
	const {movie, file, onDisk, details, notes} = judged;
	const where = placeOf(movie.path, records);
	if (!where || !details || !comes(notes)) {
		return null;
	}
	const found = where.isInside && file && onDisk ? mediaFileOf(file, onDisk, where.place.library.id) : null;
	return {judged, details, where, file: found};
}

/** Those that no library has yet and whose own folder is that of no other title, with these folders. */
async function separate(all: readonly ComingMovie[], records: MovedRecords, deps: WriteDeps): Promise<Map<ComingMovie, string>> {
	const {movies, series, rootFolders} = deps;
	const keyOf = (metaId: number, libraryId: string | null) => `${metaId} ${libraryId}`;
	const there = await movies.copiesOf(all.map(({details}) => details.metaId));
	const known = new Set(there.map(({metaId, libraryId}) => keyOf(metaId, libraryId)));
	const wanted = all.flatMap(each => {
		const {judged, where} = each;
		const {root} = where.place;
		const isShared = judged.notes.some(({code}) => code === 'folder_shared');
		const path = where.isInside && !isShared ? locate(judged.movie.path, records.mappings) : null;
		return path !== null && below(path, root) && whyNoFolder(path, root) === null ? [{each, path}] : [];
	});
	const paths = wanted.map(({path}) => path);
	const others = [...(await movies.titlesAtFolders(paths)), ...(await series.titlesAtFolders(paths))];
	const roots = (await rootFolders.list()).map(({path}) => path);
	const claims = createFolderClaims();
	const folders = new Map<ComingMovie, string>();
	for (const {each, path} of wanted) {
		const key = keyOf(each.details.metaId, each.where.place.library.id);
		if (!known.has(key) && !holdsRoot(path, roots) && !titleAround(path, others, '') && !claims.isTaken(path)) {
			known.add(key);
			claims.claim(path);
			folders.set(each, path);
		}
	}
	return folders;
}

/** Adds them with their files in one step. Returns their ids; none if one of them has been added since. */
async function addTogether(
	folders: ReadonlyMap<ComingMovie, string>,
	records: MovedRecords,
	deps: WriteDeps,
): Promise<Map<ComingMovie, string>> {
	const all = [...folders.keys()];
	const numbered = (
		await numberedFiles(
			all.flatMap(({file}) => file ?? []),
			deps,
		)
	).values();
	const rows = [...folders].map(([each, path]) => ({
		details: each.details,
		choice: choiceOf(each, path, records, deps),
		file: each.file && (numbered.next().value ?? each.file),
	}));
	const ids = await deps.movies.addMany(rows, deps.now()).catch(error => {
		if (error instanceof Conflict) {
			return null;
		}
		throw error;
	});
	const added = new Map(all.flatMap((each, index) => (ids?.[index] ? [[each, ids[index]] as const] : [])));
	await noteScanned([...added], deps);
	return added;
}

async function noteScanned(written: readonly (readonly [ComingMovie, string])[], {scannedFiles}: WriteDeps): Promise<void> {
	await scannedFiles.put(
		written.flatMap(([{file, where}, titleId]) => (file ? [scanned(file, {libraryId: where.place.library.id, titleId})] : [])),
	);
}

async function writeOne(coming: ComingMovie, records: MovedRecords, deps: WriteDeps): Promise<string> {
	const {judged, details, where, file} = coming;
	const {movies, settings, now} = deps;
	const {library} = where.place;
	const known = await movies.findInLibrary(details.metaId, library.id);
	const choice = async () => {
		const rendered = movieFolder(details, movieNaming(settings));
		const folder = await folderOf({...judged, path: judged.movie.path}, where, {records, rendered, metaId: details.metaId}, deps);
		return choiceOf(coming, folder, records, deps);
	};
	const {id, file: present} = known ?? (await movies.add(details, await choice(), now()));
	if (file && !present) {
		const [numbered = file] = await numberedFiles([file], deps);
		await movies.replaceFile(id, numbered, {replaces: null, at: now()});
	}
	// A worker that died may have recorded the file, and not have come to this.
	await (!present || present.id === file?.id ? noteScanned([[coming, id]], deps) : null);
	return id;
}

function choiceOf({judged, where}: ComingMovie, path: string, records: MovedRecords, {settings, now}: WriteDeps): NewMovie {
	const {movie, notes} = judged;
	const {library, root} = where.place;
	return {
		monitored: movie.monitored && where.isInside && mayBeMonitored(notes, records.away.has(root)),
		minimumAvailability: movie.minimumAvailability,
		rootFolderPath: root,
		path,
		qualityProfileId: records.profiles.get(movie.profileId ?? -1) ?? records.defaultProfileId,
		libraryId: library.id,
		number: movie.id,
		tags: labelsOf(movie.tags, records.labels),
		addedBy: {kind: 'move', id: records.moveId},
		addedAt: movie.addedAt ?? now(),
		lastSearchTime: movie.lastSearchTime,
		searchOnAdd: false,
		usualDelayDays: settings.get('media.availabilityDelayDays'),
	};
}
