import type {TextCache} from '#workers/integrations/text-cache.ts';

/** A cache that never forgets, with visible contents. */
export function memoryCache(): TextCache & {entries: Map<string, {value: string; ttlSeconds: number}>} {
	const entries = new Map<string, {value: string; ttlSeconds: number}>();
	return {
		entries,
		get: async key => entries.get(key)?.value ?? null,
		set: async (key, value, ttlSeconds) => {
			entries.set(key, {value, ttlSeconds});
		},
	};
}
