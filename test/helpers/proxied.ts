import type {ExecutionContext} from 'ava';
import {type Served, serve} from './serve.ts';
import {type TcpProxy, tcpProxy} from './tcp-proxy.ts';

/** Milliseconds that a call waits for a Redis that hangs, while it does. */
const silenceMs = 500;

/**
 * A served application whose MongoDB and Redis can be made unavailable. It waits long for a Redis that is there,
 * because a busy machine is slow; `failFast` tries the usual limits.
 */
export async function serveProxied(
	t: ExecutionContext,
	{failFast = false} = {},
): Promise<{served: Served; mongodb: TcpProxy; redis: TcpProxy}> {
	const mongodbAddress = new URL(process.env['TEST_MONGODB_URI'] ?? '');
	const redisUrl = process.env['TEST_REDIS_URL'] ?? '';
	const [mongodb, redis] = await Promise.all([
		tcpProxy(t, {host: mongodbAddress.hostname, port: Number(mongodbAddress.port)}),
		tcpProxy(t, redisTarget(redisUrl)),
	]);
	const served = await serve(t, {
		mongodbUri: uri => through(uri, mongodb.port),
		redisUrl: `redis://127.0.0.1:${redis.port}`,
		failFast,
	});
	return {served, mongodb, redis: failFast ? redis : impatientWhileAway(redis, served)};
}

function impatientWhileAway(redis: TcpProxy, {deps: {producer}}: Served): TcpProxy {
	const {commandTimeout = 0} = producer.options;
	const limitCalls = (ms: number) => {
		producer.options.commandTimeout = ms;
	};
	return {
		...redis,
		cut() {
			limitCalls(silenceMs);
			return redis.cut();
		},
		freeze() {
			limitCalls(silenceMs);
			redis.freeze();
		},
		mend() {
			limitCalls(commandTimeout);
			return redis.mend();
		},
	};
}

/** The same database behind the proxy; a direct connection does not ask the server for other addresses. */
function through(uri: string, port: number): string {
	const address = new URL(uri);
	address.host = `127.0.0.1:${port}`;
	address.searchParams.delete('replicaSet');
	address.searchParams.set('directConnection', 'true');
	return address.href;
}

export function redisTarget(url: string): {host: string; port: number} | {path: string} {
	if (url.startsWith('unix://')) {
		return {path: url.slice('unix://'.length)};
	}
	const {hostname, port} = new URL(url);
	return {host: hostname, port: Number(port || 6379)};
}
