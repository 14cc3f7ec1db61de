import {multiEpisodeStyles} from '#shared/domain/naming/episode-numbers.ts';
import {colonReplacements} from '#shared/domain/naming/safe-name.ts';
import {properRepacks} from '#shared/domain/quality/qualities.ts';
import type {SettingKey} from '#shared/settings/definitions.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';

export type Values = Readonly<Record<string, unknown>>;
export type Changes = Partial<Record<SettingKey, unknown>>;

/** One of the resources below `config`. */
export interface ConfigTable {
	/** Fields that are kept as they were sent, with their first values. Sent ones must have the same type. */
	kept: Values;
	/** Fields that are settings of ours. */
	read(settings: Pick<Settings, 'get'>, kept: Values): Values;
	/** Those settings for these fields. */
	write(values: Values): Changes;
}

/** A field that is the setting, as it is. */
function direct(names: Readonly<Record<string, SettingKey>>): Pick<ConfigTable, 'read' | 'write'> {
	const all = Object.entries(names);
	return {
		read: settings => Object.fromEntries(all.map(([name, key]) => [name, settings.get(key)])),
		write: values => Object.fromEntries(all.map(([name, key]) => [key, values[name]])),
	};
}

const movieNames = direct({
	renameMovies: 'media.renameMovies',
	replaceIllegalCharacters: 'media.replaceIllegalCharacters',
	standardMovieFormat: 'media.movieFileFormat',
	movieFolderFormat: 'media.movieFolderFormat',
});
const episodeNames = direct({
	renameEpisodes: 'media.renameEpisodes',
	replaceIllegalCharacters: 'media.replaceIllegalCharacters',
	customColonReplacementFormat: 'media.customColon',
	standardEpisodeFormat: 'media.episodeFileFormat',
	dailyEpisodeFormat: 'media.dailyEpisodeFileFormat',
	animeEpisodeFormat: 'media.animeEpisodeFileFormat',
	seriesFolderFormat: 'media.seriesFolderFormat',
	seasonFolderFormat: 'media.seasonFolderFormat',
	specialsFolderFormat: 'media.specialsFolderFormat',
});

/** Radarr writes words and has none for one's own; Sonarr writes positions. */
const naming: Record<Face, ConfigTable> = {
	movies: {
		kept: {},
		read(settings) {
			const colon = settings.get('media.colonReplacement');
			return {...movieNames.read(settings, {}), colonReplacementFormat: colon === 'custom' ? 'smart' : colon};
		},
		write: values => ({...movieNames.write(values), 'media.colonReplacement': values['colonReplacementFormat']}),
	},
	tv: {
		kept: {},
		read: settings => ({
			...episodeNames.read(settings, {}),
			colonReplacementFormat: colonReplacements.indexOf(settings.get('media.colonReplacement')),
			multiEpisodeStyle: multiEpisodeStyles.indexOf(settings.get('media.multiEpisodeStyle')),
		}),
		write: values => ({
			...episodeNames.write(values),
			'media.colonReplacement': colonReplacements[Number(values['colonReplacementFormat'])],
			'media.multiEpisodeStyle': multiEpisodeStyles[Number(values['multiEpisodeStyle'])],
		}),
	},
};

const propers: readonly unknown[] = ['preferAndUpgrade', 'doNotUpgrade', 'doNotPrefer'];
const mediaSettings = direct({
	recycleBin: 'media.recycleBin',
	recycleBinCleanupDays: 'media.recycleBinDays',
	minimumFreeSpaceWhenImporting: 'media.minimumFreeSpaceMiB',
	chownGroup: 'media.group',
});

const toList = (text: unknown): string[] =>
	String(text ?? '')
		.split(/[,|]/)
		.map(each => each.trim().replace(/^\./, '').toLowerCase())
		.filter(Boolean);

/** What is switched off there is empty here; the text that was off is kept. */
const mediaManagement = (own: ConfigTable): ConfigTable => ({
	kept: {
		deleteEmptyFolders: false,
		fileDate: 'none',
		rescanAfterRefresh: 'always',
		skipFreeSpaceCheckWhenImporting: false,
		useScriptImport: false,
		scriptImportPath: '',
		enableMediaInfo: true,
		extraFileExtensions: 'srt',
		chmodFolder: '755',
		...own.kept,
	},
	read(settings, kept) {
		const extra = settings.get('media.importExtraFiles');
		const mode = settings.get('media.folderMode');
		const isKept = JSON.stringify(toList(kept['extraFileExtensions'])) === JSON.stringify(extra);
		return {
			...mediaSettings.read(settings, kept),
			...own.read(settings, kept),
			downloadPropersAndRepacks: propers[properRepacks.indexOf(settings.get('media.properRepack'))],
			copyUsingHardlinks: settings.get('media.importMode').startsWith('hardlink'),
			importExtraFiles: extra.length > 0,
			...(extra.length > 0 && !isKept && {extraFileExtensions: extra.join(',')}),
			setPermissionsLinux: mode !== '',
			...(mode !== '' && {chmodFolder: mode}),
		};
	},
	write: values => ({
		...mediaSettings.write(values),
		...own.write(values),
		'media.properRepack': properRepacks[propers.indexOf(values['downloadPropersAndRepacks'])],
		'media.importMode': values['copyUsingHardlinks'] === true ? 'hardlink' : 'copy',
		'media.importExtraFiles': values['importExtraFiles'] === true ? toList(values['extraFileExtensions']) : [],
		'media.folderMode': values['setPermissionsLinux'] === true ? values['chmodFolder'] : '',
	}),
});

const nothing = {read: () => ({}), write: () => ({})};
const onlyKept = (kept: Values): ConfigTable => ({kept, ...nothing});

const indexerSettings = {
	minimumAge: 'filters.minimumAgeMinutes',
	maximumSize: 'filters.maximumSizeMb',
	retention: 'filters.retention',
	rssSyncInterval: 'filters.rssSyncInterval',
} as const;

export const shownInPages = {
	firstDayOfWeek: 0,
	calendarWeekColumnHeader: 'ddd M/D',
	shortDateFormat: 'MMM D YYYY',
	longDateFormat: 'dddd, MMMM D YYYY',
	timeFormat: 'h(:mm)a',
	showRelativeDates: true,
	enableColorImpairedMode: false,
	theme: 'auto',
	uiLanguage: 1,
};

const downloads = {
	downloadClientWorkingFolders: '_UNPACK_|_FAILED_',
	autoRedownloadFailed: true,
	autoRedownloadFailedFromInteractiveSearch: true,
};
const handled = direct({enableCompletedDownloadHandling: 'filters.enableCompletedDownloadHandling'});

/** By the last part of the path. */
export const configTables: Readonly<Record<string, Partial<Record<Face, ConfigTable>>>> = {
	naming,
	mediamanagement: {
		movies: mediaManagement({
			kept: {createEmptyMovieFolders: false, autoRenameFolders: false, pathsDefaultStatic: false},
			...direct({autoUnmonitorPreviouslyDownloadedMovies: 'autoUnmonitorPreviouslyDownloadedMovies'}),
		}),
		tv: mediaManagement(
			onlyKept({
				createEmptySeriesFolders: false,
				autoUnmonitorPreviouslyDownloadedEpisodes: false,
				episodeTitleRequired: 'always',
				userRejectedExtensions: '',
			}),
		),
	},
	downloadclient: {
		movies: {kept: {...downloads, checkForFinishedDownloadInterval: 1}, ...handled},
		tv: {kept: downloads, ...handled},
	},
	indexer: {
		movies: {
			kept: {allowHardcodedSubs: false},
			read: settings => ({
				...direct({
					...indexerSettings,
					preferIndexerFlags: 'filters.preferIndexerFlags',
					availabilityDelay: 'media.availabilityDelayDays',
				}).read(settings, {}),
				whitelistedHardcodedSubs: settings.get('media.allowedHardcodedSubs').join(','),
			}),
			write: values => ({
				...direct({
					...indexerSettings,
					preferIndexerFlags: 'filters.preferIndexerFlags',
					availabilityDelay: 'media.availabilityDelayDays',
				}).write(values),
				'media.allowedHardcodedSubs': String(values['whitelistedHardcodedSubs'] ?? '')
					.split(',')
					.map(each => each.trim())
					.filter(Boolean),
			}),
		},
		tv: {kept: {}, ...direct(indexerSettings)},
	},
	importlist: {movies: onlyKept({listSyncLevel: 'disabled'}), tv: onlyKept({listSyncLevel: 'disabled', listSyncTag: 0})},
	ui: {movies: onlyKept({...shownInPages, movieRuntimeFormat: 'hoursMinutes', movieInfoLanguage: 1}), tv: onlyKept(shownInPages)},
	metadata: {movies: onlyKept({certificationCountry: 'us'})},
};
