import type {IconName} from '../parts/icon.ts';

/** A list of records of the service. Fields, and what can be done, are in the document of the API. */
export interface Resource {
	/** `/api/…` */
	path: string;
	/** What a record is called: “Add an indexer”. */
	one: string;
	/** What it means that there is none. */
	empty: string;
	/** Fields of the form that are always shown, in this order. */
	first?: readonly string[];
	/** Fields that tell records apart. */
	facts: readonly string[];
	/** Operations below the record. `loss` is asked about. */
	actions?: readonly {name: string; label: string; loss?: string}[];
	/** To a view below which each record has its own. */
	link?: {label: string; path: string};
	/** What else is lost with a record, or what stays. */
	loss?: string | ((record: any) => string);
	/** Query of its deletion. */
	removeWith?: string;
	/** What deleting a record means, if it is something else. */
	removal?: string;
	/** Values of a new record, where those of the API would be rash. */
	start?: Readonly<Record<string, unknown>>;
	/** Fields whose change makes subtitles missing, which are searched soon. */
	searched?: readonly string[];
	/** A new one may begin as another. */
	canBeCopied?: boolean;
	/** The form. */
	isWide?: boolean;
	/** Where there is none. */
	icon?: IconName;
}

export const resources: Readonly<Record<string, Resource>> = {
	folders: {
		path: '/api/root-folders',
		one: 'a root folder',
		empty: 'Kinoteka does not know where your movies and series are. A root folder is the folder above theirs.',
		facts: ['path', 'freeSpace'],
	},
	libraries: {
		path: '/api/libraries',
		one: 'a library',
		empty: 'A library names a root folder, and adds the titles that are in it.',
		facts: ['type', 'itemCount'],
		searched: ['languageProfileId'],
		loss: ({itemCount}) =>
			`${itemCount === 0 ? 'No title is in it.' : `Its ${itemCount === 1 ? 'title stays' : `${itemCount} titles stay`} in Kinoteka, with the same quality profile and folder, but in no library, and so with the default languages.`} No file is deleted.`,
		actions: [{name: 'backfill', label: 'Add what is on disk'}],
		link: {label: 'Unmatched files', path: 'unmatched'},
	},
	tags: {
		path: '/api/tags',
		one: 'a tag',
		empty: 'Tags say which titles an indexer, a download client, a profile or a notification is for.',
		facts: ['titles', 'uses', 'renamedFrom'],
		loss: 'It is taken off all titles that have it.',
		removeWith: '?fromTitles=true',
	},
	'auto-tags': {
		path: '/api/auto-tags',
		one: 'a rule',
		empty: 'A rule gives tags to all titles that meet its conditions, and takes them back when they do not any more.',
		first: ['name', 'tags', 'conditions', 'enabled'],
		facts: ['scope', 'tags', 'conditions'],
		isWide: true,
	},
	indexers: {
		path: '/api/indexers',
		one: 'an indexer',
		empty: 'There is no indexer to search yet.',
		first: ['name', 'kind', 'url', 'apiPath', 'apiKey', 'categories', 'enabled'],
		facts: ['scope', 'kind', 'url', 'priority'],
		link: {label: 'History', path: 'statistics/indexers'},
	},
	proxies: {
		path: '/api/proxies',
		one: 'a proxy',
		empty: 'Indexers are asked directly. A proxy carries all requests of the indexers that have one of its proxy tags.',
		first: ['name', 'kind', 'url', 'username', 'password', 'proxyTags', 'enabled'],
		facts: ['kind', 'url', 'proxyTags'],
		loss: 'Indexers with its proxy tags are asked nothing until they lose them.',
	},
	clients: {
		path: '/api/download-clients',
		one: 'a download client',
		empty: 'There is no download client to send releases to yet.',
		first: ['name', 'kind', 'url', 'username', 'password', 'apiKey', 'category', 'enabled'],
		facts: ['kind', 'url', 'priority', 'version'],
	},
	paths: {
		path: '/api/remote-path-mappings',
		one: 'a remote path mapping',
		empty: 'Needed only if a download client sees its folders under different paths than Kinoteka.',
		facts: ['remotePath', 'localPath'],
	},
	'quality-profiles': {
		path: '/api/quality-profiles',
		one: 'a quality profile',
		canBeCopied: true,
		empty: 'A profile says which qualities are wanted, and which are best.',
		first: ['name', 'items', 'upgradeAllowed', 'cutoff', 'language', 'formatScores'],
		facts: ['scope', 'cutoff', 'upgradeAllowed', 'language'],
	},
	'quality-sizes': {
		path: '/api/quality-definitions',
		one: 'the sizes of a quality',
		empty: '',
		facts: [],
	},
	'custom-formats': {
		path: '/api/custom-formats',
		one: 'a custom format',
		canBeCopied: true,
		empty: 'A custom format recognizes releases by their names or sizes, and profiles give it a score.',
		facts: ['scope', 'conditions'],
		isWide: true,
	},
	'language-profiles': {
		path: '/api/language-profiles',
		one: 'a language profile',
		canBeCopied: true,
		empty: 'A profile says which languages and subtitles are wanted.',
		first: ['name', 'languages', 'cutoff', 'subtitles', 'subtitleCutoff'],
		start: {languages: [{code: 'original', allowed: true}], cutoff: 'original'},
		facts: ['cutoff', 'languages', 'subtitles'],
		searched: ['subtitles', 'subtitleCutoff'],
	},
	'delay-profiles': {
		path: '/api/delay-profiles',
		one: 'a delay profile',
		empty: 'A delay gives better releases time to appear.',
		facts: ['scope', 'tags', 'preferredProtocol', 'torrentDelayMinutes', 'usenetDelayMinutes'],
	},
	'release-profiles': {
		path: '/api/release-profiles',
		one: 'a release profile',
		canBeCopied: true,
		empty: 'A release profile says what names of releases must or must not contain.',
		facts: ['scope', 'mustContain', 'mustNotContain', 'tags'],
	},
	'subtitle-providers': {
		path: '/api/subtitle-providers',
		one: 'a subtitle provider',
		empty: 'There is no subtitle provider to search yet.',
		first: ['name', 'kind', 'url', 'apiKey', 'username', 'password', 'enabled'],
		facts: ['kind', 'priority', 'remaining'],
	},
	lists: {
		path: '/api/import-lists',
		one: 'an import list',
		empty: 'Add titles automatically from a list or another program.',
		first: [
			'name',
			'kind',
			'url',
			'apiKey',
			'clientId',
			'clientSecret',
			'source',
			'sourceId',
			'filters',
			'media',
			'libraryId',
			'rootFolderPath',
			'qualityProfileId',
			'enabled',
		],
		facts: ['kind', 'media', 'items', 'lastSyncAt', 'nextSyncAt', 'authorizedUntil'],
		actions: [{name: 'sync', label: 'Sync'}],
	},
	exclusions: {
		path: '/api/import-exclusions',
		one: 'an exclusion',
		empty: 'Titles that must never be added automatically are listed here.',
		facts: ['type', 'year', 'metaId'],
	},
	notifications: {
		path: '/api/notifications',
		one: 'a notification',
		empty: 'Grabs, imports and failures can be reported to you, by chat, phone or e-mail, and to other programs.',
		first: ['name', 'kind', 'url', 'apiKey', 'username', 'password', 'from', 'to', 'events', 'enabled'],
		facts: ['kind', 'type', 'url', 'events'],
	},
	users: {path: '/api/users', one: 'a user', empty: '', facts: ['role', 'rights', 'createdAt'], start: {role: 'user'}},
	'api-keys': {
		path: '/api/settings/system/api-keys',
		one: 'an API key',
		empty: 'Other programs need a key.',
		facts: ['type', 'createdAt', 'lastUsedAt', 'expiresAt'],
		actions: [{name: 'regenerate', label: 'New key', loss: 'The old key stops working at once.'}],
	},
	sessions: {
		removal: 'End the session',
		path: '/api/auth/sessions',
		one: 'a session',
		empty: '',
		facts: ['device', 'address', 'lastSeenAt', 'expiresAt'],
	},
	audit: {
		path: '/api/audit',
		one: 'an entry',
		empty: 'Changes that people and programs make are listed here.',
		facts: ['actor', 'changes', 'fields', 'address', 'timestamp'],
	},
};
