/** Pseudo-random choices that are the same in every run. */
export interface Chance {
	/** At least 0, less than `below`. */
	integer(below: number): number;
	/** True in `share` of all cases, from 0 to 1. */
	is(share: number): boolean;
	pick<T>(list: readonly [T, ...T[]]): T;
	/** `count` different elements. */
	picks<T>(list: readonly T[], count: number): T[];
	/** A new UUID for every call, whatever the kind and number. */
	uuid(): string;
}

/** The mulberry32 generator, seeded with two numbers. */
export function createChance(kind: number, n: number): Chance {
	let state = Math.imul(kind + 1, 0x9e37_79b1) ^ Math.imul(n + 1, 0x85eb_ca6b);
	const next = () => {
		state = (state + 0x6d2b_79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const integer = (below: number) => Math.floor(next() * below);
	const hex = (digits: number) =>
		integer(16 ** digits)
			.toString(16)
			.padStart(digits, '0');
	let ids = 0;
	const own = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
	return {
		integer,
		is: share => next() < share,
		pick: list => list[integer(list.length)] ?? list[0],
		picks(list, count) {
			const left = [...list];
			return Array.from({length: Math.min(count, left.length)}, () => left.splice(integer(left.length), 1)).flat();
		},
		uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + integer(4)).toString(16)}${hex(3)}-${own(kind, 1)}${own(n, 7)}${own(ids++, 4)}`,
	};
}
