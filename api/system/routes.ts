import {ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {cached} from '#shared/coordination/cache.ts';
import {checkDatabase, checkRedis} from './checks.ts';
import {readHealth} from './health.ts';
import {health, readyReply, systemStatus} from './replies.ts';
import {readServices} from './services.ts';

export function systemRoutes(deps: RouteDeps): Route[] {
	const {readiness, http, now, stateMs} = deps;
	const currentHealth = cached(() => readHealth(deps), {ttlMs: stateMs});
	const currentServices = cached(() => readServices(deps), {ttlMs: stateMs});
	const currentServers = cached(() => Promise.all([checkDatabase(deps), checkRedis(deps)]), {ttlMs: stateMs});
	return [
		route('GET /api/health', {access: 'public'}, async () => {
			const {status, checks} = await currentHealth();
			const body = health.present({status, version: http.version, checks, timestamp: now()});
			return {status: status === 'unhealthy' ? 503 : 200, body};
		}),
		route('GET /api/ready', {access: 'public'}, async () => {
			const [database, redis] = readiness.isReady() ? await currentServers() : [];
			const ready = database?.status === 'healthy' && redis?.status === 'healthy';
			return {status: ready ? 200 : 503, body: readyReply.present({ready, timestamp: now()})};
		}),
		route('GET /api/system/status', {access: 'public'}, async () =>
			ok(systemStatus.present({services: await currentServices(), timestamp: now()})),
		),
	];
}
