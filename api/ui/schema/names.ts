import {capital, languageName, words} from '../parts/text.ts';

/** Names that are written in a way of their own. */
const proper: Readonly<Record<string, string>> = {
	rss: 'RSS',
	m3u: 'M3U',
	tv: 'TV',
	qbittorrent: 'qBittorrent',
	rtorrent: 'rTorrent',
	sabnzbd: 'SABnzbd',
	nzbget: 'NZBGet',
	builtin: 'Built-in',
	opensubtitles: 'OpenSubtitles',
	subdl: 'SubDL',
	any: 'Any',
	email: 'E-mail',
	ntfy: 'ntfy',
	flaresolverr: 'FlareSolverr',
	http: 'HTTP',
	socks4: 'SOCKS4',
	socks5: 'SOCKS5',
	json: 'JSON',
	tmdb: 'TMDB',
	plexRss: 'Plex RSS',
	definition: 'Site from the catalogue',
	hardlinkOnly: 'Hard link, never a copy',
	hardlink: 'Hard link',
	srt: 'SRT',
	ffsubsync: 'ffsubsync',
	alass: 'alass',
};

/** Words inside of names. */
const shortWords: Readonly<Record<string, string>> = {
	api: 'API',
	url: 'URL',
	ssl: 'SSL',
	id: 'id',
	mb: 'MB',
	mib: 'MiB',
	ttl: 'lifetime',
	rss: 'RSS',
	guid: 'GUID',
	gib: 'GiB',
	tvdb: 'TVDB',
	pin: 'PIN',
	nfo: 'NFO',
	vip: 'VIP',
	ids: 'ids',
	sha256: 'SHA-256',
};

/** Names that say too little by themselves. */
const clearer: Readonly<Record<string, string>> = {
	metaId: 'Id at the metadata provider',
	itemCount: 'Titles',
	appSlug: 'Own address for apps',
	backfillEnabled: 'Add what is found on the disk',
	enableTorrent: 'Take torrents',
	enableUsenet: 'Take Usenet releases',
	indexerIds: 'Indexers',
	rss: 'Read its feed (RSS)',
	automatic: 'Search it automatically',
	interactive: 'Search it by hand',
	captcha: 'Pass its browser checks',
	vipExpiration: 'VIP membership ends on',
	expiresAt: 'Valid until',
	sourceProfileIds: 'Only with these quality profiles there',
	sourceTagIds: 'Only with these tags there',
	sourceRootFolders: 'Only in these root folders there',
	rootFolderPath: 'Root folder',
	minimumAvailability: 'When to search',
	searchOnAdd: 'Search at once',
	runTasks: 'Start tasks',
	onLeave: 'When a title leaves the list',
	leaveTags: 'Tags of titles that left',
	graceDays: 'Days before that happens',
	mostChanges: 'Ask before changing more titles than',
	autoUnmonitorPreviouslyDownloadedMovies: 'Unmonitor movies whose file disappears',
};

/**
 * The label of a field.
 * @param title As the document of the API calls it.
 */
export const fieldLabel = (name: string, title?: string) => clearer[name] ?? (title ?? labelOf(name)).replace(/(?<=[a-z]) ID$/, '');

/** `minimumSeeders` as “Minimum seeders”. */
export function labelOf(name: string) {
	if (clearer[name]) {
		return clearer[name];
	}
	const spaced = words(
		name
			.replace(/(?<=[a-z])Id$/, '')
			.replaceAll('MiB', 'Mib')
			.replaceAll('GiB', 'Gib'),
	);
	return capital(
		spaced
			.split(' ')
			.map(word => shortWords[word] ?? word)
			.join(' '),
	);
}

/** How one value of a closed set is shown. */
export function choiceLabel(value: unknown, all: readonly unknown[]) {
	const text = String(value);
	if (all.length > 100 && /^[a-z]{2,3}(?:-[a-z]{2})?$/.test(text)) {
		return languageName(text);
	}
	return proper[text] ?? (/^[a-z][a-zA-Z_]*$/.test(text) ? capital(words(text)) : text);
}
