import type {Caller} from './caller.ts';

/** Milliseconds that a checked key or user is believed without asking the database again. */
const believedMs = 5000;
const mostEntries = 1000;

/** Callers that were checked a moment ago; emptied whenever a user or a key changes anywhere. */
export interface VerifiedCallers {
	find(key: string): Caller | null;
	keep(key: string, caller: Caller): void;
	clear(): void;
}

export function createVerifiedCallers(now: () => Date): VerifiedCallers {
	const entries = new Map<string, {caller: Caller; until: number}>();
	return {
		find(key) {
			const entry = entries.get(key);
			return entry && entry.until > Number(now()) ? entry.caller : null;
		},
		keep(key, caller) {
			if (entries.size >= mostEntries) {
				entries.clear();
			}
			entries.set(key, {caller, until: Number(now()) + believedMs});
		},
		clear: () => entries.clear(),
	};
}
