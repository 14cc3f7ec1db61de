export interface Random {
	/** An integer from `first` to `last`, both included. */
	int: (first: number, last: number) => number;
	pick: <T>(list: readonly T[]) => T;
	/** True in `percent` of all cases. */
	chance: (percent: number) => boolean;
	shuffle: <T>(list: readonly T[]) => T[];
}

/**
 * Generates the same numbers for the same seed with Mulberry32, a four-line generator that is uniform enough for this.
 */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const int = (first: number, last: number) => first + Math.floor(next() * (last - first + 1));
	const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!; // no list here is empty
	return {
		int,
		pick,
		chance: percent => next() * 100 < percent,
		shuffle: list => {
			const rest = [...list];
			return list.map(() => rest.splice(int(0, rest.length - 1), 1)[0]!); // as many are taken as there are
		},
	};
}
