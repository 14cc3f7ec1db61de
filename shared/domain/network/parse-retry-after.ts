const longestSeconds = 86_400;

/**
 * Seconds to wait that a `Retry-After` header asks for: at least one second, at most one day. Null without a valid
 * header, which gives seconds or an HTTP date.
 */
export function parseRetryAfter(text: string | undefined, now: Date): number | null {
	const trimmed = text?.trim() ?? '';
	if (/^\d{1,9}(?:\.\d{1,6})?$/.test(trimmed)) {
		return clamp(Number(trimmed));
	}
	const date = /^[a-z]{3,9},? /i.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
	return Number.isNaN(date) ? null : clamp((date - now.getTime()) / 1000);
}

function clamp(seconds: number): number {
	return Math.min(Math.max(Math.ceil(seconds), 1), longestSeconds);
}
