import {ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {checkDatabase, checkRedis} from './checks.ts';
import {readHealth} from './health.ts';
import {readServices} from './services.ts';

export function systemRoutes(deps: RouteDeps): Route[] {
	const {readiness, http, now} = deps;
	return [
		route('GET /api/health', {access: 'public'}, async () => {
			const {status, checks} = await readHealth(deps);
			const body = {status, version: http.version, checks, timestamp: now().toISOString()};
			return {status: status === 'unhealthy' ? 503 : 200, body};
		}),
		route('GET /api/ready', {access: 'public'}, async () => {
			const [database, redis] = readiness.isReady() ? await Promise.all([checkDatabase(deps), checkRedis(deps)]) : [];
			const ready = database?.status === 'healthy' && redis?.status === 'healthy';
			return {status: ready ? 200 : 503, body: {ready, timestamp: now().toISOString()}};
		}),
		route('GET /api/system/status', {access: 'public'}, async () =>
			ok({services: await readServices(deps), timestamp: now().toISOString()}),
		),
	];
}
