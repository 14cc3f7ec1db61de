import type {Modifier, Source} from '../release/parsed-title.ts';
import type {IndexerFlag} from '../release/release.ts';
import type {ReleaseType} from './custom-format.ts';

// The numbers that Radarr and Sonarr write into exported custom formats (their enums QualitySource, Modifier, Language,
// IndexerFlags and ReleaseType). They share the names, but not the numbers.

export const programs = ['radarr', 'sonarr'] as const;
/** Whose numbers they are. */
export type Program = (typeof programs)[number];

const radarrSources: readonly Source[] = ['unknown', 'cam', 'telesync', 'telecine', 'workprint', 'dvd', 'tv', 'webdl', 'webrip', 'bluray'];

export const modifierCodes: readonly Modifier[] = ['none', 'regional', 'screener', 'rawhd', 'brdisk', 'remux'];

/** Sonarr has two more, which are modifiers here: 2 is raw TV, and 7 the remux of a disc. */
const sonarrSources: ReadonlyMap<number, Source> = new Map([
	[0, 'unknown'],
	[1, 'tv'],
	[3, 'webdl'],
	[4, 'webrip'],
	[5, 'dvd'],
	[6, 'bluray'],
]);

export const sonarrModifiers: ReadonlyMap<number, Modifier> = new Map([
	[2, 'rawhd'],
	[7, 'remux'],
]);

export const sourceCodes: Record<Program, readonly Source[] | ReadonlyMap<number, Source>> = {radarr: radarrSources, sonarr: sonarrSources};

const radarrFlags: ReadonlyMap<number, IndexerFlag> = new Map([
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
	[4096, 'subtitles'],
]);

const sonarrFlags: ReadonlyMap<number, IndexerFlag> = new Map([
	[1, 'freeleech'],
	[2, 'halfleech'],
	[4, 'doubleUpload'],
	[8, 'internal'],
	[16, 'scene'],
	[32, 'freeleech75'],
	[64, 'freeleech25'],
	[128, 'nuked'],
]);

export const flagCodes: Record<Program, ReadonlyMap<number, IndexerFlag>> = {radarr: radarrFlags, sonarr: sonarrFlags};

export const releaseTypeCodes: ReadonlyMap<number, ReleaseType> = new Map([
	[1, 'singleEpisode'],
	[2, 'multiEpisode'],
	[3, 'seasonPack'],
]);

/** Index is the number, from 0; the names are those of `ParsedTitle`. */
const sharedLanguages =
	'unknown english french spanish german italian danish dutch japanese icelandic chinese russian polish vietnamese swedish norwegian finnish turkish portuguese flemish greek korean hungarian hebrew lithuanian czech'.split(
		' ',
	);
/** The first numbers that differ. */
const firstDifferent = sharedLanguages.length;
const languages: Record<Program, readonly string[]> = {
	radarr: [
		...sharedLanguages,
		...'hindi romanian thai bulgarian portuguese-brazil arabic ukrainian persian bengali slovak latvian spanish-latino catalan croatian serbian bosnian estonian tamil indonesian telugu macedonian slovenian malayalam kannada albanian afrikaans marathi tagalog urdu romansh mongolian georgian'.split(
			' ',
		),
	],
	sonarr: [
		...sharedLanguages,
		...'arabic hindi bulgarian malayalam ukrainian slovak thai portuguese-brazil spanish-latino romanian latvian persian catalan croatian serbian bosnian estonian tamil indonesian macedonian slovenian'.split(
			' ',
		),
	],
};

/** `any` is the language of no release, so only all but it match. */
const specialCodes: ReadonlyMap<number, string> = new Map([
	[-1, 'any'],
	[-2, 'original'],
]);

export function languageOfCode(code: number, program: Program): string | null {
	return specialCodes.get(code) ?? languages[program][code] ?? null;
}

/** The languages of a program, which are known by their positions here. */
export const languagesOf = (program: Program): readonly string[] => languages[program];

/** Kinds of conditions that only one of the programs has. */
export const ownKinds: ReadonlyMap<string, Program> = new Map<string, Program>([
	['EditionSpecification', 'radarr'],
	['QualityModifierSpecification', 'radarr'],
	['YearSpecification', 'radarr'],
	['ReleaseTypeSpecification', 'sonarr'],
]);

/** For kinds whose numbers differ: the largest number that both use for the same, and the largest that Sonarr has. */
export const numbered: ReadonlyMap<string, {same: number; sonarr: number}> = new Map([
	['SourceSpecification', {same: 0, sonarr: 7}],
	['LanguageSpecification', {same: firstDifferent - 1, sonarr: languages.sonarr.length - 1}],
	// Above 128 it is not sure what Sonarr has by now, but it has not as many flags as Radarr.
	['IndexerFlagSpecification', {same: 4, sonarr: 256}],
]);
