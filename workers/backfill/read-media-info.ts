import {correctedQuality} from '#shared/domain/imports/corrected-quality.ts';
import {parseUnknown} from '#shared/domain/release/parse-title.ts';
import {isExpected} from '#shared/errors.ts';
import {type ReadMediaInfo, readMediaInfo} from '#shared/jobs/read-media-info.ts';
import type {ScannedFile} from '#shared/store/scanned-file-schema.ts';
import type {WorkerDeps} from '../deps.ts';
import type {Handler} from '../handler.ts';

/** Files of one job: a backfill that was asked for meanwhile does not wait long. */
const filesPerJob = 50;
/** Behind every backfill. */
const priority = 100;

export const handleReadMediaInfo: Handler<typeof readMediaInfo> = async ({libraryId, after}: ReadMediaInfo, deps, {signal}) => {
	const files = await deps.scannedFiles.dueForInfo(libraryId, {after, limit: filesPerJob});
	for (const file of files) {
		signal.throwIfAborted();
		await readOne(file, deps);
		await deps.scannedFiles.noteInfo(file.id);
	}
	const last = files.at(-1);
	if (last) {
		await deps.jobs.enqueue(readMediaInfo, {libraryId, after: last.id}, {priority});
	}
};

/** What cannot be read stays as its name tells; it is not tried again until the file changes. */
async function readOne({path, titleId}: ScannedFile, {movies, mediaInfo, log}: WorkerDeps): Promise<void> {
	const movie = titleId === null ? null : await movies.find(titleId);
	if (movie?.file?.path !== path || movie.file.mediaInfo !== null) {
		return;
	}
	try {
		const info = await mediaInfo.read(path);
		const {quality: parsed} = parseUnknown(movie.file.releaseTitle ?? '', 'movie');
		const quality = correctedQuality(parsed, info.resolution);
		await movies.setFileInfo(movie.id, path, {mediaInfo: info, quality: quality.name, qualityScore: quality.score});
	} catch (error) {
		if (!isExpected(error)) {
			throw error;
		}
		log.debug({err: error, path}, 'The tracks of a library file cannot be read');
	}
}
