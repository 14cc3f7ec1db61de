import {promiseJob} from '#shared/coordination/outbox.ts';
import {secondMs} from '#shared/domain/durations.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {correctedQuality} from '#shared/domain/quality/qualities.ts';
import {parseUnknown} from '#shared/domain/release/parse-title.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import {isExpected} from '#shared/errors.ts';
import {type ReadMediaInfo, readMediaInfo} from '#shared/jobs/backfill.ts';
import {rescoreFiles} from '#shared/jobs/refresh.ts';
import type {ScannedFile} from '#shared/store/libraries/scanned-files.ts';
import {isDiskAway} from '../library/files-on-disk.ts';
import {resumeSubtitles} from '../library/resume-subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<
	WorkerDeps,
	'episodes' | 'files' | 'jobs' | 'log' | 'mediaInfo' | 'movies' | 'now' | 'outbox' | 'rootFolders' | 'scannedFiles'
>;

/** Files per job. Small, so that a backfill or a move requested in the meantime does not wait long. */
const filesPerJob = 50;
/** The same in milliseconds: a slow disk may take a minute for a file. */
const jobMs = 5 * secondMs;
/** Lower priority than any backfill. */
const priority = 100;

export const handleReadMediaInfo: Handler<typeof readMediaInfo, keyof Deps> = async (
	{libraryId, after}: ReadMediaInfo,
	deps,
	{signal, log},
) => {
	const files = await deps.scannedFiles.dueForInfo(libraryId, {after, limit: filesPerJob});
	const until = Number(deps.now()) + jobMs;
	let last: ScannedFile | undefined;
	for (const file of files) {
		signal.throwIfAborted();
		if (last && Number(deps.now()) >= until) {
			break;
		}
		if ((await readOne(file, deps)) === 'disk away') {
			log.warn({path: file.path}, 'The tracks of files are not read while their disk is away; it is tried again');
			return;
		}
		await deps.scannedFiles.noteInfo(file.id);
		last = file;
	}
	if (last) {
		await deps.jobs.enqueue(readMediaInfo, {libraryId, after: last.id}, {priority});
		return;
	}
	if (after !== '') {
		// Media info can match custom formats that the names alone do not.
		await promiseJob(rescoreFiles, {titleIds: null, libraryId}, deps);
	}
	await resumeSubtitles(deps);
};

/** If the tracks cannot be read, the values from the name stay, and the file is not tried again until it changes. */
async function readOne({path, titleId}: ScannedFile, deps: Deps): Promise<'done' | 'disk away'> {
	const found = titleId === null ? null : await recordOf(titleId, path, deps);
	if (!found || found.file.mediaInfo !== null) {
		return 'done';
	}
	try {
		const info = await deps.mediaInfo.read(path);
		const {quality: parsed} = parseUnknown(found.file.releaseTitle ?? '', found.mode);
		const quality = correctedQuality(parsed, info.resolution);
		await found.write({mediaInfo: info, quality: quality.name, qualityScore: quality.score});
	} catch (error) {
		if (!isExpected(error)) {
			throw error;
		}
		if (await isDiskAway(path, deps)) {
			return 'disk away';
		}
		deps.log.debug({err: error, path}, 'The tracks of a library file cannot be read');
	}
	return 'done';
}

interface FoundRecord {
	file: MediaFile;
	mode: TitleMode;
	write(change: Pick<MediaFile, 'mediaInfo' | 'quality' | 'qualityScore'>): Promise<void>;
}

/** Returns the record of the file, or null if the title no longer has this file. */
async function recordOf(
	titleId: string,
	path: string,
	{movies, episodes}: Pick<WorkerDeps, 'episodes' | 'movies'>,
): Promise<FoundRecord | null> {
	const movie = await movies.find(titleId);
	if (movie) {
		const write: FoundRecord['write'] = async change => {
			await movies.setFileInfo(titleId, path, change);
			// Which subtitles are missing depends on the sound.
			await movies.forgetReading(titleId, movie.file?.id ?? '');
		};
		return movie.file?.path === path ? {file: movie.file, mode: 'movie', write} : null;
	}
	const episode = (await episodes.onDisk(titleId)).find(({file}) => file?.path === path);
	const file = episode?.file;
	if (!file) {
		return null;
	}
	const write: FoundRecord['write'] = async change => {
		await episodes.setFileInfo(titleId, path, change);
		await episodes.forgetReading(titleId, [file.id]);
	};
	return {file, mode: 'tv', write};
}
