import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';
import type {Scope} from '../scope.ts';

interface NotificationKindOf extends ProviderKind<keyof NotificationSettings> {
	/** Media servers want to know only which files of the library changed. */
	isMediaServer: boolean;
	/** Its name in messages. */
	named: string;
	/** Settings that are required. */
	needs: readonly ('url' | 'apiKey' | 'from' | 'to')[];
	/** The address of a public service, the same for everybody; null for a service that people run themselves. */
	usualUrl: string | null;
	/** Schemes of its address. */
	schemes: readonly string[];
}

const web = {usualUrl: null, schemes: ['http', 'https']} as const;
const mediaServer = {...web, isMediaServer: true, needs: ['url', 'apiKey'], uses: ['apiKey', 'pathMappings']} as const;
const service = {...web, isMediaServer: false} as const;

/** Adding a kind takes a line here, and its client in `workers/integrations/notifications`. */
export const notificationKinds = {
	webhook: {...service, named: 'the receiver', needs: ['url'], uses: ['secret']},
	/** What Radarr and Sonarr send, for programs that were made to be told by them. */
	arrWebhook: {
		...service,
		named: 'the receiver',
		needs: ['url'],
		uses: ['username', 'password', 'method', 'settings'],
	},
	plex: {...mediaServer, named: 'Plex'},
	jellyfin: {...mediaServer, named: 'Jellyfin'},
	emby: {...mediaServer, named: 'Emby'},
	discord: {...service, named: 'Discord', needs: ['url'], uses: []},
	slack: {...service, named: 'Slack', needs: ['url'], uses: []},
	telegram: {...service, named: 'Telegram', needs: ['apiKey', 'to'], uses: ['apiKey', 'to'], usualUrl: 'https://api.telegram.org'},
	email: {
		...service,
		named: 'The mail server',
		needs: ['url', 'from', 'to'],
		uses: ['username', 'password', 'from', 'to'],
		schemes: ['smtp', 'smtps'],
	},
	ntfy: {...service, named: 'ntfy', needs: ['to'], uses: ['apiKey', 'username', 'password', 'to'], usualUrl: 'https://ntfy.sh'},
	gotify: {...service, named: 'Gotify', needs: ['url', 'apiKey'], uses: ['apiKey']},
	apprise: {...service, named: 'Apprise', needs: ['url', 'apiKey'], uses: ['apiKey', 'to']},
	pushover: {...service, named: 'Pushover', needs: ['apiKey', 'to'], uses: ['apiKey', 'to'], usualUrl: 'https://api.pushover.net'},
} as const satisfies Record<string, NotificationKindOf>;
export type NotificationKind = keyof typeof notificationKinds;

export const notificationEvents = [
	'grabbed',
	'imported',
	'upgraded',
	'failed',
	'deleted',
	'renamed',
	'health',
	'titleAdded',
	'titleRemoved',
	'dailySummary',
] as const;
const onlyIfChosen: readonly string[] = ['renamed', 'titleAdded', 'titleRemoved', 'dailySummary'];
/** Those that a receiver gets if nobody chooses. */
export const usualEvents: readonly NotificationEvent[] = notificationEvents.filter(event => !onlyIfChosen.includes(event));
export type NotificationEvent = (typeof notificationEvents)[number];

/** What media servers are sent. */
export const fileEvents: readonly NotificationEvent[] = ['imported', 'upgraded', 'deleted'];

export const notificationStatuses = ['ok', 'error', 'disabled'] as const;

export const webhookMethods = ['POST', 'PUT'] as const;

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
	/** The address that messages are sent to, or that of the media server. */
	url: string;
	/** Signs webhooks; null for all other kinds. */
	secret: string | null;
	/** Key or token of the media server or service; null for those without. */
	apiKey: string | null;
	/** With a password, for mail servers and ntfy. */
	username: string | null;
	password: string | null;
	/** Address that e-mails come from. */
	from: string | null;
	/** The recipients: e-mail addresses, a chat, a topic, or the key of a user. */
	to: string | null;
	enabled: boolean;
	events: NotificationEvent[];
	pathMappings: PathMapping[];
	/** Libraries and labels. Only events of titles with one of them are sent; of all titles if there are none. */
	tags: string[];
	/** Only events of movies, or of series; null for both. */
	scope: Scope;
	/** With which `arrWebhook` sends. */
	method: (typeof webhookMethods)[number];
	/** Headers that `arrWebhook` sends, by name. */
	settings: Record<string, string | number | boolean | null>;
}

export interface NotificationHealth extends ProviderHealth {
	status: (typeof notificationStatuses)[number];
	lastError: string | null;
	/** Nothing is sent before this time. */
	disabledUntil: Date | null;
	/** Failures in a row. */
	failures: number;
	/** The service refuses the key or the destination. Nothing is sent until the settings change. */
	isRefused: boolean;
}

export type NotificationRecord = ProviderRecord<NotificationSettings, NotificationHealth>;

export function isMediaServer({kind}: Pick<NotificationSettings, 'kind'>): boolean {
	return notificationKinds[kind].isMediaServer;
}

/** The recipients of e-mails, each once. */
export function addressesIn(to: string | null): string[] {
	const parts = (to ?? '').split(',').map(part => part.trim());
	return [...new Set(parts.filter(part => part !== ''))];
}
