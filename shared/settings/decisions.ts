import {properRepacks} from '../domain/quality/proper-repack.ts';
import {choice, flag, list, type SettingDefinition} from './define.ts';

/** Settings for what is grabbed automatically. */
export const decisionSettings = {
	'media.properRepack': choice(
		'media',
		'prefer',
		properRepacks,
		'What corrected releases (PROPER, REPACK) are worth: prefer ranks them higher and replaces files by them, doNotUpgrade only ranks them higher, doNotPrefer does neither.',
	),
	'media.allowedHardcodedSubs': list(
		'media',
		[],
		'Subtitles in the picture that are taken all the same: words such as KORSUB, or HC where no language is named.',
	),
	'media.grabBeforeAiring': flag('media', true, 'An episode that airs within a day is taken; off waits for the day of its airing.'),
} satisfies Record<string, SettingDefinition>;
