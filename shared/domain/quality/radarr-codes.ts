import type {Modifier, Source} from '../release/parsed-title.ts';
import type {IndexerFlag} from '../release/release.ts';
import type {ReleaseType} from './custom-format.ts';

// The numbers that Radarr writes into exported custom formats (its enums QualitySource, Modifier, Language,
// IndexerFlags; Sonarr's ReleaseType).

export const sourceCodes: readonly Source[] = [
	'unknown',
	'cam',
	'telesync',
	'telecine',
	'workprint',
	'dvd',
	'tv',
	'webdl',
	'webrip',
	'bluray',
];

export const modifierCodes: readonly Modifier[] = ['none', 'regional', 'screener', 'rawhd', 'brdisk', 'remux'];

export const flagCodes: ReadonlyMap<number, IndexerFlag> = new Map([
	[1, 'freeleech'],
	[2, 'halfleech'],
	[4, 'doubleUpload'],
	[8, 'golden'],
	[16, 'approved'],
	[32, 'internal'],
	[64, 'internal'],
	[128, 'scene'],
	[256, 'freeleech75'],
	[512, 'freeleech25'],
	[1024, 'internal'],
	[2048, 'nuked'],
]);

export const releaseTypeCodes: ReadonlyMap<number, ReleaseType> = new Map([
	[1, 'singleEpisode'],
	[2, 'multiEpisode'],
	[3, 'seasonPack'],
]);

/** Index is the number, from 0; the names are those of `ParsedTitle`. */
const languages =
	'unknown english french spanish german italian danish dutch japanese icelandic chinese russian polish vietnamese swedish norwegian finnish turkish portuguese flemish greek korean hungarian hebrew lithuanian czech hindi romanian thai bulgarian portuguese-brazil arabic ukrainian persian bengali slovak latvian spanish-latino catalan croatian serbian bosnian estonian tamil indonesian telugu macedonian slovenian malayalam kannada albanian afrikaans marathi tagalog urdu romansh mongolian georgian'.split(
		' ',
	);

export function languageOfCode(code: number): string | null {
	return code === -2 ? 'original' : (languages[code] ?? null);
}
