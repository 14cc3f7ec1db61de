import {createHash} from 'node:crypto';
import {join} from 'node:path';
import type {Request, Response} from 'express';
import type {ApiDeps} from '#api/deps.ts';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {createFindImage, createImageFiles} from './image-files.ts';

interface Sending {
	/** Its fetches are counted. */
	callerId: string;
	/** The header Cache-Control. */
	caching: string;
	request: Request;
	response: Response;
}

export interface Pictures {
	/** Sends the picture at this address of the provider, or that the caller has it already. */
	send(url: string, sending: Sending): Promise<void>;
}

/** The pictures that this process has stored, and those that workers fetch for it. */
export function createPictures(deps: ApiDeps): Pictures {
	const {settings, http, now} = deps;
	const limit = () => settings.get('images.cacheLimitMb') * bytesPerMegabyte;
	const find = createFindImage(createImageFiles({folder: join(http.dataDir, 'images'), limit, now}), deps);
	return {
		async send(url, {callerId, caching, request, response}) {
			const etag = `"${createHash('sha256').update(url).digest('base64url')}"`;
			if (request.get('if-none-match')?.includes(etag)) {
				response.status(304).set({ETag: etag, 'Cache-Control': caching}).end();
				return;
			}
			const bytes = await find(url, callerId);
			response.status(200).set({
				'Content-Type': pictureTypeOf(bytes) ?? 'application/octet-stream',
				'Content-Length': String(bytes.length),
				'Cache-Control': caching,
				ETag: etag,
				'X-Content-Type-Options': 'nosniff',
			});
			response.end(bytes);
		},
	};
}
