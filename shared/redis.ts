import {Cluster, Redis} from 'ioredis';
import {backoffMs, backoffs} from './coordination/backoff.ts';

const sentinelUrl = /^redis(s?)\+sentinel:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/?]+)\/([\w.-]+)(?:\/(\d{1,4}))?(?:\?(\S*))?$/;

/**
 * Sentinels that watch over several Redis: `redis+sentinel://host:26379,other:26379/name/0`, with `rediss` for TLS, the
 * name and password of Redis before the hosts, and those of the Sentinels as `sentinelUsername` and
 * `sentinelPassword` behind a question mark. Null for another address; throws if something cannot be decoded.
 */
function sentinelAddress(url: string) {
	const [whole, tls, username, password, hosts = '', name = '', db = '0', query = ''] = sentinelUrl.exec(url) ?? [];
	if (whole === undefined) {
		return null;
	}
	const sentinels = hosts.split(',').map(each => {
		const {hostname, port} = new URL(`redis://${each}`);
		return {host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 26_379)};
	});
	const others = new URLSearchParams(query);
	const [sentinelUsername, sentinelPassword] = [others.get('sentinelUsername'), others.get('sentinelPassword')];
	return {
		...{sentinels, name, db: Number(db)},
		...(username && {username: decodeURIComponent(username)}),
		...(password && {password: decodeURIComponent(password)}),
		...(sentinelUsername && {sentinelUsername}),
		...(sentinelPassword && {sentinelPassword}),
		...(tls && {tls: {}, enableTLSForSentinelMode: true}),
		// One that was the primary until now takes no more writes, and the Sentinels know the new one.
		...{failoverDetector: true, reconnectOnError: ({message}: Error) => (message.startsWith('READONLY') ? resendAfterReconnect : false)},
	};
}

/** What ioredis takes for "connect again, and send this command there". */
const resendAfterReconnect = 2;

const clusterUrl = /^redis(s?)\+cluster:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/?]+)\/?$/;

/**
 * Nodes of a cluster: `redis+cluster://host:6379,other:6379`, with `rediss` for TLS, and the name and password before
 * the hosts. Null for another address.
 */
function clusterAddress(url: string) {
	const [whole, tls, username, password, hosts = ''] = clusterUrl.exec(url) ?? [];
	if (whole === undefined) {
		return null;
	}
	const nodes = hosts.split(',').map(each => {
		const {hostname, port} = new URL(`redis://${each}`);
		return {host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379)};
	});
	const credentials = {
		...(username && {username: decodeURIComponent(username)}),
		...(password && {password: decodeURIComponent(password)}),
		...(tls && {tls: {}}),
	};
	return {nodes, credentials};
}

export const isCluster = (url: string): boolean => clusterUrl.test(url);

interface ClientOptions {
	/** Milliseconds until the next connection; null for none. */
	retryStrategy: (times: number) => number | null;
	maxRetriesPerRequest: number | null;
	connectTimeout: number;
	commandTimeout?: number;
	autoResendUnfulfilledCommands?: boolean;
	lazyConnect?: boolean;
	enableReadyCheck?: boolean;
	sentinelRetryStrategy?: () => null;
}

/** Opens the client of a Redis, of one that Sentinels watch over, or of a cluster. Nothing else does. */
export function openRedis(url: string, options: ClientOptions): Redis {
	const found = clusterAddress(url);
	if (!found) {
		return new Redis({...redisAddress(url), ...options});
	}
	const {retryStrategy, lazyConnect = false, enableReadyCheck = true, commandTimeout, sentinelRetryStrategy: _none, ...ofNodes} = options;
	const cluster = new Cluster(found.nodes, {
		...{lazyConnect, enableReadyCheck, redisOptions: {...found.credentials, ...ofNodes, ...(commandTimeout && {commandTimeout})}},
		clusterRetryStrategy: retryStrategy,
	});
	if (commandTimeout) {
		// While no node is there a command waits for the cluster, and not in the client of a node, which has the limit.
		const send = cluster.sendCommand.bind(cluster);
		cluster.sendCommand = (command, ...rest) => {
			command.setTimeout(commandTimeout);
			return send(command, ...rest);
		};
	}
	// A channel may have been heard through the node that is gone, so whoever listens has to look for what was missed.
	cluster.on('-node', () => cluster.emit('ready'));
	return cluster as unknown as Redis; // they share all commands, and BullMQ tells them apart itself
}

/** Connection options for `redis://`, `rediss://`, `unix:///path/to.sock`, or Sentinels, see `sentinelAddress`. */
function redisAddress(url: string) {
	const watched = sentinelAddress(url);
	if (watched) {
		return watched;
	}
	if (url.startsWith('unix://')) {
		return {path: decodeURIComponent(url.slice('unix://'.length))};
	}
	const {hostname, port, username, password, pathname, protocol} = new URL(url);
	return {
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port || 6379),
		...(username && {username: decodeURIComponent(username)}),
		...(password && {password: decodeURIComponent(password)}),
		db: Number(pathname.slice(1) || 0),
		...(protocol === 'rediss:' && {tls: {}}),
	};
}

/** Reconnects forever, at most two seconds apart, so it soon finds Redis after a restart. */
const retryStrategy = (times: number) => backoffMs(times, backoffs.redisConnection);

/**
 * For callers that must not wait: a command fails at once while Redis is away, or after `commandLimitMs` when it hangs.
 */
export function openProducer(
	url: string,
	{commandLimitMs = 5000, connectLimitMs = 2000}: {commandLimitMs?: number; connectLimitMs?: number} = {},
): Redis {
	return openRedis(url, {
		retryStrategy,
		maxRetriesPerRequest: 1,
		connectTimeout: connectLimitMs,
		commandTimeout: commandLimitMs,
		autoResendUnfulfilledCommands: false,
	});
}

/** For workers and subscribers: waits until Redis is back. */
export function openConsumer(url: string, {connectLimitMs = 5000}: {connectLimitMs?: number} = {}): Redis {
	const redis = openRedis(url, {retryStrategy, maxRetriesPerRequest: null, connectTimeout: connectLimitMs});
	const subscribe = redis.subscribe.bind(redis) as (...channels: unknown[]) => Promise<unknown>;
	// ioredis subscribes again after an outage. If a stop ends that, nobody hears of it, and the process would fail.
	const subscribeQuietly = (...channels: unknown[]) => {
		const done = subscribe(...channels);
		done.catch(() => {});
		return done;
	};
	return Object.assign(redis, {subscribe: subscribeQuietly as typeof redis.subscribe});
}

/** Milliseconds since 1970 by the clock of Redis, which all processes share. */
export async function redisNow(redis: Redis): Promise<number> {
	const [seconds, microseconds] = await redis.time();
	return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}
