import {createCache} from '#shared/coordination/cache.ts';
import type {Caller} from './caller.ts';

/** How long a verified key or user is trusted without asking the database again, in milliseconds. */
const trustedMs = 5000;
const maxCallers = 1000;

/** Callers that were verified recently; cleared whenever a user or a key changes anywhere. */
export type VerifiedCallers = ReturnType<typeof createVerifiedCallers>;

export function createVerifiedCallers(now: () => Date) {
	const callers = createCache<Caller>({max: maxCallers, ttlMs: trustedMs, now: () => Number(now())});
	let clearings = 0;
	return {
		find: (key: string): Caller | null => callers.peek(key) ?? null,
		/** Whether it was right not long ago, so that it need not wait among those that nobody knows. */
		remembers: (key: string): boolean => callers.peek(key, {stale: true}) !== undefined,
		/** To be called before the database is asked: nothing is cached if a user or key changed meanwhile. */
		begin() {
			const begun = clearings;
			return {
				/** Until `latest` at the longest. */
				keep(key: string, caller: Caller, latest: Date | null = null): void {
					if (begun === clearings) {
						callers.set(key, caller, Math.min(trustedMs, Number(latest ?? Number.POSITIVE_INFINITY) - Number(now())));
					}
				},
			};
		},
		clear(): void {
			clearings += 1;
			callers.clear();
		},
	};
}
