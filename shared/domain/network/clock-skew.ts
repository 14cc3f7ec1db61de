/**
 * Milliseconds by which the clocks of two hosts may differ. A time that is impossibly far ahead, allowing for this, was
 * set under a wrong clock.
 */
export const clockSkewMs = 120_000;

/** So much time has passed since that moment. One that is still to come was noted under a wrong clock, long ago. */
export function hasPassed(since: Date, milliseconds: number, now: Date): boolean {
	const passed = Number(now) - Number(since);
	return passed >= milliseconds || passed < -clockSkewMs;
}
