import Joi from 'joi';
import {callerId} from '#api/http/access/callers.ts';
import type {Operations} from '#api/http/operation.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {NotFound} from '#shared/errors.ts';

const params = Joi.object<{hash: string}, true>({hash: Joi.string()});
/** A picture of another content has another address. */
const caching = 'private, max-age=31536000, immutable';

export function imagesRoutes({images, pictures}: RouteDeps): Route[] {
	return [
		route('GET /api/images/:hash', {access: 'auth', params}, async ({params: {hash}, caller, request, response}) => {
			const url = images.read(hash);
			if (url === null) {
				throw new NotFound('image_not_found', 'There is no such picture. Take its address from posterUrl or backdropUrl of a title.');
			}
			await pictures.send(url, {callerId: caller ? callerId(caller) : '', caching, request, response});
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
