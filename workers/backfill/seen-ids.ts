/** Hex digits of an id that are compared. Their 52 bits fit exactly into a number. */
const digits = 13;

export interface SeenIds {
	add(id: string): void;
	has(id: string): boolean;
}

/**
 * A set of ids that takes sixteen bytes per id. Two ids are mistaken for one in about one of ten thousand million
 * pairs. A vanished file may then be noticed only by the next scan.
 */
export function createSeenIds(): SeenIds {
	let slots = new Float64Array(1 << 12);
	let count = 0;

	function place(table: Float64Array, value: number): number {
		let at = value % table.length;
		while (table[at] !== 0 && table[at] !== value) {
			at = (at + 1) % table.length;
		}
		return at;
	}

	function grow(): void {
		const larger = new Float64Array(slots.length * 2);
		for (const value of slots) {
			if (value !== 0) {
				larger[place(larger, value)] = value;
			}
		}
		slots = larger;
	}

	return {
		add(id) {
			const value = toNumber(id);
			const at = place(slots, value);
			if (slots[at] === 0) {
				slots[at] = value;
				count += 1;
			}
			if (count * 2 > slots.length) {
				grow();
			}
		},
		has(id) {
			const value = toNumber(id);
			return slots[place(slots, value)] === value;
		},
	};
}

/** Never 0, which marks an empty slot. */
function toNumber(id: string): number {
	return Number.parseInt(id.replaceAll('-', '').slice(0, digits), 16) + 1;
}
