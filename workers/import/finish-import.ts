import {dirname, parse} from 'node:path';
import type {ImportJournal, PlannedFile} from '#shared/domain/downloads/import-progress.ts';
import {chosenFacts, formatFacts, itemSubject, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {recycleBin} from '../library/disk-settings.ts';
import {dropEpisodeFile, dropMovieFile} from '../library/drop-file.ts';
import {recordedBeside} from '../library/files-on-disk.ts';
import {recordFileDeleted} from '../library/record-file-deleted.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Claim} from './claim.ts';
import {whyNotMoved} from './plan/plan-import.ts';
import type {ImportRefused} from './refusal.ts';

/** Records the import of a file, and the files it replaced, in the history. A second call changes nothing. */
export async function announceImport(
	item: QueueItem,
	planned: PlannedFile,
	{history, counters, now}: Pick<WorkerDeps, 'history' | 'counters' | 'now'>,
): Promise<void> {
	const {file, source, mode, replaces, media, despite} = planned;
	const {id, path, size, quality, qualityScore, releaseGroup} = file;
	const episodeIds = media.kind === 'episodes' ? media.episodeIds : [];
	const isUpgrade = replaces.length > 0 && despite === undefined;
	const {movieId, seriesId} = item.target;
	// The import comes last: what it replaced is told with it.
	for (const old of replaces) {
		const deleted = {
			fileId: old.id,
			path: old.path,
			reason: isUpgrade ? 'upgrade' : 'replacedByPerson',
			replacedBy: id,
			sameName: old.path === path,
		};
		const gone = {title: parse(old.path).name, movieId, seriesId, episodeIds, file: old, data: deleted};
		await recordFileDeleted(gone, `fileDeleted:${old.id}`, {history, now});
	}
	const entry = {...itemSubject(item), episodeIds, quality, qualityScore, timestamp: now()};
	const known = {fileId: id, path, source, size, mode, releaseGroup, isUpgrade, ...formatFacts(file), ...chosenFacts(item)};
	const data = {...known, ...(despite !== undefined && {byPerson: true, despite})};
	if (await history.add({...entry, event: 'imported', data}, `imported:${id}`)) {
		counters.add('imports_total', {result: 'imported'});
	}
}

/** Reports the same refusal of the same download only once, however often it is tried. */
export async function announceRefusal(
	item: QueueItem,
	refusal: ImportRefused,
	{history, counters, now}: Pick<WorkerDeps, 'history' | 'counters' | 'now'>,
): Promise<void> {
	const data = {code: refusal.code, message: refusal.message};
	const entry = {...itemSubject(item), event: 'importFailed' as const, data, timestamp: now()};
	if (await history.add(entry, `importFailed:${item.id}:${refusal.code}`)) {
		counters.add('imports_total', {result: 'refused'});
	}
}

export type FinishDeps = Pick<
	WorkerDeps,
	| 'clientFolders'
	| 'downloadClients'
	| 'episodes'
	| 'files'
	| 'history'
	| 'log'
	| 'movies'
	| 'now'
	| 'recordedFiles'
	| 'rootFolders'
	| 'series'
	| 'settings'
>;

/**
 * After a file is recorded, removes the replaced files and, for a move, the source. What cannot be
 * removed stays and is logged.
 */
export async function cleanUp(
	planned: PlannedFile,
	{folder}: ImportJournal,
	{claim, deps}: {claim: Claim; deps: FinishDeps},
): Promise<void> {
	const {files, log} = deps;
	const leave = (error: unknown) => log.warn({err: error, path: planned.file.path}, 'A file could not be removed after an import');
	await removeReplaced(planned, claim, deps).catch(leave);
	if (planned.mode === 'move') {
		await removeSources(planned, folder, {claim, deps}).catch(leave);
	}
	await files.sweepPartials(dirname(planned.file.path), claim.item.id).catch(leave);
}

async function removeReplaced({source, replaces, file, companions}: PlannedFile, {signal}: Claim, deps: FinishDeps): Promise<void> {
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	// What could not be carried over stays where it is.
	const uncarried = companions.filter(({identity}) => identity === null).map(({source}) => source);
	const keep = [file.path, ...companions.map(({target}) => target), ...uncarried];
	for (const {path} of replaces.filter(old => old.path !== file.path)) {
		// What was imported under another name is in the library still.
		const bin = path === source ? null : recycleBin(path, roots, deps);
		const others = await recordedBeside(path, deps);
		const {left} = await deps.files.removeMedia({path, roots, folder: null, keep: [...keep, ...others], bin, signal});
		for (const {reason} of left) {
			deps.log.warn({path, reason}, 'A replaced file was left where it is');
		}
	}
}

async function removeSources(
	{source, file, companions}: PlannedFile,
	folder: string,
	{claim, deps}: {claim: Claim; deps: FinishDeps},
): Promise<void> {
	// The client may have put the file where the library has it.
	if (await deps.files.isSameEntry(source, file.path)) {
		return;
	}
	for (const path of [source, ...companions.filter(({identity}) => identity !== null).map(({source: from}) => from)]) {
		// Looked at again: the import may have been planned long ago.
		const reason = await whyNotMoved(path, claim.item, deps);
		if (reason !== null) {
			deps.log.warn({path, reason}, 'A file of a download client was left where it is');
			continue;
		}
		await deps.files.discard({path, bin: null, signal: claim.signal});
		await deps.files.removeEmptyFolders(dirname(path), folder);
	}
	await dropMoved(source, deps);
}

/** A person who imports the file of one title as another one takes it from the first. */
async function dropMoved(path: string, deps: FinishDeps): Promise<void> {
	const [movies, series] = await Promise.all([deps.movies.atPath(path), deps.episodes.seriesAtPath(path)]);
	if ((movies.length === 0 && series.length === 0) || (await deps.files.exists(path))) {
		return;
	}
	const reason = 'movedToOther';
	for (const {id, title, file} of movies) {
		file && (await dropMovieFile({id, title, file, reason}, deps));
	}
	for (const seriesId of series) {
		await dropEpisodeFile({seriesId, path, reason}, deps);
	}
}

/** Removes unfinished files of earlier runs. */
export async function sweepEarlierRuns({item}: Claim, deps: Pick<WorkerDeps, 'files'>): Promise<void> {
	const {journal, discarded} = item.import;
	const files = [...(journal?.files ?? []), ...(discarded?.files ?? [])];
	for (const folder of new Set(files.map(({file}) => dirname(file.path)))) {
		await deps.files.sweepPartials(folder, item.id);
	}
}
