import {join} from 'node:path';
import {pruneBackups} from '#shared/backup/backup-names.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/** Milliseconds between two reports of the progress. */
const reportMs = 1000;

/** Writes a backup, then removes the oldest of its own. One that was stopped or killed begins anew. */
export const backUp: TaskBody = async ({signal, note, progress}, deps) => {
	const to = deps.settings.get('backup.folder') || join(deps.dataDir, 'backups');
	const now = deps.now();
	const total = await deps.snapshots.estimate();
	let reportedAt = 0;
	const onProgress = (processed: number) => {
		if (performance.now() - reportedAt > reportMs) {
			reportedAt = performance.now();
			progress({processed, total: Math.max(total, processed), message: 'Documents are written.'});
		}
	};
	const {folder, manifest} = await writeBackup(deps, {to, madeBy: 'schedule', now, signal, onProgress});
	const documents = manifest.collections.reduce((sum, collection) => sum + collection.documents, 0);
	const tell = (action: string, message: string) => note({mediaId: null, mediaTitle: null, action, status: 'completed', message});
	tell('add', `${documents} documents were written to ${folder}.`);
	if (manifest.secretKey.file === null) {
		tell('skip', 'SECRET_KEY comes from the environment, so the backup is of use only together with a copy of it.');
	}
	for (const name of await pruneBackups(to, {keep: deps.settings.get('backup.keep'), now})) {
		tell('remove', `${name} was removed.`);
	}
	return {itemsProcessed: documents, itemsAffected: 1};
};
