import type {RatedSubtitle} from './found-subtitle.ts';

/**
 * The best first: by score, then those made for this very file, then by the provider's priority (1 is best), then
 * trusted ones and those that were downloaded most. The order is always the same, whoever answered first.
 */
export function rankSubtitles(rated: readonly RatedSubtitle[], priorityOf: (providerId: string) => number): RatedSubtitle[] {
	return rated.toSorted(
		(a, b) =>
			b.score - a.score ||
			Number(b.isHashMatch) - Number(a.isHashMatch) ||
			priorityOf(a.providerId) - priorityOf(b.providerId) ||
			Number(b.isTrusted) - Number(a.isTrusted) ||
			b.downloadCount - a.downloadCount ||
			compare(a.providerId, b.providerId) ||
			compare(a.id, b.id),
	);
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
