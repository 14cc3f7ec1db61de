import type {Redis} from 'ioredis';
import {maskSecrets} from '../mask-secrets.ts';
import {isCluster, openRedis} from '../redis.ts';
import {redisRefusal} from '../server-outage.ts';
import {networkFault, withoutCredentials} from './network-fault.ts';
import {clockWarning, isTooOld, oldestRedis} from './server-versions.ts';
import {fine, joinReports, lasting, passing, type StartReport, warning} from './start-problem.ts';

export interface RedisCheck {
	url: string;
	/** The prefix of all keys. */
	prefix: string;
	limitMs: number;
}

const variable = 'REDIS_URL';
const partOfCluster = `it is part of a cluster. Name its nodes: ${variable}=redis+cluster://host:6379,other:6379`;
const allSlots = 16_384;

/** Further messages with which Redis refuses a command, and what to do about them. */
const refusals: readonly (readonly [RegExp, string])[] = [
	[/NOAUTH|WRONGPASS|invalid password|without any password/, `it refuses the name or the password. Correct them in ${variable}.`],
	[/^NOPERM/, `the user may not do what is needed. Give the user of ${variable} all keys, channels and commands: ~* &* +@all`],
	[/^(?:MOVED|CROSSSLOT)/, partOfCluster],
	[/^CLUSTERDOWN|cluster_state|Failed to refresh slots/, 'the cluster is not complete. Look at CLUSTER INFO and CLUSTER SHARDS.'],
	[
		/^All sentinels/,
		`no Sentinel of ${variable} answers and knows a primary of that name. Correct the hosts or the name, or look at SENTINEL MASTERS.`,
	],
	[/DB index|SELECT is not allowed/, `it has no database of this number. Correct the number at the end of ${variable}.`],
	[/^DENIED/, 'it runs in protected mode, so it needs a password to be reached from another machine. Set one with requirepass.'],
];

/** Checks whether the Redis of REDIS_URL answers within the limit, takes writes, and is new enough. */
export async function checkRedis({url, prefix, limitMs}: RedisCheck): Promise<StartReport> {
	const where = `Redis at ${withoutCredentials(url)} (${variable})`;
	let cause: Error | null = null;
	const client = openRedis(url, {
		lazyConnect: true,
		retryStrategy: () => null,
		sentinelRetryStrategy: () => null,
		maxRetriesPerRequest: 0,
		enableReadyCheck: false,
		connectTimeout: limitMs,
		commandTimeout: limitMs,
	});
	client.on('error', error => {
		cause ??= error;
	});
	try {
		await client.connect();
		const missing = isCluster(url) ? await missingSlots(client) : 0;
		if (missing > 0) {
			return passing(`${where}: ${missing} of ${allSlots} slots of the cluster have no node. Look at CLUSTER SHARDS, and give them one.`);
		}
		const {info, time} = await ask(client, prefix);
		// ioredis would continue in another database.
		if (cause) {
			throw cause;
		}
		return judge(info, where, {time, url});
	} catch (error) {
		return passing(`${where}: ${explain(cause ?? (error as Error), url)}`);
	} finally {
		client.disconnect();
	}
}

async function missingSlots(client: Redis): Promise<number> {
	const info = String(await client.call('CLUSTER', 'INFO'));
	return allSlots - Number(/^cluster_slots_assigned:(\d+)/m.exec(info)?.[1] ?? 0);
}

/** Only a try shows whether it takes writes. */
async function ask(client: Redis, prefix: string): Promise<{info: string; time: Date}> {
	const [info, [seconds]] = await Promise.all([client.info(), client.time(), client.set(`${prefix}:start-check`, '', 'PX', 1000)]);
	return {info, time: new Date(Number(seconds) * 1000)};
}

function judge(info: string, where: string, {time, url}: {time: Date; url: string}): StartReport {
	const read = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? '';
	const version = read('redis_version');
	if (isTooOld(version, oldestRedis)) {
		return lasting(`${where}: version ${version || 'unknown'} is too old. Update it to ${oldestRedis.join('.')} or newer.`);
	}
	if (read('redis_mode') === 'cluster' && !isCluster(url)) {
		return lasting(`${where}: ${partOfCluster}`);
	}
	const policy = read('maxmemory_policy');
	const forgets = !['', 'noeviction'].includes(policy) && read('maxmemory') !== '0';
	return joinReports([
		forgets ? warning(`${where} forgets jobs when its memory is full (maxmemory-policy ${policy}). Set it to noeviction.`) : fine,
		clockWarning('Redis', time),
	]);
}

function explain(error: Error & {code?: string}, url: string): string {
	const known = redisRefusal(error);
	if (known) {
		return `${known.fact} ${known.remedy}`;
	}
	const [, refusal] = refusals.find(([words]) => words.test(error.message)) ?? [];
	const text = maskSecrets(`${error.message} ${error.code ?? ''}`);
	return refusal ?? networkFault({text, variable, isTls: /^rediss[:+]/.test(url)});
}
