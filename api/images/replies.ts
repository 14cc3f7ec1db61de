import type {Operations} from '#api/http/operation.ts';

export const imagesOperations: Operations = {
	'GET /api/images/:hash': {
		id: 'getImage',
		summary: 'A picture of a title, as posterUrl and backdropUrl name it',
		replies: {200: {mediaType: 'image/*', description: 'A JPEG, PNG or WebP picture, which never changes.'}, 304: null},
		failures: [502],
	},
};
