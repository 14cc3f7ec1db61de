import {properRepacks} from '../domain/quality/qualities.ts';
import {countryChoices, textLanguageChoices} from '../presenters/choices.ts';
import {captchaSettings, packageSettings} from './captcha.ts';
import {choice, type EnumSetting, flag, integer, list, type SettingDefinition, type StringSetting, text} from './define.ts';
import {fileNameSettings} from './file-names.ts';
import {countryCode, emptyOrAddress, emptyOrFolder, emptyOrPath, folderMode, groupName, hostName, languageTag, origin} from './forms.ts';
import {playerSettings} from './players.ts';

/** Settings for subtitles. Which languages are wanted is in the language profiles. */
const subtitleSettings = {
	'subtitles.monitoredOnly': flag('media', true, 'Only search for subtitles automatically for monitored movies and episodes.'),
	'subtitles.searchOnImport': flag('media', true, 'Search for subtitles as soon as a file has been imported.'),
	'subtitles.useEmbedded': flag('media', true, 'Subtitle tracks of a video count as present, so that their languages are not searched.'),
	'subtitles.useImageTracks': flag(
		'media',
		true,
		'Image-based tracks (PGS, VobSub) count as well. They cannot be restyled, and few players support them all.',
	),
	'subtitles.upgradeWithinDays': integer(
		'media',
		7,
		[0, 365],
		'Number of days after a download during which better subtitles are searched for; 0 for never.',
	),
	'subtitles.machineTranslated': flag('media', false, 'Accept subtitles that a machine has translated.'),
	'subtitles.format': choice(
		'media',
		'original',
		['original', 'srt'],
		'Keep the format of a subtitle, or convert ASS and VTT to SRT, which every player supports.',
	),
	'subtitles.synchronise': choice(
		'media',
		'off',
		['off', 'ffsubsync', 'alass'],
		'Program that synchronizes downloaded subtitles with the audio track. It must be installed where the pool subtitles runs.',
	),
} satisfies Record<string, SettingDefinition>;

/**
 * All settings: key, type, limits, default, meaning. To add a setting, add it here and read it
 * with `settings.get(key)`.
 */
export const settingDefinitions = {
	'media.importMode': choice(
		'media',
		'hardlink',
		['hardlink', 'hardlinkOnly', 'copy', 'move'],
		'How finished downloads are imported into the library; hardlink copies where linking is impossible.',
	),
	...fileNameSettings,
	'media.folderMode': text(
		'media',
		'',
		'Permissions of new folders in octal digits, such as 775; new files have the same without execution. Empty leaves them to the system.',
		{pattern: folderMode},
	),
	'media.group': text(
		'media',
		'',
		'Group that new folders and files belong to, by name or number, except hard links; empty for that of the service.',
		{
			pattern: groupName,
		},
	),
	'media.importExtraFiles': list('media', ['srt', 'ass', 'sub', 'idx'], 'Extensions of files that follow their video.'),
	'media.recycleDeletedFiles': flag(
		'media',
		true,
		'Whether deleted and replaced files are moved to a recycle bin instead of being deleted permanently.',
	),
	'media.recycleBin': text(
		'media',
		'',
		'Folder of the recycle bin; empty for `.kinoteka-recycle` beside each root folder, or in it if that is a disk of its own.',
		{
			pattern: emptyOrFolder,
		},
	),
	'media.recycleBinDays': integer(
		'media',
		14,
		[0, 3650],
		'Days after which the task HistoryCleanup permanently deletes files from the recycle bin; 0 for never.',
	),
	'media.recycleBinMaxGiB': integer(
		'media',
		100,
		[0, 1_000_000],
		'GiB that a recycle bin may hold: the task HistoryCleanup deletes the oldest files beyond that; 0 for no limit.',
	),
	'media.minimumFreeSpaceMiB': integer('media', 100, [0, 10_000_000], 'MiB that an import must leave free on the disk of the library.'),
	'media.verifyMoves': choice(
		'media',
		'size',
		['size', 'hash'],
		'How a file that is moved to another disk is compared with its source before that is removed; hash reads both once more.',
	),
	'media.availabilityDelayDays': integer(
		'media',
		0,
		[-365, 365],
		'Days after its release, or before it if negative, from which a movie counts as available; movies may have their own. Movies that are available when announced never wait.',
	),
	...playerSettings,
	'media.properRepack': choice(
		'media',
		'prefer',
		properRepacks,
		'How corrected releases (PROPER, REPACK) are treated: prefer ranks them higher and lets them replace files, doNotUpgrade only ranks them higher, doNotPrefer does neither.',
	),
	'media.allowedHardcodedSubs': list(
		'media',
		[],
		'Burnt-in subtitles that are accepted: words such as KORSUB, or HC where no language is named.',
	),
	'media.grabBeforeAiring': flag('media', true, 'Grab episodes up to a day before they air; if off, wait until the day they air.'),
	autoUnmonitorPreviouslyDownloadedMovies: flag(
		'media',
		false,
		'A movie whose file disappears from disk is unmonitored instead of searched.',
	),
	'download.pollSeconds': integer('download', 5, [1, 300], 'Seconds between two polls of the download clients while a download is active.'),
	'download.failedRetryMinutes': integer(
		'download',
		5,
		[0, 1440],
		'Minutes until a failed release is blocklisted and its title searched again.',
	),
	'download.stalledMinutes': integer(
		'download',
		0,
		[0, 10_080],
		'Minutes without progress until a download counts as stalled; 0 for never.',
	),
	'download.preferredProtocol': choice(
		'download',
		'any',
		['any', 'torrent', 'usenet'],
		'Protocol that wins between equal releases, and that may skip its delay in the best quality of the profile.',
	),
	'download.torrentDelayMinutes': integer(
		'download',
		0,
		[0, 10_080],
		'Minimum age of a torrent in minutes before it is grabbed automatically.',
	),
	'download.usenetDelayMinutes': integer(
		'download',
		0,
		[0, 10_080],
		'Minimum age of a Usenet release in minutes before it is grabbed automatically.',
	),
	'filters.minimumSeeders': integer('indexer', 1, [0, 10_000], 'Torrents with fewer seeders are rejected.'),
	'filters.retention': integer('indexer', 0, [0, 20_000], 'Days; older usenet releases are rejected; 0 for no limit.'),
	'filters.minimumAgeMinutes': integer(
		'indexer',
		0,
		[0, 10_080],
		'Minutes; younger Usenet releases wait, because their articles have not reached all servers; 0 for no wait. A search by a person ignores it.',
	),
	'filters.maximumSizeMb': integer('indexer', 0, [0, 100_000_000], 'MB; larger releases are rejected, packs too; 0 for no limit.'),
	'filters.preferIndexerFlags': flag(
		'indexer',
		false,
		'Of equal releases, prefer those with flags of the indexer, such as freeleech or internal.',
	),
	'filters.rssSyncInterval': integer('indexer', 15, [1, 525_600], 'Minutes between two checks of the RSS feeds.'),
	'filters.enableCompletedDownloadHandling': flag('download', true, 'Import finished downloads.'),
	'filters.removeCompletedDownloads': flag('download', true, 'Remove imported downloads from their client once seeding goals are met.'),
	'filters.removeFailedDownloads': flag('download', true, 'Remove failed downloads from their client.'),
	'history.keepDays': integer(
		'general',
		30,
		[0, 36_500],
		'Days after which the task HistoryCleanup removes entries of the history; 0 for never. It keeps five million entries at most.',
	),
	'history.keepTitleDays': integer(
		'general',
		0,
		[0, 36_500],
		'The same for entries of titles that are in the library, if that is longer; 0 for as long as the title is there.',
	),
	'meta.apiKey': text(
		'general',
		'',
		'Key of the metadata provider: a free key of TMDB (v3) or a token (v4). Empty uses the one that the service was started with.',
		{
			secret: 'text',
			maxLength: 1000,
		},
	),
	'meta.tvdbKey': text(
		'general',
		'',
		'Key of TVDB (version 4), for series whose releases are numbered as TVDB does; empty if there is none. Signed-up developers have one.',
		{secret: 'text', maxLength: 1000},
	),
	'meta.tvdbPin': text('general', '', 'PIN of a subscription to TVDB, for keys that need one.', {secret: 'text', maxLength: 100}),
	'meta.tvdbUrl': text('general', 'https://api4.thetvdb.com/v4', 'Address of TVDB’s API with its version.', {
		pattern: emptyOrAddress,
		receives: ['meta.tvdbKey', 'meta.tvdbPin'],
	}),
	'meta.sceneMapUrl': text(
		'general',
		'https://thexem.info',
		'Address of the service that maps TVDB’s numbers to those of scene releases (TheXEM); empty for none.',
		{pattern: emptyOrAddress},
	),
	'meta.imageUrl': text(
		'general',
		'',
		'Address from which pictures are fetched, such as that of a mirror of TMDB’s; empty for the variable METADATA_IMAGE_URL. What comes after it is the size and the name of the file.',
		{pattern: emptyOrAddress},
	),
	'meta.language': text('general', 'en-US', 'Language of titles and texts.', {
		maxLength: 5,
		pattern: languageTag,
		choices: textLanguageChoices,
	}),
	'meta.certificationCountry': text('general', 'US', 'Country whose age ratings are shown.', {
		maxLength: 2,
		pattern: countryCode,
		choices: countryChoices,
	}),
	'meta.useSsl': flag('general', true, 'Use https for the metadata provider.'),
	'meta.cacheEnabled': flag('general', true, 'Cache answers of the metadata provider.'),
	'meta.cacheTtl': integer('general', 86_400, [0, 2_592_000], 'Seconds for which a cached answer is used.'),
	'externalUrl.externalUrl': text('general', '', 'Address at which users reach the service; empty uses that of the request.', {
		pattern: emptyOrAddress,
	}),
	'externalUrl.basePath': text('general', '', 'Path under which a reverse proxy serves the service; takes effect after a restart.', {
		maxLength: 100,
		pattern: emptyOrPath,
	}),
	'externalUrl.useSsl': flag(
		'general',
		false,
		'Whether users reach the service over https, through a proxy that sends X-Forwarded-Proto. Their browsers are then told to always use https.',
	),
	...captchaSettings,
	...packageSettings,
	...subtitleSettings,
	'images.source': choice(
		'ui',
		'proxy',
		['proxy', 'provider', 'none'],
		'Where images of titles come from: through this service, which stores them; directly from the provider, which then sees who views them; or nowhere.',
	),
	'images.cacheLimitMb': integer(
		'ui',
		1024,
		[10, 1_000_000],
		'MiB of images that each API process stores in its data folder; the least recently shown ones are removed first.',
	),
	'events.connectionsPerCaller': integer(
		'security',
		20,
		[1, 2000],
		'Event streams that one key, user or address may have open in each API process.',
	),
	'security.queuePublic': flag('security', true, 'The download queue can be read without credentials.'),
	'security.allowPrivateNetworks': flag(
		'security',
		false,
		'The captcha solver and the built-in torrent client may contact private and loopback addresses, and torrents keep such trackers. Indexers and download clients that administrators entered need no setting.',
	),
	'security.allowedHosts': list(
		'security',
		[],
		'Names under which browsers may reach the service, besides localhost, addresses, names of home networks (without a dot, or such as nas.lan and nas.local) and the external URL.',
		{pattern: hostName},
	),
	'security.corsOrigins': list(
		'security',
		[],
		'Addresses of pages that may call the API from a browser, with a key, such as https://dash.example.org. Pages of this service need no entry.',
		{pattern: origin},
	),
	'security.sessionDays': integer(
		'security',
		30,
		[1, 365],
		'Days after which a login ends, however often its session is used. It also ends after 7 days without use.',
	),
	'audit.retentionDays': integer('security', 365, [1, 3650], 'Days for which new entries of the audit trail are kept.'),
	'backup.folder': text('general', '', 'Folder for the backups of the task Backup; empty for `backups` in DATA_DIR.', {
		pattern: emptyOrFolder,
	}),
	'backup.keep': integer('general', 4, [1, 1000], 'Backups of the task Backup that are kept; older ones are removed.'),
} satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof settingDefinitions;
type Definitions = typeof settingDefinitions;
export type SettingValue<Key extends SettingKey> = Definitions[Key] extends EnumSetting<infer Value> ? Value : Definitions[Key]['default'];

/** How the setting is kept secret; null if it is not. */
export function secrecyOf(key: SettingKey): StringSetting['secret'] | null {
	const definition: SettingDefinition = settingDefinitions[key];
	return definition.type === 'string' ? (definition.secret ?? null) : null;
}

export function isSettingKey(key: string): key is SettingKey {
	return Object.hasOwn(settingDefinitions, key);
}
