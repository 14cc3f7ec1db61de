/** A place in a line of titles that wait for a search. */
export interface InLine {
	/** Null if it never was searched. */
	lastSearchTime: Date | null;
	/** Searches that it costs. */
	cost: number;
}

/**
 * How many searches of `room` belong to the first line when both lines are served together, the longest unsearched
 * first. Titles that never were searched come first; between two of them the lines take turns.
 */
export function fairShare(own: readonly InLine[], other: readonly InLine[], room: number): number {
	let [left, mine] = [room, 0];
	let [a, b, costOfA, costOfB] = [0, 0, 0, 0];
	while (left > 0) {
		const [first, second] = [own[a], other[b]];
		if (!first) {
			return mine;
		}
		const isMine = !second || order(first, second) < 0 || (order(first, second) === 0 && costOfA <= costOfB);
		const cost = Math.min(isMine ? first.cost : second.cost, left);
		left -= cost;
		if (isMine) {
			[a, mine, costOfA] = [a + 1, mine + cost, costOfA + cost];
		} else {
			[b, costOfB] = [b + 1, costOfB + cost];
		}
	}
	return mine;
}

function order(a: InLine, b: InLine): number {
	const searchedAt = ({lastSearchTime}: InLine) => (lastSearchTime ? Number(lastSearchTime) : Number.NEGATIVE_INFINITY);
	return searchedAt(a) === searchedAt(b) ? 0 : searchedAt(a) - searchedAt(b);
}
