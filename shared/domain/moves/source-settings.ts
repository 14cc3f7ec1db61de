import {type MultiEpisodeStyle, multiEpisodeStyles} from '../naming/episode-numbers.ts';
import {type ColonReplacement, colonReplacements} from '../naming/safe-name.ts';
import type {Program} from '../quality/exported-codes.ts';
import type {ProperRepack} from '../quality/qualities.ts';
import {mapPath} from './map-paths.ts';
import type {MoveNote, PathMapping} from './move.ts';
import {isOn} from './source-connections.ts';
import {type SourceRow, textOf, wholeOf} from './source-titles.ts';

export const namingColumns = [
	'ReplaceIllegalCharacters',
	'ColonReplacementFormat',
	'CustomColonReplacementFormat',
	'StandardMovieFormat',
	'MovieFolderFormat',
	'RenameMovies',
	'MultiEpisodeStyle',
	'RenameEpisodes',
	'StandardEpisodeFormat',
	'DailyEpisodeFormat',
	'AnimeEpisodeFormat',
	'SeriesFolderFormat',
	'SeasonFolderFormat',
	'SpecialsFolderFormat',
] as const;
export const configColumns = ['Key', 'Value'] as const;

/** A value of theirs for one of our settings, by its key. */
export interface FoundSetting {
	key: string;
	value: string | number | boolean | string[];
	/** It begins with the take-over. */
	isLater?: true;
}

/** What they have for our settings. Others that differ from their usual ones are named. */
export interface FoundSettings {
	settings: FoundSetting[];
	homeless: {name: string; notes: MoveNote[]}[];
}

export const joinSettings = (...all: readonly FoundSettings[]): FoundSettings => ({
	settings: all.flatMap(({settings}) => settings),
	homeless: all.flatMap(({homeless}) => homeless),
});

const flag = (text: string | undefined): boolean | null => (text === undefined ? null : text.toLowerCase() === 'true');
const number = (text: string | undefined): number | null => (text !== undefined && /^-?\d{1,12}$/.test(text.trim()) ? Number(text) : null);
const words = (text: string | undefined): string[] =>
	(text ?? '').split(',').flatMap(word => (word.trim() === '' ? [] : [word.trim().replace(/^\./, '')]));

const propers: Readonly<Record<string, ProperRepack>> = {
	preferandupgrade: 'prefer',
	donotupgrade: 'doNotUpgrade',
	donotprefer: 'doNotPrefer',
};

/** Reads the naming and the configuration of a program; `config` has the rows of its table by key. */
export function readSettings(
	naming: SourceRow | null,
	config: ReadonlyMap<string, string>,
	{program, mappings}: {program: Program; mappings: readonly PathMapping[]},
): FoundSettings {
	const found: FoundSetting[] = [];
	const take = (key: string, value: FoundSetting['value'] | null | undefined) => {
		value !== null && value !== undefined && found.push({key, value});
	};
	naming && (program === 'radarr' ? movieNames : seriesNames)(naming, take);
	naming && characters(naming, take);
	const get = (key: string) => config.get(key);
	const isWithPermissions = flag(get('setpermissionslinux')) === true;
	take('media.folderMode', isWithPermissions ? (get('chmodfolder')?.replace(/^0/, '') ?? null) : null);
	take('media.group', isWithPermissions ? get('chowngroup') : null);
	const bin = get('recyclebin') || null;
	take('media.recycleBin', bin === null ? null : mapPath(bin, mappings));
	take('media.recycleBinDays', bin === null ? null : number(get('recyclebincleanupdays')));
	const isUnchecked = flag(get('skipfreespacecheckwhenimporting')) === true;
	take('media.minimumFreeSpaceMiB', isUnchecked ? 0 : number(get('minimumfreespacewhenimporting')));
	take('media.importMode', flag(get('copyusinghardlinks')) === false ? 'copy' : null);
	take('media.importExtraFiles', flag(get('importextrafiles')) === true ? words(get('extrafileextensions')) : null);
	take('media.properRepack', propers[get('downloadpropersandrepacks')?.toLowerCase() ?? ''] ?? null);
	take('filters.minimumAgeMinutes', number(get('minimumage')));
	take('filters.maximumSizeMb', number(get('maximumsize')));
	take('filters.retention', number(get('retention')));
	take('filters.preferIndexerFlags', flag(get('preferindexerflags')));
	take('filters.enableCompletedDownloadHandling', flag(get('enablecompleteddownloadhandling')));
	const minutes = number(get('rsssyncinterval'));
	take('filters.rssSyncInterval', minutes === 0 ? null : minutes);
	if (program === 'radarr') {
		take('media.availabilityDelayDays', number(get('availabilitydelay')));
		take('media.allowedHardcodedSubs', get('whitelistedhardcodedsubs') === undefined ? null : words(get('whitelistedhardcodedsubs')));
		take('autoUnmonitorPreviouslyDownloadedMovies', flag(get('autounmonitorpreviouslydownloadedmovies')));
		take('meta.certificationCountry', get('certificationcountry')?.toUpperCase());
	}
	return {settings: found, homeless: homelessOf(get, {bin, isMapped: bin !== null && mapPath(bin, mappings) !== null})};
}

type Take = (key: string, value: FoundSetting['value'] | null | undefined) => void;

function movieNames(naming: SourceRow, take: Take): void {
	take('media.renameMovies', naming['RenameMovies'] === undefined ? null : isOn(naming['RenameMovies']));
	take('media.movieFileFormat', textOf(naming['StandardMovieFormat']));
	take('media.movieFolderFormat', textOf(naming['MovieFolderFormat']));
}

function seriesNames(naming: SourceRow, take: Take): void {
	take('media.renameEpisodes', naming['RenameEpisodes'] === undefined ? null : isOn(naming['RenameEpisodes']));
	take('media.episodeFileFormat', textOf(naming['StandardEpisodeFormat']));
	take('media.dailyEpisodeFileFormat', textOf(naming['DailyEpisodeFormat']));
	take('media.animeEpisodeFileFormat', textOf(naming['AnimeEpisodeFormat']));
	take('media.seriesFolderFormat', textOf(naming['SeriesFolderFormat']));
	take('media.seasonFolderFormat', textOf(naming['SeasonFolderFormat']));
	take('media.specialsFolderFormat', textOf(naming['SpecialsFolderFormat']));
	const style: MultiEpisodeStyle | undefined = multiEpisodeStyles[wholeOf(naming['MultiEpisodeStyle']) ?? -1];
	take('media.multiEpisodeStyle', style);
}

/** Their numbers of colons and of several episodes are places in our lists. */
function characters(naming: SourceRow, take: Take): void {
	take(
		'media.replaceIllegalCharacters',
		naming['ReplaceIllegalCharacters'] === undefined ? null : isOn(naming['ReplaceIllegalCharacters']),
	);
	const colon: ColonReplacement | undefined = colonReplacements[wholeOf(naming['ColonReplacementFormat']) ?? -1];
	const custom = textOf(naming['CustomColonReplacementFormat']);
	if (colon === 'custom' && custom === null) {
		return;
	}
	colon === 'custom' && take('media.customColon', custom);
	take('media.colonReplacement', colon);
}

function homelessOf(
	get: (key: string) => string | undefined,
	{bin, isMapped}: {bin: string | null; isMapped: boolean},
): FoundSettings['homeless'] {
	const named: FoundSettings['homeless'] = [];
	const say = (name: string, detail: string, ends = false) =>
		named.push({
			name,
			notes: [
				...(ends ? [{code: 'function_ends' as const, detail: 'It is in use there and stops working with the other program.'}] : []),
				{code: 'field_unsupported', detail},
			],
		});
	bin !== null && !isMapped && say('Recycle bin', `It is not known where ${bin} is here, so ours stays where it is.`);
	number(get('rsssyncinterval')) === 0 &&
		say('RSS sync', 'It is switched off there. Switch the task RssSync off here if that is still meant.');
	flag(get('proxyenabled')) === true &&
		say('Proxy', 'It carried all requests there. Here proxies belong to indexers: add one and give it to those that need it.', true);
	flag(get('usescriptimport')) === true && say('Script for imports', 'Imports call no scripts here.', true);
	(get('filedate')?.toLowerCase() ?? 'none') !== 'none' && say('Date of files', 'Files keep the date that they have.');
	return named;
}
