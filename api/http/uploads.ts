import Joi from 'joi';
import {maxPieceBytes, type Upload, type Uploads} from '#shared/files/uploads.ts';
import {integer, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {bodyTooLarge, notBytes} from './failures.ts';
import {idParams} from './fields.ts';
import type {Operations} from './operation.ts';
import {created, noContent, ok, type Route, route} from './route.ts';

interface UploadBody {
	name: string;
	size: number;
}

interface PieceQuery {
	offset: number;
}

export const upload = viewOf<Upload>()(
	{
		id: text,
		name: text,
		size: integer.description('Bytes of the whole file.'),
		received: integer.description('Bytes that are here; the next piece begins there.'),
	},
	'Upload',
);

interface Sent {
	/** Where its routes are. */
	path: `/${string}`;
	uploads(): Uploads;
	/** Ids of files that must stay. */
	inUse(): Promise<ReadonlySet<string>>;
	/** Bytes that a file may have. */
	maxBytes: number;
	example: UploadBody;
	now(): Date;
}

/** A file is announced, and then comes in pieces as bytes. One that was broken off goes on where it ended. */
export function uploadRoutes(
	{path, uploads, inUse, maxBytes, example, now}: Sent,
	audit: {begun: string | null; deleted: string | null},
): Route[] {
	const ofUpload = {access: 'admin', params: idParams} as const;
	const body = Joi.object<UploadBody, true>({
		name: Joi.string()
			.max(200)
			.pattern(/^(?=.*\S)[^/\\\0]+$/, 'a name without slashes')
			.required()
			.description('Its name, as the computer calls it that sends it.'),
		size: Joi.number().integer().min(1).max(maxBytes).required().description('Bytes of the whole file.'),
	}).example(example);
	const query = Joi.object<PieceQuery, true>({
		offset: Joi.number().integer().min(0).max(maxBytes).required().description('Bytes of the file before this piece.'),
	});
	return [
		route(`POST ${path}`, {access: 'admin', audit: audit.begun, body}, async ({body: wanted}) => {
			const kept = uploads();
			// A file that has no room does not cost the one that is on its way.
			await kept.makeRoom(wanted.size);
			await kept.removeOld(now(), await inUse());
			return created(upload.present(await kept.begin(wanted)));
		}),
		route(`PUT ${path}/:id`, {...ofUpload, audit: audit.begun, query}, async ({params, query: {offset}, request}) => {
			const kept = uploads();
			await kept.get(params.id);
			if (!request.is('application/octet-stream') || request.get('content-encoding') !== undefined) {
				throw notBytes();
			}
			if (Number(request.get('content-length') ?? 0) > maxPieceBytes) {
				throw bodyTooLarge(maxPieceBytes);
			}
			return ok(upload.present(await kept.append(params.id, offset, request)));
		}),
		route(`GET ${path}/:id`, ofUpload, async ({params}) => ok(upload.present(await uploads().get(params.id)))),
		route(`DELETE ${path}/:id`, {...ofUpload, audit: audit.deleted}, async ({params}) => {
			await uploads().remove(params.id);
			return noContent;
		}),
	];
}

const piece = {mediaType: 'application/octet-stream', description: 'The next bytes of the file, at most 16 MiB.'};

/** `what` is a file in words; the ids are in the order of the routes. */
export const uploadOperations = (
	path: string,
	what: string,
	[begin, send, show, remove]: readonly [string, string, string, string],
): Operations => ({
	[`POST ${path}`]: {
		id: begin,
		summary: `Announce ${what}, which then comes in pieces`,
		replies: {201: upload.schema},
		failures: [409],
	},
	[`PUT ${path}/:id`]: {
		id: send,
		summary: `Send the next piece of ${what}`,
		takes: piece,
		replies: {200: upload.schema},
		failures: [409, 413, 415],
	},
	[`GET ${path}/:id`]: {id: show, summary: `Show how much of ${what} is here`, replies: {200: upload.schema}},
	[`DELETE ${path}/:id`]: {id: remove, summary: `Delete ${what}`, replies: {204: null}},
});
