import {basename, dirname} from 'node:path';
import type {Deletion} from '#shared/domain/media/deletion.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {Conflict} from '#shared/errors.ts';
import {fileOf} from '#shared/tasks/keep-deleted.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {enterRoot, type PutBackDeps, putFilesBack} from './put-files-back.ts';

export type UndoDeps = PutBackDeps & Pick<WorkerDeps, 'jobs' | 'now' | 'outbox' | 'series'>;

/** A deleted file, and the movie or the episodes that had it. */
interface Had {
	file: MediaFile;
	owners: {id: string; monitored: boolean}[];
}

/**
 * Puts deleted files of a title that has stayed back, and records them where nothing else has been recorded since.
 * Returns what there is to say about it. Each step may be repeated.
 */
export async function undoFiles(deletion: Deletion, deps: UndoDeps, run: Run): Promise<string> {
	const {id, kind, titleId, title} = deletion;
	const had = byFile(await deps.deletions.documentsKept(id));
	if (had.length === 0) {
		throw new Conflict('deletion_expired', `What was kept of the files of ${title} is no longer there.`);
	}
	const now = await filesNow(deletion, deps);
	const replaced = had.filter(({file, owners}) => owners.some(owner => !isFree(now, owner.id, file)));
	const whyNot = (path: string) => {
		const isReplaced = replaced.some(({file}) => path === file.path || isBeside(path, file.path));
		return isReplaced
			? `${kind === 'movie' ? title : 'what had it'} has another file by now, or is gone; it stays in the recycle bin`
			: null;
	};
	const roots = await enterRoot(deletion, deps);
	const {back, notes} = await putFilesBack(deletion, {roots, run, whyNot}, deps);
	let recorded = 0;
	for (const each of had.filter(one => !replaced.includes(one))) {
		const isBack = (await deps.files.exists(each.file.path)) && (await record(each, deletion, deps));
		recorded += Number(isBack);
	}
	if (recorded === 0) {
		throw new Conflict('files_not_back', [`No file of ${title} could be brought back.`, ...notes].join(' '));
	}
	await promisePlayerFiles({kind, id: titleId}, deps);
	const files = recorded < had.length ? `${recorded} of ${had.length} files` : recorded === 1 ? 'its file' : `its ${recorded} files`;
	return [`${title} has ${files} again; files in their places: ${back}.`, ...notes].join(' ');
}

function byFile(documents: readonly {document: object}[]): Had[] {
	const found = new Map<string, Had>();
	for (const {document} of documents) {
		const file = fileOf(document);
		const {_id: id, monitored} = document as {_id: string; monitored: boolean};
		if (file) {
			const had = found.get(file.id) ?? {file, owners: []};
			had.owners.push({id, monitored});
			found.set(file.id, had);
		}
	}
	return [...found.values()];
}

/** The files of the movie or of the episodes now, by their ids. Throws Conflict if the title is gone. */
async function filesNow({kind, titleId, title}: Deletion, {movies, series, episodes}: UndoDeps): Promise<Map<string, MediaFile | null>> {
	const movie = kind === 'movie' ? await movies.find(titleId) : null;
	if (movie) {
		return new Map([[movie.id, movie.file]]);
	}
	if (kind === 'movie' || !(await series.find(titleId))) {
		throw new Conflict('title_gone', `${title} is no longer in the library. Undo its own deletion first.`);
	}
	return new Map((await episodes.ofSeries(titleId)).map(({id, file}) => [id, file]));
}

const isFree = (now: ReadonlyMap<string, MediaFile | null>, id: string, {id: fileId}: MediaFile) =>
	now.has(id) && (now.get(id) ?? null) === null ? true : now.get(id)?.id === fileId;

/** Does a file that was deleted with a video follow it? */
function isBeside(path: string, video: string): boolean {
	const stem = basename(video).replace(/\.[^.]*$/, '');
	return path.startsWith(`${dirname(video)}/`) && path.includes(`/${stem}`);
}

async function record({file, owners}: Had, {kind, titleId}: Deletion, {movies, episodes, now}: UndoDeps): Promise<boolean> {
	const at = now();
	if (kind === 'movie') {
		const isThere = (await movies.find(titleId))?.file?.id === file.id || (await movies.replaceFile(titleId, file, {replaces: null, at}));
		await (isThere && owners[0]?.monitored ? movies.change(titleId, {monitored: true}, at) : undefined);
		return isThere;
	}
	const episodeIds = owners.map(({id}) => id);
	const isThere = (await episodes.recordFile({seriesId: titleId, episodeIds, file, replaces: []}, at)) === 'recorded';
	for (const {id} of isThere ? owners.filter(({monitored}) => monitored) : []) {
		await episodes.setMonitored(id, true, at);
	}
	return isThere;
}
