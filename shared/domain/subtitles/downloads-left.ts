import type {SubtitleProvider} from './provider-record.ts';

interface DownloadsLeft {
	/** Infinity while a provider has no limit that we know of. */
	count: number;
	/** When there are some again; null while there are, or if unknown. */
	until: Date | null;
}

type Counted = Pick<SubtitleProvider, 'enabled' | 'remaining' | 'resetAt' | 'dailyLimit' | 'disabledUntil' | 'isLoginRefused'>;

/** How many subtitles all providers together still let us download, as far as they have said. */
export function downloadsLeft(providers: readonly Counted[], now: Date): DownloadsLeft {
	const all = providers.filter(({enabled}) => enabled).map(provider => leftAt(provider, now));
	const count = all.reduce((sum, left) => sum + left.count, 0);
	const waits = all.flatMap(({until}) => (until ? [Number(until)] : []));
	return {count, until: count > 0 || waits.length === 0 ? null : new Date(Math.min(...waits))};
}

function leftAt({remaining, resetAt, dailyLimit, disabledUntil, isLoginRefused}: Counted, now: Date): DownloadsLeft {
	if (isLoginRefused) {
		return {count: 0, until: null};
	}
	if (disabledUntil && disabledUntil > now) {
		return {count: 0, until: disabledUntil};
	}
	if (remaining !== null && resetAt && resetAt > now) {
		return {count: Math.max(0, remaining), until: remaining > 0 ? null : resetAt};
	}
	return {count: dailyLimit ?? Number.POSITIVE_INFINITY, until: null};
}
