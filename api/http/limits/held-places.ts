/** How many places each key holds right now. A key that holds none is forgotten. */
export interface HeldPlaces {
	of(key: string): number;
	/** Of all keys. */
	total(): number;
	/** Takes a place; the returned function gives it back and must be called once. */
	take(key: string): () => void;
}

export function createHeldPlaces(): HeldPlaces {
	const held = new Map<string, number>();
	let total = 0;
	const of = (key: string) => held.get(key) ?? 0;
	return {
		of,
		total: () => total,
		take(key) {
			held.set(key, of(key) + 1);
			total += 1;
			return () => {
				const left = of(key) - 1;
				total -= 1;
				left > 0 ? held.set(key, left) : held.delete(key);
			};
		},
	};
}
