import type {Redis} from 'ioredis';

/**
 * Short texts of many processes in one hash, each for some seconds after it was written, by the clock of Redis. Reading
 * them costs as much as there are entries, however many keys Redis holds.
 */
export interface FreshEntries {
	redis: Redis;
	key: string;
	/** Seconds for which an entry counts. */
	seconds: number;
}

/** Writes the entries, removes those that are too old, and lets the whole hash expire with its newest entry. */
const writeScript = `
local now = tonumber(redis.call('TIME')[1])
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
	if tonumber(string.match(all[i + 1], '^%d+')) <= now - ARGV[1] then
		redis.call('HDEL', KEYS[1], all[i])
	end
end
for i = 2, #ARGV, 2 do
	redis.call('HSET', KEYS[1], ARGV[i], string.format('%d', now) .. ' ' .. ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])`;

const readScript = `
local now = tonumber(redis.call('TIME')[1])
local all = redis.call('HGETALL', KEYS[1])
local fresh = {}
for i = 2, #all, 2 do
	local at, text = string.match(all[i], '^(%d+) (.*)$')
	if tonumber(at) > now - ARGV[1] then
		fresh[#fresh + 1] = text
	end
end
return fresh`;

export async function writeFresh({redis, key, seconds}: FreshEntries, texts: Record<string, string>): Promise<void> {
	await redis.eval(writeScript, 1, key, seconds, ...Object.entries(texts).flat());
}

export async function removeFresh({redis, key}: FreshEntries, names: readonly string[]): Promise<void> {
	await redis.hdel(key, ...names);
}

export async function readFresh({redis, key, seconds}: FreshEntries): Promise<string[]> {
	return (await redis.eval(readScript, 1, key, seconds)) as string[]; // the script returns texts
}
