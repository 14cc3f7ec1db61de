import type {RouteDeps} from '#api/services.ts';
import {mediaFileOf} from '#shared/domain/backfill/media-file-of.ts';
import {readPath} from '#shared/domain/backfill/read-path.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import {Conflict} from '#shared/errors.ts';
import {addMovie} from '#shared/jobs/add-movie.ts';
import {readMediaInfo} from '#shared/jobs/read-media-info.ts';
import {type ScannedFile, scannedFileId} from '#shared/store/scanned-file-schema.ts';

/** Milliseconds that the caller waits for the metadata provider. */
const addLimitMs = 15_000;

export interface Match {
	library: Library;
	file: ScannedFile;
	metaId: number;
}

/**
 * A person says which title a file is: it becomes the file of that title, in place, whatever file the title had before; a title that is new is
 * added to the library. Throws NotFound when the provider has no such title, Conflict when the title changes meanwhile.
 */
export async function matchFile({library, file, metaId}: Match, deps: RouteDeps): Promise<Movie> {
	const {movies, scannedFiles, rootFolders, jobs, now} = deps;
	const {path: root} = await rootFolders.get(library.rootFolderId);
	const movie = (await movies.findByMetaId(metaId)) ?? (await addToLibrary({library, metaId, root}, deps));
	const at = now();
	const read = readPath(file.path.slice(root.length + 1), 'movie');
	const mediaFile = mediaFileOf({id: file.id, path: file.path, size: file.size, dateAdded: at}, read);
	if (!(await movies.replaceFile(movie.id, mediaFile, {replaces: movie.file?.id ?? null, at}))) {
		throw new Conflict('title_changed', `${movie.title} has got another file this moment. Look at it, then try again.`);
	}
	if (movie.file && movie.file.path !== file.path) {
		await scannedFiles.displace([scannedFileId(library.id, movie.file.path)]);
	}
	await scannedFiles.put([{...file, state: 'recorded', titleId: movie.id, reason: null, candidates: [], lookUpKey: null, infoDue: true}]);
	await jobs.enqueue(readMediaInfo, {libraryId: library.id, after: ''}, {priority: 100});
	return movie;
}

async function addToLibrary(
	{library, metaId, root}: {library: Library; metaId: number; root: string},
	{movies, jobs}: RouteDeps,
): Promise<Movie> {
	const wish = {
		metaId,
		rootFolderPath: root,
		monitored: library.monitored,
		minimumAvailability: 'released' as const,
		searchOnAdd: false,
		qualityProfileId: library.qualityProfileId,
		libraryId: library.id,
	};
	const {id} = await jobs.ask(addMovie, wish, {timeoutMs: addLimitMs});
	return movies.get(id);
}
