export const subtitleProviderKinds = ['opensubtitles', 'subdl', 'folder'] as const;
export type SubtitleProviderKind = (typeof subtitleProviderKinds)[number];

export const subtitleProviderStatuses = ['ok', 'error', 'disabled', 'rate_limited'] as const;

/** Addresses of the providers; a folder has none. */
export const defaultProviderUrls: Readonly<Record<SubtitleProviderKind, string>> = {
	opensubtitles: 'https://api.opensubtitles.com/api/v1',
	subdl: 'https://api.subdl.com/api/v1',
	folder: '',
};

/** Where subtitles come from, as an administrator enters it. */
export interface SubtitleProviderSettings {
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

/** Who uses a field that means nothing to some kinds; all others are for every kind. */
export const providerFieldKinds = {
	apiKey: ['opensubtitles', 'subdl'],
	username: ['opensubtitles'],
	password: ['opensubtitles'],
} as const satisfies Partial<Record<keyof SubtitleProviderSettings, readonly SubtitleProviderKind[]>>;

export interface SubtitleProviderHealth {
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

export interface SubtitleProvider extends SubtitleProviderSettings, SubtitleProviderHealth {
	createdAt: Date;
	updatedAt: Date;
}
