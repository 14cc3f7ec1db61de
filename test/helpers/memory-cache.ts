import type {AnswerCache} from '#shared/coordination/cache.ts';

/** A cache that never forgets, with visible contents. */
export function memoryCache(): AnswerCache & {entries: Map<string, {value: unknown; ttlMs: number}>} {
	const entries = new Map<string, {value: unknown; ttlMs: number}>();
	return {
		entries,
		get: async key => structuredClone(entries.get(key)?.value ?? null),
		async put(key, value, ttlMs = 0) {
			entries.set(key, {value: structuredClone(value), ttlMs});
		},
	};
}
