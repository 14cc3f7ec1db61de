import type {Redis} from 'ioredis';
import {createHandOverList, idOf} from '../coordination/cache.ts';
import type {Clearance} from '../domain/captcha/clearance.ts';
import {hourMs} from '../domain/durations.ts';
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

interface Stored {
	clearance: Clearance;
	expiresAt: string;
	/** Its field in the counts. */
	counted: string;
}

export interface ClearancesOptions {
	redis: Redis;
	prefix: string;
	secrets: Secrets;
	/** Above this number of sites, those that expire first are dropped. */
	maxSites?: number;
}

/** Solved challenges, shared by all processes. They are encrypted in Redis because their cookies let anybody in. */
export function createClearances({redis, prefix, secrets, maxSites = 1000}: ClearancesOptions) {
	const sites = createHandOverList<Stored>({redis, prefix, name: 'clearance', secrets, ttlMs: 24 * hourMs, max: maxSites});
	/** Counts outlive a refused clearance, because its site will soon be solved again. */
	const counts = `${prefix}:clearance-counts`;
	const nameOf = ({site, proxy}: ClearanceKey) => `${site} ${proxy ?? ''}`;

	/** Starts again when there are many more counts than sites, so they do not grow without end. */
	async function count(field: string, hours: number): Promise<void> {
		if ((await redis.hlen(counts)) >= 2 * maxSites) {
			await redis.del(counts);
		}
		await redis.hincrby(counts, field, 1);
		await redis.expire(counts, hours * 3600);
	}

	return {
		/** The fresh clearance for this site, or null. */
		find: async (key: ClearanceKey): Promise<Clearance | null> => (await sites.get(nameOf(key)))?.clearance ?? null,
		/** With `hours` 0 nothing is stored. */
		async put(key: ClearanceKey, clearance: Clearance, {hours, now}: {hours: number; now: Date}): Promise<void> {
			if (hours > 0) {
				const counted = idOf(nameOf(key));
				await count(counted, hours);
				const expiresAt = new Date(Number(now) + hours * hourMs).toISOString();
				await sites.put({[nameOf(key)]: {clearance, expiresAt, counted}}, hours * hourMs);
			}
		},
		/** Call this when the clearance met a challenge again. A newer one stays. */
		async drop(key: ClearanceKey, id: string): Promise<void> {
			await sites.drop(nameOf(key), ({clearance}) => clearance.id === id);
		},
		count: sites.count,
		/** Freshest first. */
		async list(): Promise<CachedSite[]> {
			const [stored, solves] = await Promise.all([sites.list(), redis.hgetall(counts)]);
			return stored.map(({clearance: {site, solvedAt}, expiresAt, counted}) => ({
				domain: site,
				cachedAt: solvedAt,
				expiresAt,
				solveCount: Number(solves[counted] ?? 1),
			}));
		},
		async clear(): Promise<void> {
			await Promise.all([sites.clear(), redis.del(counts)]);
		},
	};
}
