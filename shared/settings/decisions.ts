import {properRepacks} from '../domain/quality/quality-of.ts';
import {choice, flag, list, type SettingDefinition} from './define.ts';

/** Settings for what is grabbed automatically. */
export const decisionSettings = {
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
} satisfies Record<string, SettingDefinition>;
