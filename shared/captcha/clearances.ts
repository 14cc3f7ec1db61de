import {createHash} from 'node:crypto';
import type {Redis} from 'ioredis';
import {getDomain} from 'tldts';
import type {Clearance} from '../domain/captcha/clearance.ts';
import type {Secrets} from '../secrets.ts';

export interface CachedSite {
	domain: string;
	cachedAt: string;
	expiresAt: string;
	/** How many times this site has been solved since the first solve on record. */
	solveCount: number;
}

/**
 * What a clearance is valid for: the site and the proxy it was solved through, because gates bind it to an IP address.
 */
export interface ClearanceKey {
	site: string;
	/** URL of the proxy; null for none. */
	proxy: string | null;
}

export type Clearances = ReturnType<typeof createClearances>;

/** Above this number of sites, those that expire first are dropped. */
const defaultMostSites = 1000;
const hourSeconds = 3600;

/**
 * Writes the clearance and its index entry in one step, removes expired ones and drops the oldest above the limit.
 * Counts outlive a refused clearance, because its site will soon be solved again; such counts are removed once there
 * are more than twice as many counts as the limit of sites.
 */
const keepScript = `
local function forget(names)
	for _, old in ipairs(names) do
		if old ~= ARGV[1] then
			redis.call('HDEL', KEYS[2], old)
			redis.call('ZREM', KEYS[3], old)
			redis.call('DEL', ARGV[7] .. old)
		end
	end
end
forget(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', ARGV[6]))
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
local most = tonumber(ARGV[5])
local surplus = redis.call('ZCARD', KEYS[3]) - most
if surplus > 0 then forget(redis.call('ZRANGE', KEYS[3], 0, surplus - 1)) end
if redis.call('HLEN', KEYS[2]) > 2 * most then
	for _, name in ipairs(redis.call('HKEYS', KEYS[2])) do
		if not redis.call('ZSCORE', KEYS[3], name) then redis.call('HDEL', KEYS[2], name) end
	end
end`;

const clearScript = `
for _, name in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do redis.call('DEL', ARGV[1] .. name) end
redis.call('DEL', KEYS[1], KEYS[2])`;

/** Removes a clearance only while it is still the one that was refused. A newer one stays. */
const dropScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[2] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1`;

interface Stored {
	clearance: Clearance;
	expiresAt: string;
}

export interface ClearancesOptions {
	redis: Redis;
	prefix: string;
	secrets: Secrets;
	mostSites?: number;
}

/** Solved challenges, shared by all processes. They are encrypted in Redis because their cookies let anybody in. */
export function createClearances({redis, prefix, secrets, mostSites = defaultMostSites}: ClearancesOptions) {
	const index = `${prefix}:clearances`;
	const counts = `${prefix}:clearance-counts`;
	const nameOf = ({site, proxy}: ClearanceKey) =>
		createHash('sha256')
			.update(`${site} ${proxy ?? ''}`)
			.digest('base64url');
	const keyPrefix = `${prefix}:clearance:`;
	const keyOf = (name: string) => keyPrefix + name;
	const opened = (sealed: string, name: string): Stored | null => {
		try {
			return JSON.parse(secrets.open(sealed, keyOf(name))) as Stored;
		} catch {
			// Encrypted with another key: treat it as never solved.
			return null;
		}
	};

	return {
		/** The fresh clearance for this site, or null. */
		async find(key: ClearanceKey): Promise<Clearance | null> {
			const name = nameOf(key);
			const sealed = await redis.get(keyOf(name));
			return sealed ? (opened(sealed, name)?.clearance ?? null) : null;
		},
		/** With `hours` 0 nothing is kept. */
		async keep(key: ClearanceKey, clearance: Clearance, {hours, now}: {hours: number; now: Date}): Promise<void> {
			if (hours <= 0) {
				return;
			}
			const name = nameOf(key);
			const expiresAt = now.getTime() + hours * hourSeconds * 1000;
			const stored: Stored = {clearance, expiresAt: new Date(expiresAt).toISOString()};
			const sealed = secrets.seal(JSON.stringify(stored), keyOf(name));
			const seconds = hours * hourSeconds;
			await redis.eval(keepScript, 3, keyOf(name), counts, index, name, sealed, seconds, expiresAt, mostSites, now.getTime(), keyPrefix);
		},
		/** Call this when the clearance met a challenge again. */
		async drop(key: ClearanceKey, id: string): Promise<void> {
			const name = nameOf(key);
			const sealed = await redis.get(keyOf(name));
			if (sealed && opened(sealed, name)?.clearance.id === id) {
				await redis.eval(dropScript, 2, keyOf(name), index, name, sealed);
			}
		},
		async count(now: Date): Promise<number> {
			return redis.zcount(index, String(now.getTime()), '+inf');
		},
		/** At most a thousand, freshest first. */
		async list(now: Date): Promise<CachedSite[]> {
			const names = await redis.zrange(index, '+inf', String(now.getTime()), 'BYSCORE', 'REV', 'LIMIT', 0, mostSites);
			if (names.length === 0) {
				return [];
			}
			const [sealed, solves] = await Promise.all([redis.mget(names.map(keyOf)), redis.hmget(counts, ...names)]);
			return names.flatMap((name, place) => {
				const stored = sealed[place] ? opened(sealed[place], name) : null;
				return stored ? [toCachedSite(stored, Number(solves[place] ?? 1))] : [];
			});
		},
		async clear(): Promise<void> {
			await redis.eval(clearScript, 2, counts, index, keyPrefix);
		},
	};
}

function toCachedSite({clearance, expiresAt}: Stored, solveCount: number): CachedSite {
	return {domain: clearance.site, cachedAt: clearance.solvedAt, expiresAt, solveCount};
}

/**
 * The site that a solved challenge is valid for. This is the registrable domain (`example.co.uk`), because cookies and
 * gates reach that far. A host without one (an IP address, `localhost`, a name in the home network) is its own site,
 * and each of its ports is a separate one.
 */
export function siteOf(url: URL): string {
	return getDomain(url.hostname, {allowPrivateDomains: true}) ?? url.host;
}
