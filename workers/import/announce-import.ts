import {parse} from 'node:path';
import {chosenFacts} from '#shared/domain/downloads/chosen-release.ts';
import type {PlannedFile} from '#shared/domain/downloads/import-journal.ts';
import {itemSubject, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {recordFileDeleted} from '../library/record-file-deleted.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
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
	const entry = {...itemSubject(item), episodeIds, quality, qualityScore, timestamp: now()};
	const isUpgrade = replaces.length > 0 && despite === undefined;
	const known = {fileId: id, path, source, size, mode, releaseGroup, isUpgrade, ...chosenFacts(item)};
	const data = {...known, ...(despite !== undefined && {byPerson: true, despite})};
	if (await history.add({...entry, event: 'imported', data}, `imported:${id}`)) {
		counters.add('imports_total', {result: 'imported'});
	}
	const {movieId, seriesId} = item.target;
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
