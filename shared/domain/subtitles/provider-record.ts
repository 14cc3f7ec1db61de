import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';

interface SubtitleProviderKindOf extends ProviderKind<keyof SubtitleProviderSettings> {
	/** The address of its API if none is given. */
	usualUrl: string;
}

/** Adding a kind takes a line here, and its client in `workers/integrations/subtitles`. */
export const subtitleProviderKinds = {
	opensubtitles: {usualUrl: 'https://api.opensubtitles.com/api/v1', uses: ['apiKey', 'username', 'password']},
	subdl: {usualUrl: 'https://api.subdl.com/api/v1', uses: ['apiKey']},
	folder: {usualUrl: '', isFolder: true, uses: []},
} as const satisfies Record<string, SubtitleProviderKindOf>;
export type SubtitleProviderKind = keyof typeof subtitleProviderKinds;

export const subtitleProviderStatuses = ['ok', 'error', 'disabled', 'rate_limited'] as const;

/** Where subtitles come from, as an administrator enters it. */
export interface SubtitleProviderSettings extends ProviderSettings {
	id: string;
	name: string;
	kind: SubtitleProviderKind;
	/** The provider's address, which has a default, or the path of a folder. */
	url: string;
	apiKey: string;
	username: string;
	password: string;
	enabled: boolean;
	/** 1 to 50; 1 is asked first, and wins between equal scores. */
	priority: number;
	/** Downloads a day that we allow ourselves; null leaves it to the provider's own quota. */
	dailyLimit: number | null;
	timeoutSeconds: number;
}

export interface SubtitleProviderHealth extends ProviderHealth {
	status: (typeof subtitleProviderStatuses)[number];
	lastError: string | null;
	/** Not asked before this time. */
	disabledUntil: Date | null;
	/** Failures in a row. */
	failures: number;
	/** Downloads left by the provider's word or our own limit, and when the count restarts; null when unknown. */
	remaining: number | null;
	resetAt: Date | null;
	/** The provider refused the name or password, so we do not log in again until the record changes. */
	isLoginRefused: boolean;
}

export type SubtitleProvider = ProviderRecord<SubtitleProviderSettings, SubtitleProviderHealth>;

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
