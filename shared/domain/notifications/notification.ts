import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';

interface NotificationKindOf extends ProviderKind<keyof NotificationSettings> {
	/** Media servers want to know only which files of the library changed. */
	isMediaServer: boolean;
}

/** Adding a kind takes a line here, and its client in `workers/integrations/notifications`. */
export const notificationKinds = {
	webhook: {isMediaServer: false, uses: ['secret']},
	plex: {isMediaServer: true, uses: ['apiKey', 'pathMappings']},
	jellyfin: {isMediaServer: true, uses: ['apiKey', 'pathMappings']},
	emby: {isMediaServer: true, uses: ['apiKey', 'pathMappings']},
} as const satisfies Record<string, NotificationKindOf>;
export type NotificationKind = keyof typeof notificationKinds;

export const notificationEvents = ['grabbed', 'imported', 'upgraded', 'failed', 'deleted', 'health'] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** What media servers are sent. */
export const fileEvents: readonly NotificationEvent[] = ['imported', 'upgraded', 'deleted'];

export const notificationStatuses = ['ok', 'error', 'disabled'] as const;

/** One folder as we see it and as the media server sees it. */
export interface PathMapping {
	from: string;
	to: string;
}

/** A receiver of events, as an administrator entered it, with its secrets in plain text. */
export interface NotificationSettings extends ProviderSettings {
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
	/** Libraries and labels of whose titles it is told; without any, of all. */
	tags: string[];
}

export interface NotificationHealth extends ProviderHealth {
	status: (typeof notificationStatuses)[number];
	lastError: string | null;
	/** Nothing is sent before this time. */
	disabledUntil: Date | null;
	/** Failures in a row. */
	failures: number;
}

export type NotificationRecord = ProviderRecord<NotificationSettings, NotificationHealth>;

export function isMediaServer({kind}: Pick<NotificationSettings, 'kind'>): boolean {
	return notificationKinds[kind].isMediaServer;
}
