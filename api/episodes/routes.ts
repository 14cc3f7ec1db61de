import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import {changed, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {episodeDetail} from './replies.ts';

interface EpisodeBody {
	monitored: boolean;
}
const episodeBody = Joi.object<EpisodeBody, true>({monitored: Joi.boolean().required()});

export function episodesRoutes({episodes, images, now}: RouteDeps): Route[] {
	return [
		route('GET /api/library/episodes/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(episodeDetail.present(images.inRecord(await episodes.get(params.id)))),
		),
		route('PUT /api/library/episodes/:id', {access: 'auth', params: idParams, body: episodeBody}, async ({params, body}) => {
			const {id} = await episodes.get(params.id);
			const updatedAt = now();
			await episodes.setMonitored(id, body.monitored, updatedAt);
			return ok(changed.present({id, updatedAt}));
		}),
	];
}
