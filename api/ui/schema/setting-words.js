/**
 * What people read instead of a setting's key, where that says too little or is a word of programmers.
 * @type {Readonly<Record<string, string>>}
 */
export const settingTitles = {
	'meta.apiKey': 'Key of TMDB',
	'meta.tvdbKey': 'Key of TVDB',
	'meta.tvdbPin': 'PIN of TVDB',
	'meta.tvdbUrl': 'Address of TVDB',
	'meta.sceneMapUrl': 'Address for the numbers of scene releases',
	'meta.imageUrl': 'Picture address',
	'meta.certificationCountry': 'Age ratings of',
	'meta.useSsl': 'Encrypted connection (https)',
	'meta.cacheEnabled': 'Cache answers',
	'meta.cacheTtl': 'Cache answers for (seconds)',
	'images.source': 'Where pictures come from',
	'images.cacheLimitMb': 'Space for pictures (MiB)',
	'media.importMode': 'How files come into the library',
	'media.multiEpisodeStyle': 'Several episodes in one file',
	'media.replaceIllegalCharacters': 'Replace forbidden characters',
	'media.colonReplacement': 'Instead of a colon',
	'media.customColon': 'Instead of a colon, if “Custom”',
	'media.folderMode': 'Permissions of new folders',
	'media.group': 'Group of new folders and files',
	'media.importExtraFiles': 'Files that come along with a video',
	'media.recycleDeletedFiles': 'Keep deleted files in a recycle bin',
	'media.recycleBin': 'Folder of the recycle bin',
	'media.recycleBinDays': 'Days in the recycle bin',
	'media.recycleBinMaxGiB': 'Largest recycle bin (GiB)',
	'media.minimumFreeSpaceMiB': 'Leave free on the disk (MiB)',
	'media.verifyMoves': 'Check of files moved to another disk',
	'media.availabilityDelayDays': 'Days after the release until a movie is searched',
	'download.pollSeconds': 'Poll clients every (seconds)',
	'download.failedRetryMinutes': 'Search again after a failure (minutes)',
	'download.stalledMinutes': 'Stalled after (minutes)',
	'filters.retention': 'Oldest Usenet release (days)',
	'filters.minimumAgeMinutes': 'Youngest Usenet release (minutes)',
	'filters.maximumSizeMb': 'Largest release (MB)',
	'filters.rssSyncInterval': 'Read feeds (RSS) every (minutes)',
	'filters.enableCompletedDownloadHandling': 'Import finished downloads',
	'history.keepDays': 'Keep the history for (days)',
	'history.keepTitleDays': 'Of titles in the library for (days)',
	'externalUrl.externalUrl': 'Address of this service',
	'externalUrl.basePath': 'Path of this service',
	'externalUrl.useSsl': 'Reached over https',
	'captcha.enabled': 'Solve captchas',
	'captcha.timeout': 'Time for one captcha (seconds)',
	'captcha.cacheTtl': 'Use a solved captcha for (hours)',
	'captcha.headless': 'Browser without a window',
	'captcha.proxy': 'Proxy of the browser',
	'captcha.proxyMayBePrivate': 'The proxy may be in the home network',
	'captcha.maxRetries': 'Tries for one captcha',
	'captcha.parallelSolves': 'Captchas at the same time',
	'captcha.externalUrl': 'Another solver (FlareSolverr)',
	'captcha.browserPath': 'Browser program',
	'definitions.packageUrl': 'Address of the package of sites',
	'definitions.packageSha256': 'SHA-256 that the package must have',
	'guide.url': 'Address of the guide',
	'guide.updates': 'Newer versions of what you chose',
	'subtitles.useEmbedded': 'Count subtitles inside of videos',
	'subtitles.useImageTracks': 'Count subtitles that are pictures',
	'subtitles.upgradeWithinDays': 'Search for better ones for (days)',
	'subtitles.synchronise': 'Synchronize with the audio',
	'events.connectionsPerCaller': 'Open pages per person',
	'security.queuePublic': 'Show downloads without a login',
	'security.allowPrivateNetworks': 'Allow addresses in the home network',
	'security.allowedHosts': 'Names of this service',
	'security.corsOrigins': 'Pages that may call the API',
	'security.sessionDays': 'Log out after (days)',
	'audit.retentionDays': 'Keep the audit trail for (days)',
	'backup.folder': 'Folder of backups',
	'backup.keep': 'Backups that are kept',
};

/** Names of values that are words of programmers. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const values = {
	'media.verifyMoves': {size: 'By its size', hash: 'By its contents (slower)'},
	'images.source': {proxy: 'From this service, which stores them', provider: 'From the provider itself', none: 'No pictures'},
	'media.importMode': {
		hardlink: 'Hard link, or a copy where that is impossible',
		hardlinkOnly: 'Hard link, never a copy',
		copy: 'Copy',
		move: 'Move',
	},
	'guide.updates': {ask: 'Wait until somebody applies them', apply: 'Are applied automatically'},
	'subtitles.format': {original: 'As they come', srt: 'SRT, which every player supports'},
	'subtitles.synchronise': {off: 'No', ffsubsync: 'With ffsubsync', alass: 'With alass'},
};

/**
 * The schema of a setting with the words that people read.
 * @param {string} key
 * @param {import('./document.js').Schema} schema
 * @returns {import('./document.js').Schema}
 */
export function inWords(key, schema) {
	const labels = values[key];
	const title = settingTitles[key];
	const prefix = key.slice(0, key.lastIndexOf('.') + 1);
	const description = schema.description?.replaceAll(/`?\b([a-z]+[A-Z]\w*)\b`?/g, (all, name) => {
		const title = settingTitles[prefix + name];
		return title ? `“${title}”` : all;
	});
	return {
		...schema,
		...(description && {description}),
		...(title && {title}),
		...(labels && {'x-choices': (schema.enum ?? []).map(value => ({value: String(value), label: labels[String(value)] ?? String(value)}))}),
	};
}
