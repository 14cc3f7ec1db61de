import {type Route, route} from '#api/http/route.ts';
import type {Metrics} from './metrics.ts';

export function metricsRoutes({metrics}: {metrics: Metrics}): Route[] {
	return [
		route('GET /metrics', {access: 'metrics'}, async ({response}) => {
			const {type, text} = await metrics.render();
			response.status(200).set('Content-Type', type).send(text);
			return null;
		}),
	];
}
