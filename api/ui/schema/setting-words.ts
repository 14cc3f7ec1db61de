import type {Schema} from './document.ts';

/** What people read instead of a setting's key, where that says too little or is a word of programmers. */
export const settingTitles: Readonly<Record<string, string>> = {
	'meta.apiKey': 'TMDB key',
	'meta.tvdbKey': 'TVDB key',
	'meta.tvdbPin': 'TVDB PIN',
	'meta.tvdbUrl': 'TVDB address',
	'meta.sceneMapUrl': 'Scene numbering service (TheXEM)',
	'meta.imageUrl': 'Picture address',
	'meta.certificationCountry': 'Age rating country',
	'meta.useSsl': 'Encrypted connection (https)',
	'meta.cacheEnabled': 'Keep answers',
	'meta.cacheTtl': 'Keep answers for (hours)',
	'images.source': 'Where pictures come from',
	'images.cacheLimitMb': 'Space for pictures (MiB)',
	'media.importMode': 'How files come into the library',
	'media.multiEpisodeStyle': 'Several episodes in one file',
	'media.replaceIllegalCharacters': 'Replace forbidden characters',
	'media.colonReplacement': 'Instead of a colon',
	'media.customColon': 'Instead of a colon, if “Custom”',
	'media.folderMode': 'Permissions for new folders',
	'media.group': 'Group for new folders and files',
	'media.importExtraFiles': 'Files that come along with a video',
	'media.recycleDeletedFiles': 'Keep deleted files in a recycle bin',
	'media.recycleBin': 'Recycle bin folder',
	'media.recycleBinDays': 'Days in the recycle bin',
	'media.recycleBinMaxGiB': 'Largest recycle bin (GiB)',
	'media.minimumFreeSpaceMiB': 'Leave free on the disk (MiB)',
	'media.properRepack': 'PROPER and REPACK releases',
	'media.nfo': 'NFO files',
	'media.nfoImages': 'Write posters beside files',
	'media.plexmatch': 'Write .plexmatch for Plex',
	'media.verifyMoves': 'Check files moved to another disk',
	'media.availabilityDelayDays': 'Wait after the release (days)',
	'download.pollSeconds': 'Poll clients every (seconds)',
	'download.failedRetryMinutes': 'Search again after a failure (minutes)',
	'download.stalledMinutes': 'Stalled after (minutes)',
	'filters.retention': 'Oldest Usenet release (days)',
	'filters.minimumAgeMinutes': 'Youngest Usenet release (minutes)',
	'filters.maximumSizeMb': 'Largest release (MB)',
	'filters.rssSyncInterval': 'Read feeds (RSS) every (minutes)',
	'filters.enableCompletedDownloadHandling': 'Import finished downloads',
	'history.keepDays': 'Keep the history for (days)',
	'history.keepTitleDays': 'For titles in the library (days)',
	'externalUrl.externalUrl': 'Service address',
	'externalUrl.basePath': 'Service path',
	'externalUrl.useSsl': 'Behind an https proxy',
	'captcha.enabled': 'Pass browser checks',
	'captcha.timeout': 'Time for one check (seconds)',
	'captcha.cacheTtl': 'Use a passed check for (hours)',
	'captcha.headless': 'Browser without a window',
	'captcha.proxy': 'Browser proxy',
	'captcha.proxyMayBePrivate': 'The proxy may be in the home network',
	'captcha.maxRetries': 'Tries for one check',
	'captcha.parallelSolves': 'Checks at the same time',
	'captcha.externalUrl': 'Another solver (FlareSolverr)',
	'captcha.browserPath': 'Browser program',
	'definitions.packageUrl': 'Site package address',
	'definitions.packageSha256': 'Required SHA-256 of the package',
	'guide.url': 'Guide address',
	'guide.updates': 'Newer versions of what you chose',
	'subtitles.useEmbedded': 'Count subtitles inside of videos',
	'subtitles.useImageTracks': 'Count subtitles that are pictures',
	'subtitles.upgradeWithinDays': 'Search for better ones for (days)',
	'subtitles.synchronise': 'Synchronize with the audio',
	'events.connectionsPerCaller': 'Browser tabs per person',
	'security.queuePublic': 'Show downloads without a login',
	'security.allowPrivateNetworks': 'Allow addresses in the home network',
	'security.allowedHosts': 'Host names',
	'security.corsOrigins': 'Pages that may call the API',
	'security.sessionDays': 'Log out after (days)',
	'audit.retentionDays': 'Keep the audit trail for (days)',
	'backup.folder': 'Backup folder',
	'backup.keep': 'Backups to keep',
};

/** Names of values that are words of programmers. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'media.verifyMoves': {size: 'By its size', hash: 'By its contents (slower)'},
	'images.source': {proxy: 'From this service, which stores them', provider: 'From the provider itself', none: 'No pictures'},
	'media.importMode': {
		hardlink: 'Hard link, or a copy where that is impossible',
		hardlinkOnly: 'Hard link, never a copy',
		copy: 'Copy',
		move: 'Move',
	},
	'media.properRepack': {
		prefer: 'Prefer, and replace files',
		doNotUpgrade: 'Prefer, but replace no files',
		doNotPrefer: 'Treat like any other',
	},
	'media.nfo': {off: 'None', ids: 'Ids only', full: 'Full'},
	'guide.updates': {ask: 'Wait until somebody applies them', apply: 'Are applied automatically'},
	'subtitles.format': {original: 'As they come', srt: 'SRT, which every player supports'},
	'subtitles.synchronise': {off: 'No', ffsubsync: 'With ffsubsync', alass: 'With alass'},
};

/** What the form says instead of a description for programs, which names keys and values. */
const hints: Readonly<Record<string, string>> = {
	'media.customColon': 'Used when “Instead of a colon” is set to Custom.',
	'media.colonReplacement': '“Smart” writes a dash, with spaces around it where a space follows.',
	'media.importMode': '',
	'media.verifyMoves': '“By its contents” reads both files again.',
	'media.properRepack': 'Corrected releases of the same group.',
	'media.nfo': 'For Kodi, Jellyfin and Emby. Files of other programs stay as they are.',
	'media.availabilityDelayDays': 'Negative: before the release. A movie can have its own.',
	'captcha.enabled': 'For sites that put a check before their pages.',
	'captcha.timeout': '',
	'captcha.externalUrl':
		'Its address, if it is to pass the checks in place of our browser. Let it reach the internet, but not your home network.',
	'captcha.cacheTtl': '0 passes it anew every time.',
	'captcha.maxRetries': 'After its page failed.',
	'captcha.parallelSolves': 'Over all workers.',
	'meta.apiKey': 'A free TMDB key (v3) or token (v4). Empty uses the one that the service was started with.',
	'meta.sceneMapUrl': 'It maps TVDB numbers to those of scene releases. Empty for none.',
	'meta.cacheTtl': '',
	'events.connectionsPerCaller': 'More than these show no live changes.',
	'guide.updates': 'What you changed yourself stays in both cases.',
	'history.keepDays': '0 keeps it for ever. There are five million entries at most.',
	'history.keepTitleDays': 'If that is longer; 0 keeps them for as long as the title is there.',
	'media.recycleBin': 'Empty: .kinoteka-recycle beside each root folder, or in it if that is a disk of its own.',
	'media.movieFolderFormat': 'In its root folder.',
	'media.seriesFolderFormat': 'In its root folder.',
	'media.seasonFolderFormat': 'In the folder of its series.',
	'media.specialsFolderFormat': 'In the folder of their series.',
	'media.recycleBinDays': '0 keeps them for ever.',
	'media.recycleBinMaxGiB': 'The oldest files are deleted beyond that; 0 for no limit.',
	'backup.keep': 'Older ones are removed.',
	'backup.folder': 'Empty for the folder “backups” in the data folder.',
	'images.source': 'The provider itself would see who looks at which picture.',
};

/** Units of the form, in those of the service. */
const scales: Readonly<Record<string, number>> = {'meta.cacheTtl': 3600};

/** The schema of a setting with the words that people read. */
export function inWords(key: string, schema: Schema): Schema {
	const labels = values[key];
	const title = settingTitles[key];
	const prefix = key.slice(0, key.lastIndexOf('.') + 1);
	const description =
		hints[key] ??
		schema.description?.replaceAll(/`?\b(?:[a-z]+\.)?([a-z]+[A-Z]\w*)\b`?/g, (all, name) => {
			const title = settingTitles[prefix + name];
			return title ? `“${title}”` : all;
		});
	return {
		...schema,
		...(description !== undefined && {description}),
		...(scales[key] && {'x-scale': scales[key]}),
		...(title && {title}),
		...(labels && {'x-choices': (schema.enum ?? []).map(value => ({value: String(value), label: labels[String(value)] ?? String(value)}))}),
	};
}
