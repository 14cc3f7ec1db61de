import type {Caller} from './caller.ts';

/** How long a verified key or user is trusted without asking the database again, in milliseconds. */
const believedMs = 5000;
const mostEntries = 1000;

/** Callers that were verified recently; cleared whenever a user or a key changes anywhere. */
export interface VerifiedCallers {
	find(key: string): Caller | null;
	/** Whether it was right not long ago, so that it need not wait among those that nobody knows. */
	remembers(key: string): boolean;
	/** To be called before the database is asked: what is found is not kept if a user or key changed meanwhile. */
	begin(): Verification;
	clear(): void;
}

export interface Verification {
	/** Until `latest` at the longest. */
	keep(key: string, caller: Caller, latest?: Date | null): void;
}

export function createVerifiedCallers(now: () => Date): VerifiedCallers {
	const entries = new Map<string, {caller: Caller; until: number}>();
	let clearings = 0;
	return {
		find(key) {
			const entry = entries.get(key);
			return entry && entry.until > Number(now()) ? entry.caller : null;
		},
		remembers: key => entries.has(key),
		begin() {
			const begun = clearings;
			return {
				keep(key, caller, latest = null) {
					if (begun !== clearings) {
						return;
					}
					if (entries.size >= mostEntries) {
						entries.clear();
					}
					entries.set(key, {caller, until: Math.min(Number(now()) + believedMs, Number(latest ?? Number.POSITIVE_INFINITY))});
				},
			};
		},
		clear() {
			clearings += 1;
			entries.clear();
		},
	};
}
