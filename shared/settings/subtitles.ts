import {choice, flag, integer, type SettingDefinition} from './define.ts';

/** Settings for subtitles. Which languages are wanted is in the language profiles. */
export const subtitleSettings = {
	'subtitles.monitoredOnly': flag('media', true, 'Search subtitles by itself only for monitored movies and episodes.'),
	'subtitles.searchOnImport': flag('media', true, 'Search subtitles as soon as a file was imported.'),
	'subtitles.useEmbedded': flag('media', true, 'Subtitle tracks of a video count as present, so that their languages are not searched.'),
	'subtitles.useImageTracks': flag(
		'media',
		true,
		'Tracks of pictures (PGS, VobSub) count as well; they cannot be restyled and few players show them all.',
	),
	'subtitles.upgradeWithinDays': integer(
		'media',
		7,
		[0, 365],
		'Days after a download in which better subtitles are searched; 0 never does.',
	),
	'subtitles.machineTranslated': flag('media', false, 'Accept subtitles that a machine has translated.'),
	'subtitles.format': choice(
		'media',
		'original',
		['original', 'srt'],
		'Keep the format of a subtitle, or turn ASS and VTT into SRT, which every player reads.',
	),
	'subtitles.synchronise': choice(
		'media',
		'off',
		['off', 'ffsubsync', 'alass'],
		'Program that fits downloaded subtitles to the sound. It must be installed where the pool subtitles runs.',
	),
} satisfies Record<string, SettingDefinition>;
