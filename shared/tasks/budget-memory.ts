/** Remembers for a moment what all searches of a process ask. */
export interface BudgetMemory {
	/** What was read for this key a moment ago, or what `read` returns. A failure is not remembered. */
	recent<Value>(key: string, now: Date, read: () => Promise<Value>): Promise<Value>;
}

/** Milliseconds; a pool makes only a few searches in it. */
const keptMs = 5000;

/** Holds one value, because the searches of a process ask for the same indexers. */
export function createBudgetMemory(): BudgetMemory {
	let known: {key: string; at: number; value: Promise<unknown>} | null = null;
	return {
		recent<Value>(key: string, now: Date, read: () => Promise<Value>): Promise<Value> {
			const ageMs = Number(now) - (known?.at ?? Number.NEGATIVE_INFINITY);
			if (known?.key === key && ageMs >= 0 && ageMs < keptMs) {
				return known.value as Promise<Value>; // a key stands for one kind of value
			}
			const mine = {key, at: Number(now), value: read()};
			known = mine;
			mine.value.catch(() => {
				known = known === mine ? null : known;
			});
			return mine.value;
		},
	};
}
