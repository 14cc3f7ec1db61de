/** Settings of a page that belong together. */
interface SettingGroup {
	title: string;
	keys: readonly string[];
	/** Few people need them. */
	isFolded?: boolean;
}

const group = (title: string, prefix: string, names: string, more?: {isFolded?: boolean}): SettingGroup => ({
	title,
	keys: names.split(' ').map(name => prefix + name),
	...more,
});
const isFolded = true;

/** By the path of the page. Settings that are in no group come last. */
const groupsOf: Readonly<Record<string, readonly SettingGroup[]>> = {
	metadata: [
		group('Provider', 'meta.', 'apiKey language certificationCountry'),
		group('Pictures', '', 'images.source images.cacheLimitMb meta.imageUrl', {isFolded}),
		group('TVDB and scene numbers', 'meta.', 'tvdbKey tvdbPin tvdbUrl sceneMapUrl', {isFolded}),
		group('Connection', 'meta.', 'useSsl cacheEnabled cacheTtl', {isFolded}),
	],
	media: [
		group('Movie names', 'media.', 'renameMovies movieFolderFormat movieFileFormat'),
		group(
			'Series names',
			'media.',
			'renameEpisodes seriesFolderFormat seasonFolderFormat specialsFolderFormat episodeFileFormat dailyEpisodeFileFormat animeEpisodeFileFormat multiEpisodeStyle',
		),
		group('Characters in names', 'media.', 'replaceIllegalCharacters colonReplacement customColon', {isFolded}),
		group('Imports', 'media.', 'importMode importExtraFiles verifyMoves minimumFreeSpaceMiB folderMode group'),
		group('Recycle bin', 'media.', 'recycleDeletedFiles recycleBin recycleBinDays recycleBinMaxGiB'),
		group('Files for players', 'media.', 'nfo nfoImages plexmatch', {isFolded}),
		group(
			'Which releases',
			'',
			'media.properRepack media.allowedHardcodedSubs media.grabBeforeAiring media.availabilityDelayDays autoUnmonitorPreviouslyDownloadedMovies',
		),
	],
	downloads: [
		group('Downloads', 'download.', 'pollSeconds stalledMinutes failedRetryMinutes'),
		group('When they are finished', 'filters.', 'enableCompletedDownloadHandling removeCompletedDownloads removeFailedDownloads'),
		group('Delays', 'download.', 'preferredProtocol torrentDelayMinutes usenetDelayMinutes'),
		group('Limits', 'filters.', 'minimumSeeders retention minimumAgeMinutes maximumSizeMb preferIndexerFlags rssSyncInterval'),
	],
	captcha: [
		group('Solver', 'captcha.', 'enabled externalUrl timeout maxRetries cacheTtl parallelSolves'),
		group('Browser', 'captcha.', 'headless browserPath proxy proxyMayBePrivate', {isFolded}),
	],
	subtitles: [
		group('Search', 'subtitles.', 'searchOnImport monitoredOnly upgradeWithinDays machineTranslated'),
		group('Subtitles inside of videos', 'subtitles.', 'useEmbedded useImageTracks'),
		group('Files', 'subtitles.', 'format synchronise'),
	],
	service: [
		group('Address', 'externalUrl.', 'externalUrl basePath useSsl'),
		group('Access', 'security.', 'queuePublic sessionDays allowPrivateNetworks allowedHosts corsOrigins'),
		group('Backups', 'backup.', 'folder keep'),
		group('History', '', 'history.keepDays history.keepTitleDays audit.retentionDays'),
	],
};

/** The settings of a page in their groups. `lead`: the one that a step of the set-up is about, before all others. */
export function grouped<S extends {key: string}>(
	path: string,
	settings: readonly S[],
	lead?: string,
): {title: string; isFolded: boolean; settings: S[]}[] {
	const isLed = settings.some(({key}) => key === lead);
	const groups = groupsOf[path] ?? [];
	const named = new Set(groups.flatMap(({keys}) => keys));
	const all = [
		...groups,
		{title: groups.length > 0 ? 'Others' : '', keys: settings.map(({key}) => key).filter(key => !named.has(key)), isFolded: false},
	];
	const inOrder = all.map(({title, keys, isFolded = false}) => ({
		title,
		isFolded: isFolded || isLed,
		settings: keys.flatMap(key => settings.find(each => each.key === key && !(isLed && key === lead)) ?? []),
	}));
	const first = isLed ? [{title: '', isFolded: false, settings: settings.filter(({key}) => key === lead)}] : [];
	return [...first, ...inOrder].filter(each => each.settings.length > 0);
}
