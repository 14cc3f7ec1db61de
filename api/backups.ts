import {basename, join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {accepted, done, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {isBackupName} from '#shared/backup/backup-names.ts';
import {type BackupsInFolder, listBackups} from '#shared/backup/list-backups.ts';
import {collectionFile, filesOfBackup, keyName, type Manifest, manifestName, manifestText, readManifest} from '#shared/backup/manifest.ts';
import {type RestoreOutcome, readRestoreOutcome} from '#shared/backup/restore-request.ts';
import {type FileToPack, packTar} from '#shared/backup/tar.ts';
import {withinLimit} from '#shared/coordination/wait.ts';
import {Conflict, Invalid, NotFound} from '#shared/errors.ts';
import {type Machine, machineOf} from '#shared/machines/machine.ts';
import {type AskDisks, backupFolderNow, readPieces} from '#shared/machines/machine-questions.ts';
import {flag, integer, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {dataVersion} from '#shared/store/system/installation.ts';

interface BackupName {
	name: string;
}
const nameParams = Joi.object<BackupName, true>({name: Joi.string().max(100).required()});

/** A backup on this machine, or on another one. */
interface WholeBackup {
	folder: string;
	manifest: Manifest;
	machine: Machine;
	isHere: boolean;
}

/**
 * The backups in the folders of all machines. They hold everything, also the secret key, so only administrators see and
 * take them.
 */
export function backupsRoutes({http, settings, waits, askDisks}: RouteDeps): Route[] {
	const folderNow = () => backupFolderNow({dataDir: http.dataDir, settings});
	/** Those of this machine come first. Machines that share a folder have its backups once. */
	async function findAll(): Promise<{all: WholeBackup[]; accessible: boolean; silent: string[]}> {
		const machine = await machineOf(http.dataDir);
		const [own, others] = await Promise.all([withinLimit(listBackups(folderNow()), waits.backupsMs, null), askDisks.others()]);
		const answers = await Promise.all(others.map(other => askDisks.ask(other, 'listBackups', null)));
		const of = (found: BackupsInFolder | null, at: Machine): WholeBackup[] =>
			(found?.backups ?? []).map(({name, manifest}) => ({
				folder: join(found?.folder ?? '', name),
				manifest,
				machine: at,
				isHere: at === machine,
			}));
		const isShared = ({folderId}: BackupsInFolder) => folderId !== null && folderId === own?.folderId;
		const there = others.flatMap((other, index) => {
			const found = answers[index] ?? null;
			return found && !isShared(found) ? of(found, other) : [];
		});
		const silent = others.filter((other, index) => answers[index] === null && other.id !== machine.id).map(({name}) => name);
		return {all: [...of(own, machine), ...there], accessible: own !== null, silent};
	}
	async function wholeBackup(name: string): Promise<WholeBackup> {
		const folder = join(folderNow(), name);
		const read = () => readManifest(folder).catch(() => null);
		const manifest = isBackupName(name) ? await withinLimit(read(), waits.backupsMs, null) : null;
		if (manifest) {
			return {folder, manifest, machine: await machineOf(http.dataDir), isHere: true};
		}
		const found = isBackupName(name) ? (await findAll()).all.find(each => basename(each.folder) === name) : undefined;
		if (!found) {
			throw new NotFound('backup_not_found', 'There is no whole backup of this name. GET /api/backups lists them.');
		}
		return found;
	}
	return [
		route('GET /api/backups', {access: 'admin'}, async () => {
			const {all, accessible, silent} = await findAll();
			const backups = all.map(toBackup).toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt));
			const lastRestore = await readRestoreOutcome(http.dataDir);
			return ok(backupList.present({folder: folderNow(), accessible, restorable: http.restore !== null, lastRestore, backups, silent}));
		}),
		route(
			'GET /api/backups/:name/download',
			{access: 'admin', audit: 'backups.downloaded', limit: 'exports', params: nameParams},
			async ({params: {name}, request, response}) => {
				const whole = await wholeBackup(name);
				response.status(200).attachment(`${name}.tar`).type('application/x-tar');
				if (request.method === 'HEAD') {
					response.end();
					return null;
				}
				const files = whole.isHere ? filesHere(name, whole) : filesThere(name, whole, askDisks);
				await pipeline(Readable.from(packTar(files)), response).catch(() => response.destroy());
				return null;
			},
		),
		route('POST /api/backups/:name/restore', {access: 'admin', audit: 'backups.restored', params: nameParams}, async ({params: {name}}) => {
			const whole = await wholeBackup(name);
			const {folder, manifest, machine, isHere} = whole;
			const {restoreCommand} = toBackup(whole);
			if (manifest.dataVersion > dataVersion) {
				throw new Invalid('backup_newer', `Version ${manifest.version} of Kinoteka wrote this backup. Update this one first.`);
			}
			if (http.restore === null || !isHere) {
				const why = isHere
					? 'The parts of this service were started one by one, so it cannot stop and start them itself.'
					: `The backup lies on the machine ${machine.name}.`;
				throw new Conflict('restore_by_command', `${why} Stop them all, and run${isHere ? '' : ' there'}: ${restoreCommand}`);
			}
			http.restore(folder);
			return accepted(done.present({message: 'The backup is checked, and restored if it is whole. Kinoteka restarts meanwhile.'}));
		}),
	];
}

interface Backup {
	name: string;
	path: string;
	machine: string;
	createdAt: Date;
	version: string;
	madeBy: Manifest['madeBy'];
	byPerson: boolean;
	bytes: number;
	documents: number;
	movies: number;
	series: number;
	hasKey: boolean;
	restoreCommand: string;
}

function toBackup({folder: path, manifest, machine}: WholeBackup): Backup {
	const {createdAt, version, madeBy, asked = false, collections, secretKey} = manifest;
	const documentsOf = (collection: string) => collections.find(each => each.name === collection)?.documents ?? 0;
	return {
		name: basename(path),
		path,
		machine: machine.name,
		createdAt: new Date(createdAt),
		version,
		madeBy,
		byPerson: asked || madeBy === 'person',
		bytes: collections.reduce((sum, each) => sum + each.bytes, secretKey.file?.bytes ?? 0),
		documents: collections.reduce((sum, each) => sum + each.documents, 0),
		movies: documentsOf('movies'),
		series: documentsOf('series'),
		hasKey: secretKey.file !== null,
		restoreCommand: `npm run restore -- --from '${path.replaceAll("'", "'\\''")}'`,
	};
}

function filesHere(name: string, {folder, manifest}: WholeBackup): FileToPack[] {
	return filesOfBackup(manifest).map(file => ({name: `${name}/${file}`, path: join(folder, file)}));
}

function filesThere(name: string, {manifest, machine}: WholeBackup, askDisks: AskDisks): FileToPack[] {
	const bytes = new Map([
		...manifest.collections.map(each => [collectionFile(each.name), each.bytes] as const),
		[keyName, manifest.secretKey.file?.bytes ?? 0] as const,
	]);
	return filesOfBackup(manifest).map(file => {
		if (file === manifestName) {
			const content = Buffer.from(manifestText(manifest));
			return {
				name: `${name}/${file}`,
				size: content.length,
				read: async function* () {
					yield content;
				},
			};
		}
		const size = bytes.get(file) ?? 0;
		const read = () => readPieces(size, piece => askDisks.ask(machine, 'readBackup', {name, file, ...piece}));
		return {name: `${name}/${file}`, size, read};
	});
}

const backup = viewOf<Backup>()(
	{
		name: text,
		path: text.description('Its folder.'),
		machine: text.description('Host name of the machine on which it lies.'),
		createdAt: timestamp,
		version: text.description('Version of the service that wrote it.'),
		madeBy: oneOf(['schedule', 'person']).description(
			'Only backups of the schedule, and those that a person made by its task, are removed by the schedule.',
		),
		byPerson: flag.description('Whether a person made it, by the task or by the command.'),
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
	silent: string[];
}
const backupList = viewOf<BackupList>()({
	folder: text.description('Where this machine writes backups.'),
	accessible: flag.description('Whether this API can read that folder.'),
	restorable: flag.description(
		'Whether `POST /api/backups/{name}/restore` works: only if one program started all parts of the service, and can stop them.',
	),
	lastRestore: {
		...outcome.orNull,
		schema: outcome.orNull.schema.description('How the last restore by the page ended; null before the first.'),
	},
	backups: backup.list,
	silent: texts.description('Host names of machines that did not say which backups they have.'),
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
