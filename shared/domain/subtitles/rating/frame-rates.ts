/** Part of a rate by which its spellings differ: 23.976, 23.98. */
const tolerance = 0.002;

/**
 * Whether subtitles made for one frame rate drift away from the picture of another. A film has the same length at
 * 23.976, 24, 29.97 or 60 frames a second, but is four percent shorter at 25 and 50.
 */
export function isOtherSpeed(subtitle: number | null, video: number | null): boolean {
	const speeds = [subtitle, video].map(speedOf);
	return speeds[0] !== null && speeds[1] !== null && speeds[0] !== speeds[1];
}

type Speed = 'film' | 'pal';

const rates: readonly (readonly [rate: number, speed: Speed])[] = [
	[23.976, 'film'],
	[24, 'film'],
	[29.97, 'film'],
	[30, 'film'],
	[47.952, 'film'],
	[48, 'film'],
	[59.94, 'film'],
	[60, 'film'],
	[25, 'pal'],
	[50, 'pal'],
	[100, 'pal'],
];

/** Null for a rate that is missing or unusual, of which nothing can be said. */
function speedOf(rate: number | null): Speed | null {
	const found = rate === null ? undefined : rates.find(([usual]) => Math.abs(usual - rate) <= usual * tolerance);
	return found?.[1] ?? null;
}
