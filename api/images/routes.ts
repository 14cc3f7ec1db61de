import {createHash} from 'node:crypto';
import {join} from 'node:path';
import Joi from 'joi';
import {callerId} from '#api/http/access/callers.ts';
import type {Operations} from '#api/http/operation.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {NotFound} from '#shared/errors.ts';
import {createFindImage, createImageFiles} from './image-files.ts';

const params = Joi.object<{hash: string}, true>({hash: Joi.string()});
/** A picture of another content has another address. */
const forever = 'private, max-age=31536000, immutable';

export function imagesRoutes(deps: RouteDeps): Route[] {
	const {images, settings, http, now} = deps;
	const limit = () => settings.get('images.cacheLimitMb') * bytesPerMegabyte;
	const find = createFindImage(createImageFiles({folder: join(http.dataDir, 'images'), limit, now}), deps);
	return [
		route('GET /api/images/:hash', {access: 'auth', params}, async ({params: {hash}, caller, request, response}) => {
			const url = images.read(hash);
			if (url === null) {
				throw new NotFound('image_not_found', 'There is no such picture. Take its address from posterUrl or backdropUrl of a title.');
			}
			const etag = `"${createHash('sha256').update(url).digest('base64url')}"`;
			if (request.get('if-none-match')?.includes(etag)) {
				response.status(304).set({ETag: etag, 'Cache-Control': forever}).end();
				return null;
			}
			const bytes = await find(url, caller ? callerId(caller) : '');
			response.status(200).set({
				'Content-Type': pictureTypeOf(bytes) ?? 'application/octet-stream',
				'Content-Length': String(bytes.length),
				'Cache-Control': forever,
				ETag: etag,
				'X-Content-Type-Options': 'nosniff',
			});
			response.end(bytes);
			return null;
		}),
	];
}

export const imagesOperations: Operations = {
	'GET /api/images/:hash': {
		id: 'getImage',
		summary: 'A picture of a title, as posterUrl and backdropUrl name it',
		replies: {200: {mediaType: 'image/*', description: 'A JPEG, PNG or WebP picture, which never changes.'}, 304: null},
		failures: [502],
	},
};
