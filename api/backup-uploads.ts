import {appendFile, mkdir, readdir, rename, rm, stat, statfs, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {created, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {backupFolderOf, backupName, isBackupName} from '#shared/backup/backup-names.ts';
import {unpackBackup} from '#shared/backup/unpack-backup.ts';
import {createSlots} from '#shared/coordination/slots.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {Conflict, NotFound} from '#shared/errors.ts';
import {integer, text} from '#shared/presenters/fields.ts';
import {plainView} from '#shared/presenters/view.ts';

const path = '/api/backup-uploads';
/** Bytes of one piece. A whole backup in one request would have to arrive within a minute. */
const pieceBytes = 4 * bytesPerMegabyte;
/** Base64 has four characters for three bytes. */
const pieceLimit = {bytes: Math.ceil((pieceBytes * 4) / 3) + 1024};
const maxBytes = 100 * 1024 * bytesPerMegabyte;
/** Bytes that stay free, because the databases may lie on the same disk. */
const spareBytes = 1024 * bytesPerMegabyte;
/** Milliseconds to unpack an archive. */
const unpackMs = 55_000;

interface UploadId {
	id: string;
}
const uploadParams = Joi.object<UploadId, true>({id: Joi.string().max(40).required()});
const startBody = Joi.object<{size: number}, true>({
	size: Joi.number().integer().min(1).max(maxBytes).required().example(3_145_728).description('Bytes of the archive.'),
});
const pieceBody = Joi.object<{offset: number; content: string}, true>({
	offset: Joi.number().integer().min(0).max(maxBytes).required().example(0).description('Bytes that came before this piece.'),
	content: Joi.string()
		.base64()
		.max(pieceLimit.bytes)
		.required()
		.example('a2lub3Rla2E=')
		.description('The next bytes of the archive, in base64; at most `pieceBytes`.'),
});

const upload = plainView(
	{
		id: text.description('The upload, as the paths of its pieces name it.'),
		received: integer.description('Bytes that have arrived.'),
		pieceBytes: integer.description('Bytes that a piece may have.'),
	},
	'BackupUpload',
);
const uploaded = plainView({name: text.description('The name of the backup, which is listed now.')});

const archiveOf = (folder: string, id: string) => join(folder, `${id}-0.partial`);
const unpackedOf = (folder: string, id: string) => join(folder, `${id}-1.partial`);

/** A downloaded backup comes back in pieces, for a restore. One that is not finished is removed by the next one. */
export function backupUploadsRoutes({http, settings, now}: RouteDeps): Route[] {
	const folderNow = () => settings.get('backup.folder') || backupFolderOf(http.dataDir);
	const writing = createSlots({maxOfCaller: 1});

	async function sizeOf(id: string): Promise<number> {
		const found = isBackupName(id) ? await stat(archiveOf(folderNow(), id)).catch(() => null) : null;
		if (!found) {
			throw new NotFound('upload_not_found', 'There is no such upload: it was finished, or another one began. Upload the file again.');
		}
		return found.size;
	}

	/** Two requests must not write to one upload at the same time. */
	async function alone<T>(work: () => Promise<T>): Promise<T> {
		const leave = writing.tryTake('upload');
		if (!leave) {
			throw new Conflict('upload_busy', 'A backup is being uploaded already. Try again in a moment.');
		}
		return await work().finally(() => leave());
	}

	return [
		route(`POST ${path}`, {access: 'admin', audit: null, body: startBody}, async ({body: {size}}) =>
			alone(async () => {
				const folder = folderNow();
				await mkdir(folder, {recursive: true, mode: 0o700});
				await removeUploads(folder);
				const {bavail, bsize} = await statfs(folder);
				// It is unpacked beside the archive.
				if (bavail * bsize < 2 * size + spareBytes) {
					throw new Conflict('no_room', `${folder} has no room for this backup. Free some space on its disk, and try again.`);
				}
				const id = backupName(now());
				await writeFile(archiveOf(folder, id), '', {mode: 0o600});
				return created(upload.present({id, received: 0, pieceBytes}));
			}),
		),
		route(
			`PUT ${path}/:id`,
			{access: 'admin', audit: null, params: uploadParams, body: pieceBody, bodyLimit: pieceLimit},
			async ({params: {id}, body: {offset, content}}) =>
				alone(async () => {
					const before = await sizeOf(id);
					const piece = Buffer.from(content, 'base64');
					if (offset !== before || before + piece.length > maxBytes) {
						throw new Conflict('upload_out_of_order', `${before} bytes have arrived, so the next piece begins there.`);
					}
					await appendFile(archiveOf(folderNow(), id), piece);
					return ok(upload.present({id, received: before + piece.length, pieceBytes}));
				}),
		),
		route(`POST ${path}/:id/finish`, {access: 'admin', audit: 'backups.uploaded', params: uploadParams}, async ({params: {id}}) =>
			alone(async () => {
				await sizeOf(id);
				const folder = folderNow();
				const into = unpackedOf(folder, id);
				try {
					const {name} = await unpackBackup(archiveOf(folder, id), into, AbortSignal.timeout(unpackMs));
					const isThere = await stat(join(folder, name)).then(
						() => true,
						() => false,
					);
					// The same backup is there already: it serves as well.
					if (!isThere) {
						await rename(into, join(folder, name));
					}
					return created(uploaded.present({name}));
				} finally {
					await removeUploads(folder);
				}
			}),
		),
	];
}

/** Of an upload that was not finished. */
async function removeUploads(folder: string): Promise<void> {
	const names = (await readdir(folder)).filter(name => /^kinoteka-[\dT-]{19}-[01]\.partial$/.test(name));
	await Promise.all(names.map(name => rm(join(folder, name), {recursive: true, force: true})));
}

export const backupUploadsOperations: Operations = {
	[`POST ${path}`]: {
		id: 'startBackupUpload',
		summary: 'Begin to upload a downloaded backup',
		replies: {201: upload.schema},
		failures: [409],
	},
	[`PUT ${path}/:id`]: {
		id: 'uploadBackupPiece',
		summary: 'Send the next piece of a backup',
		replies: {200: upload.schema},
		failures: [409],
	},
	[`POST ${path}/:id/finish`]: {
		id: 'finishBackupUpload',
		summary: 'Unpack an uploaded backup and list it with the others',
		replies: {201: uploaded.schema},
		failures: [400, 409],
	},
};
