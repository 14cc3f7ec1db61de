import {basename} from 'node:path';
import {backupFolderOf, backupLease, backupWaitMs, pruneBackups} from '#shared/backup/backup-names.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {Conflict} from '#shared/errors.ts';
import {machineOf} from '#shared/machines/machine.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {onDisk} from '../integrations/files/disk-failure.ts';
import {ensureSpace} from '../integrations/files/free-space.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Milliseconds between two reports of the progress. */
const reportMs = 1000;

/** What gzip leaves of our documents is a fifth; others may be harder to compress. */
const compressed = 0.5;

type Used = 'dataDir' | 'files' | 'installation' | 'leases' | 'now' | 'rootFolders' | 'settings' | 'snapshots';

/** Writes a backup, then removes the oldest of its own. One that was stopped or killed starts over. */
export const backUp: TaskBody<Used> = async (run, deps) => {
	const done = await deps.leases.with(backupLease, {signal: run.signal, maxWaitMs: backupWaitMs}, signal =>
		writeAndPrune({...run, signal}, deps),
	);
	if (!done) {
		throw new Conflict('backup_running', 'Another backup is being written. Wait for its end, then make this one.');
	}
	return done;
};

const writeAndPrune: TaskBody<Used> = async ({signal, note, progress, options}, deps) => {
	const named = deps.settings.get('backup.folder');
	const to = named || backupFolderOf(deps.dataDir);
	await refuseLibrary(to, deps);
	await deps.files.useFolder({
		...{path: to, name: 'The folder for backups', remedy: 'save the setting backup.folder again', mode: 0o700},
		// Each machine has a data folder of its own, at the same path.
		...(named === '' && {machineId: (await machineOf(deps.dataDir)).id}),
	});
	await ensureSpace(to, (await deps.snapshots.dataBytes()) * compressed, bytesToKeepFree(deps));
	const now = deps.now();
	const total = await deps.snapshots.estimate();
	let reportedAt = 0;
	const onProgress = (processed: number) => {
		if (performance.now() - reportedAt > reportMs) {
			reportedAt = performance.now();
			progress({processed, total: Math.max(total, processed), message: 'Documents are written.'});
		}
	};
	const {folder, manifest} = await onDisk(to, () =>
		writeBackup(deps, {to, madeBy: 'schedule', asked: options['byPerson'] === true, now, signal, onProgress}),
	);
	const documents = manifest.collections.reduce((sum, collection) => sum + collection.documents, 0);
	const noteStep = (action: string, message: string) => note({mediaId: null, mediaTitle: null, action, status: 'completed', message});
	noteStep('add', `${documents} documents were written to ${folder}.`);
	if (manifest.secretKey.file === null) {
		noteStep('skip', 'SECRET_KEY comes from the environment, so the backup is of use only together with a copy of it.');
	}
	const {fingerprint} = manifest.secretKey;
	const pruning = {keep: deps.settings.get('backup.keep'), written: basename(folder), fingerprint};
	for (const name of await pruneBackups(to, pruning)) {
		noteStep('remove', `${name} was removed.`);
	}
	return {itemsProcessed: documents, itemsAffected: 1};
};

/** Other programs show what lies in a library, and a backup holds the secret key. */
async function refuseLibrary(to: string, {rootFolders}: Pick<WorkerDeps, 'rootFolders'>): Promise<void> {
	const library = (await rootFolders.list()).find(({path}) => isWithinFolder(normalPath(to) ?? to, path));
	if (library) {
		throw new Conflict('backup_in_library', `backup.folder (${to}) lies in the root folder ${library.path}. Name a folder outside.`);
	}
}
