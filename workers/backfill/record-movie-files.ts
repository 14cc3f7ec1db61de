import {compareFiles, mediaFileOf} from '#shared/domain/backfill/media-file-of.ts';
import {partsOfOneFilm} from '#shared/domain/imports/sort-files.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {NewMovieFile} from '#shared/store/movies/movie-scan.ts';
import {isFileGone, movedFile} from '../library/files-on-disk.ts';
import type {Assigned, Recorded, SeenFile, Verdict} from '../library/seen-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface Contest {
	movieId: string;
	/** The best of the files found. */
	winner: SeenFile;
	file: MediaFile;
	present: MediaFile | null;
}

/**
 * Records the best file of each movie without moving it. A recorded file is replaced only by a better
 * one, or when it is gone.
 */
export async function recordMovieFiles(
	rows: readonly Assigned[],
	deps: Pick<WorkerDeps, 'files' | 'movies' | 'now' | 'rootFolders'>,
): Promise<Recorded> {
	const at = deps.now();
	const verdicts = new Map<SeenFile, Verdict>(rows.map(({file}) => [file, 'duplicate']));
	const present = await deps.movies.filesOf([...new Set(rows.map(({titleId}) => titleId))]);
	const contests = [...Map.groupBy(rows, ({titleId}) => titleId)]
		.filter(([movieId]) => present.has(movieId))
		.map(([movieId, of]) => toContest(movieId, of, {present: present.get(movieId) ?? null, verdicts, at}));
	const writes: NewMovieFile[] = [];
	for (const contest of contests) {
		if (await isToBeRecorded(contest, deps)) {
			writes.push({id: contest.movieId, file: await withWhatWasKnown(contest, deps), replaces: contest.present?.id ?? null});
		}
	}
	const written = new Map<string, string | null>(writes.map(({id, file}) => [id, file.path]));
	const isWhole = (await deps.movies.recordFiles(writes, at)) === writes.length;
	const after = isWhole ? written : await deps.movies.pathsOf([...written.keys()]);
	const displaced: string[] = [];
	let changed = 0;
	for (const {movieId, winner, present: before} of contests) {
		const path = written.has(movieId) ? after.get(movieId) : before?.path;
		if (path === winner.video.path) {
			verdicts.set(winner, 'recorded');
			changed += Number(written.has(movieId));
			displaced.push(...(before && before.path !== path ? [before.path] : []));
		}
	}
	return {verdicts, displaced, changed};
}

function toContest(
	movieId: string,
	rows: readonly Assigned[],
	{present, verdicts, at}: {present: MediaFile | null; verdicts: Map<SeenFile, Verdict>; at: Date},
): Contest {
	const files = rows.map(({file}) => file);
	const [, ...further] = partsOfOneFilm(files.map(file => ({path: file.video.path, file})));
	for (const {file} of further) {
		verdicts.set(file, 'part');
	}
	const parts = new Set(further.map(({file}) => file));
	const [best] = files
		.filter(file => !parts.has(file))
		.map(seen => ({seen, file: mediaFileOf({id: seen.id, path: seen.video.path, size: seen.video.size, dateAdded: at}, seen.read)}))
		.sort((a, b) => compareFiles(a.file, b.file));
	const {seen, file} = best!; // without other files, the first part remains
	return {movieId, winner: seen, file, present};
}

/** A renamed file keeps what was known from its old name. */
async function withWhatWasKnown({file, present}: Contest, deps: Pick<WorkerDeps, 'files' | 'rootFolders'>): Promise<MediaFile> {
	return (present && (await movedFile(present, file, deps))) ?? file;
}

async function isToBeRecorded({file, present}: Contest, deps: Pick<WorkerDeps, 'files' | 'rootFolders'>): Promise<boolean> {
	if (!present) {
		return true;
	}
	if (present.path === file.path) {
		return present.size !== file.size;
	}
	return compareFiles(file, present) < 0 || (await movedFile(present, file, deps)) !== null || (await isFileGone(present.path, deps));
}
