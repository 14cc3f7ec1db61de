/** Digits of an id that are compared: 52 bits fit into a number exactly. */
const digits = 13;

export interface SeenIds {
	add(id: string): void;
	has(id: string): boolean;
}

/**
 * A set of ids in sixteen bytes each. Two ids may be taken for one, about once in ten thousand million pairs: then a
 * vanished file is noticed by the next scan.
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

/** Never 0, which marks an empty place. */
function toNumber(id: string): number {
	return Number.parseInt(id.replaceAll('-', '').slice(0, digits), 16) + 1;
}
