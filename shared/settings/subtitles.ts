import {choice, flag, integer, type SettingDefinition} from './define.ts';

/** Settings for subtitles. Which languages are wanted is in the language profiles. */
export const subtitleSettings = {
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
