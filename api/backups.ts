import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {accepted, done, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {backupFolderOf, isBackupName} from '#shared/backup/backup-names.ts';
import {collectionFile, keyName, type Manifest, manifestName, readManifest} from '#shared/backup/manifest.ts';
import {type RestoreOutcome, readRestoreOutcome} from '#shared/backup/restore-request.ts';
import {type FileToPack, packTar} from '#shared/backup/tar.ts';
import {withinLimit} from '#shared/coordination/wait.ts';
import {Conflict, Invalid, NotFound} from '#shared/errors.ts';
import {flag, integer, oneOf, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {dataVersion} from '#shared/store/system/installation.ts';

/** Newest ones that are shown; the task keeps fewer. */
const maxShown = 200;

interface BackupName {
	name: string;
}
const nameParams = Joi.object<BackupName, true>({name: Joi.string().max(100).required()});

/**
 * The backups in the folder of the settings, as this process sees it. They hold everything, also the secret key, so
 * only administrators see and take them.
 */
export function backupsRoutes({http, settings, waits}: RouteDeps): Route[] {
	const folderNow = () => settings.get('backup.folder') || backupFolderOf(http.dataDir);
	async function wholeBackup(name: string): Promise<{folder: string; manifest: Manifest}> {
		const folder = join(folderNow(), name);
		const read = () => readManifest(folder).catch(() => null);
		const manifest = isBackupName(name) ? await withinLimit(read(), waits.backupsMs, null) : null;
		if (!manifest) {
			throw new NotFound('backup_not_found', 'There is no whole backup of this name. GET /api/backups lists them.');
		}
		return {folder, manifest};
	}
	return [
		route('GET /api/backups', {access: 'admin'}, async () => {
			const folder = folderNow();
			const rows = await withinLimit(listBackups(folder), waits.backupsMs, null);
			const lastRestore = await readRestoreOutcome(http.dataDir);
			const shown = {folder, accessible: rows !== null, restorable: http.restore !== null, lastRestore, backups: rows ?? []};
			return ok(backupList.present(shown));
		}),
		route(
			'GET /api/backups/:name/download',
			{access: 'admin', audit: 'backups.downloaded', limit: 'exports', params: nameParams},
			async ({params: {name}, request, response}) => {
				const {folder, manifest} = await wholeBackup(name);
				response.status(200).attachment(`${name}.tar`).type('application/x-tar');
				if (request.method === 'HEAD') {
					response.end();
					return null;
				}
				await pipeline(Readable.from(packTar(filesOf(folder, name, manifest))), response).catch(() => response.destroy());
				return null;
			},
		),
		route('POST /api/backups/:name/restore', {access: 'admin', audit: 'backups.restored', params: nameParams}, async ({params: {name}}) => {
			const {folder, manifest} = await wholeBackup(name);
			const {restoreCommand} = toBackup(name, folder, manifest);
			if (manifest.dataVersion > dataVersion) {
				throw new Invalid('backup_newer', `Version ${manifest.version} of Kinoteka wrote this backup. Update this one first.`);
			}
			if (http.restore === null) {
				const why = 'The parts of this service were started one by one, so it cannot stop and start them itself.';
				throw new Conflict('restore_by_command', `${why} Stop them all, and run: ${restoreCommand}`);
			}
			http.restore(folder);
			return accepted(done.present({message: 'The backup is checked, and restored if it is whole. Kinoteka restarts meanwhile.'}));
		}),
	];
}

/** Null if there is no such folder. */
async function listBackups(folder: string): Promise<Backup[] | null> {
	const names = await readdir(folder).catch(() => null);
	const newest = names?.filter(isBackupName).toSorted().reverse().slice(0, maxShown);
	const rows = await Promise.all(
		(newest ?? []).map(async name => {
			const path = join(folder, name);
			const manifest = await readManifest(path).catch(() => null);
			return manifest && toBackup(name, path, manifest);
		}),
	);
	return newest ? rows.filter(row => row !== null) : null;
}

interface Backup {
	name: string;
	path: string;
	createdAt: Date;
	version: string;
	madeBy: Manifest['madeBy'];
	bytes: number;
	documents: number;
	movies: number;
	series: number;
	hasKey: boolean;
	restoreCommand: string;
}

function toBackup(name: string, path: string, {createdAt, version, madeBy, collections, secretKey}: Manifest): Backup {
	const documentsOf = (collection: string) => collections.find(each => each.name === collection)?.documents ?? 0;
	return {
		name,
		path,
		createdAt: new Date(createdAt),
		version,
		madeBy,
		bytes: collections.reduce((sum, each) => sum + each.bytes, secretKey.file?.bytes ?? 0),
		documents: collections.reduce((sum, each) => sum + each.documents, 0),
		movies: documentsOf('movies'),
		series: documentsOf('series'),
		hasKey: secretKey.file !== null,
		restoreCommand: `npm run restore -- --from '${path.replaceAll("'", "'\\''")}'`,
	};
}

/** The files of a backup. The manifest comes last: without it a backup is incomplete. */
function filesOf(folder: string, name: string, {collections, secretKey}: Manifest): FileToPack[] {
	const files = [...collections.map(each => collectionFile(each.name)), ...(secretKey.file ? [keyName] : []), manifestName];
	return files.map(file => ({name: `${name}/${file}`, path: join(folder, file)}));
}

const backup = viewOf<Backup>()(
	{
		name: text,
		path: text.description('Its folder.'),
		createdAt: timestamp,
		version: text.description('Version of the service that wrote it.'),
		madeBy: oneOf(['schedule', 'person']).description('Only backups of the schedule are removed by the schedule.'),
		bytes: integer.description('Bytes of its files.'),
		documents: integer.description('Documents of the database in it.'),
		movies: integer.description('Movies in it.'),
		series: integer.description('Series in it.'),
		hasKey: flag.description('Whether it holds the secret key. If not, that comes from the environment and must be kept elsewhere.'),
		restoreCommand: text.description('Restores it. The service must be stopped.'),
	},
	'Backup',
);

const outcome = viewOf<RestoreOutcome>()(
	{
		name: text.description('The backup.'),
		at: from(timestamp.description('When it ended.'), ({at}: RestoreOutcome) => new Date(at)),
		error: textOrNull.description('Why nothing was restored; null if all was well.'),
	},
	'RestoreOutcome',
);

interface BackupList {
	folder: string;
	accessible: boolean;
	restorable: boolean;
	lastRestore: RestoreOutcome | null;
	backups: Backup[];
}
const backupList = viewOf<BackupList>()({
	folder: text.description('Where backups are written.'),
	accessible: flag.description('Whether the API can read that folder. On another machine than that of the workers it cannot.'),
	restorable: flag.description(
		'Whether `POST /api/backups/{name}/restore` works: only if one program started all parts of the service, and can stop them.',
	),
	lastRestore: {
		...outcome.orNull,
		schema: outcome.orNull.schema.description('How the last restore by the page ended; null before the first.'),
	},
	backups: backup.list,
});

export const backupsOperations: Operations = {
	'GET /api/backups': {id: 'listBackups', summary: 'List backups, newest first', replies: {200: objectOf(backupList.fields)}},
	'GET /api/backups/:name/download': {
		id: 'downloadBackup',
		summary: 'Download a backup with the secret key in it',
		replies: {200: {mediaType: 'application/x-tar', description: 'The folder of the backup as a tar archive.'}},
	},
	'POST /api/backups/:name/restore': {
		id: 'restoreBackup',
		summary: 'Stop the service, replace everything by what is in a backup, and start it again',
		replies: {202: done.schema},
		failures: [400, 409],
	},
};
