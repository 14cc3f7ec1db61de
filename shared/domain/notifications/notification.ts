export const notificationKinds = ['webhook', 'plex', 'jellyfin', 'emby'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationEvents = ['grabbed', 'imported', 'upgraded', 'failed', 'deleted', 'health'] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** Media servers want to know only which files of the library changed. */
export const fileEvents: readonly NotificationEvent[] = ['imported', 'upgraded', 'deleted'];

export const notificationStatuses = ['ok', 'error', 'disabled'] as const;

/** One folder as we see it and as the media server sees it. */
export interface PathMapping {
	from: string;
	to: string;
}

/** A receiver of events, as an administrator entered it, with its secrets in plain text. */
export interface NotificationSettings {
	id: string;
	name: string;
	kind: NotificationKind;
	/** The address that a webhook is sent to, or that of the media server. */
	url: string;
	/** Signs webhooks; null for media servers. */
	secret: string | null;
	/** Of the media server; null for webhooks. */
	apiKey: string | null;
	enabled: boolean;
	events: NotificationEvent[];
	pathMappings: PathMapping[];
}

const mediaServers: readonly NotificationKind[] = ['plex', 'jellyfin', 'emby'];

/** Who uses a field that means nothing to some kinds; all others are for every kind. */
export const notificationFieldKinds = {
	secret: ['webhook'],
	apiKey: mediaServers,
	pathMappings: mediaServers,
} satisfies Partial<Record<keyof NotificationSettings, readonly NotificationKind[]>>;

export interface NotificationHealth {
	status: (typeof notificationStatuses)[number];
	lastError: string | null;
	/** Nothing is sent before this time. */
	disabledUntil: Date | null;
	/** Failures in a row. */
	failures: number;
}

export interface NotificationRecord extends NotificationSettings, NotificationHealth {
	createdAt: Date;
	updatedAt: Date;
}

export function isMediaServer({kind}: Pick<NotificationSettings, 'kind'>): boolean {
	return mediaServers.includes(kind);
}
