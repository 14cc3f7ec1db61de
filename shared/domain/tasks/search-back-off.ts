const hour = 3_600_000;
/** Hours until a title that was searched in vain is searched again: 6 h, 1 d, 3 d, then 7 d. */
const hours = [6, 24, 72, 168];

/** When a title is searched again after so many fruitless searches (1 for the first). */
export function nextSearch(tries: number, now: Date): Date {
	const wait = hours[Math.min(Math.max(tries, 1), hours.length) - 1] ?? 168;
	return new Date(Number(now) + wait * hour);
}
