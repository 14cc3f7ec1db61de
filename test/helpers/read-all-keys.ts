import type {Redis} from 'ioredis';

/** Everything stored in Redis under the prefix, as one text. */
export async function readAllKeys(redis: Redis, prefix: string): Promise<string> {
	const texts: string[] = [];
	for await (const keys of redis.scanStream({match: `${prefix}*`, count: 1000}) as AsyncIterable<string[]>) {
		for (const key of keys) {
			texts.push(key, JSON.stringify(await readKey(redis, key)));
		}
	}
	return texts.join('\n');
}

async function readKey(redis: Redis, key: string): Promise<unknown> {
	switch (await redis.type(key)) {
		case 'string':
			return redis.get(key);
		case 'hash':
			return redis.hgetall(key);
		case 'zset':
			return redis.zrange(key, '0', '-1');
		case 'list':
			return redis.lrange(key, 0, -1);
		case 'stream':
			return redis.xrange(key, '-', '+');
		default:
			return null;
	}
}
