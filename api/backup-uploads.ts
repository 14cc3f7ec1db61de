import {mkdir, rename, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {created, type Route, route} from '#api/http/route.ts';
import {uploadOperations, uploadRoutes} from '#api/http/uploads.ts';
import type {RouteDeps} from '#api/services.ts';
import {backupFolderOf, backupName} from '#shared/backup/backup-names.ts';
import {unpackBackup} from '#shared/backup/unpack-backup.ts';
import {createSlots} from '#shared/coordination/slots.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {Conflict} from '#shared/errors.ts';
import {createUploads, type Uploads} from '#shared/files/uploads.ts';
import {text} from '#shared/presenters/fields.ts';
import {plainView} from '#shared/presenters/view.ts';

const path = '/api/backup-uploads' as const;
/** Backups have no limit of their own: the disk has one. */
const maxBytes = 100 * 1024 * bytesPerMegabyte;
/** Milliseconds to unpack an archive. */
const unpackMs = 55_000;

const uploaded = plainView({name: text.description('The name of the backup, which is listed now.')});

/** A downloaded backup comes back in pieces, for a restore. One that is not finished is removed by the next one. */
export function backupUploadsRoutes({http, settings, now}: RouteDeps): Route[] {
	const folderNow = () => settings.get('backup.folder') || backupFolderOf(http.dataDir);
	// On the disk of the backups, so that the finished one only gets its name; what is left there counts as abandoned.
	const partialFolder = () => join(folderNow(), `${backupName(new Date(0))}.partial`);
	let opened: {folder: string; uploads: Uploads} | null = null;
	const uploads = () => {
		const folder = partialFolder();
		opened = opened?.folder === folder ? opened : {folder, uploads: createUploads(folder, {most: 1})};
		return opened.uploads;
	};
	const unpacking = createSlots({maxOfCaller: 1});

	return [
		...uploadRoutes(
			{path, maxBytes, now, example: {name: 'kinoteka-2026-11-01T03-00-00.tar', size: 3_145_728}, uploads, inUse: async () => new Set()},
			{begun: null, deleted: null},
		),
		route(`POST ${path}/:id/finish`, {access: 'admin', audit: 'backups.uploaded', params: idParams}, async ({params: {id}}) => {
			const [archive] = await uploads().filesOf([id]);
			const leave = unpacking.tryTake('upload');
			if (!archive || !leave) {
				throw new Conflict('upload_busy', 'A backup is being unpacked already. Try again in a moment.');
			}
			const folder = folderNow();
			const into = join(partialFolder(), 'unpacked');
			try {
				await rm(into, {recursive: true, force: true});
				await mkdir(into);
				const {name} = await unpackBackup(archive.path, into, AbortSignal.timeout(unpackMs));
				const isThere = await stat(join(folder, name)).then(
					() => true,
					() => false,
				);
				// The same backup is there already: it serves as well.
				await (isThere ? null : rename(into, join(folder, name)));
				return created(uploaded.present({name}));
			} finally {
				await rm(partialFolder(), {recursive: true, force: true});
				leave();
			}
		}),
	];
}

export const backupUploadsOperations: Operations = {
	...uploadOperations(path, 'a downloaded backup', ['startBackupUpload', 'uploadBackupPiece', 'getBackupUpload', 'deleteBackupUpload']),
	[`POST ${path}/:id/finish`]: {
		id: 'finishBackupUpload',
		summary: 'Unpack an uploaded backup and list it with the others',
		replies: {201: uploaded.schema},
		failures: [400, 409],
	},
};
