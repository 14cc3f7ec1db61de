import type {ParsedTitle} from '../release/parsed-title.ts';
import type {FoundRelease} from '../release/release.ts';
import {languageName, spokenLanguages} from '../release/spoken-languages.ts';
import {inScope} from '../scope.ts';
import type {Condition, CustomFormat, PatternKind, Range, ReleaseType} from './custom-format.ts';
import type {QualityProfile} from './profiles.ts';

/** The texts that patterns are matched against. */
export type PatternTexts = Readonly<Record<PatternKind, string>>;
/**
 * The patterns that matched. A matcher with a time limit finds them beforehand, because a user's
 * pattern may run forever.
 */
export type PatternHits = Readonly<Record<PatternKind, ReadonlySet<string>>>;

/** The fields of a parsed name that formats use. */
export type NamedRelease = Pick<ParsedTitle, 'title' | 'releaseTitle' | 'year' | 'group' | 'edition' | 'languages' | 'quality'>;

export interface FormatSubject {
	parsed: NamedRelease;
	release: Pick<FoundRelease, 'size' | 'flags'>;
	/** By `languagesOfRelease`, as the rules judge it and its file keeps them. */
	languages: readonly string[];
	releaseType: ReleaseType;
	/** ISO 639-1, from the metadata provider. */
	originalLanguage: string | null;
	hits: PatternHits;
}

export const noHits: PatternHits = {releaseTitle: new Set(), releaseGroup: new Set(), edition: new Set()};

const bytesPerGigabyte = 1024 ** 3;

function inRange(value: number, {min, max}: Range): boolean {
	return value > min && (max === null || value <= max);
}

function speaks({language, except}: {language: string; except: boolean}, {languages, originalLanguage}: FormatSubject): boolean {
	const spoken = spokenLanguages(languages, originalLanguage);
	const asked = languageName(language === 'original' ? originalLanguage : language);
	return except ? spoken.some(one => one !== asked) : spoken.some(one => one === asked);
}

function holds(condition: Condition, subject: FormatSubject): boolean {
	const {parsed, release, releaseType, hits} = subject;
	switch (condition.kind) {
		case 'releaseTitle':
		case 'releaseGroup':
		case 'edition':
			return hits[condition.kind].has(condition.value);
		case 'source':
			return parsed.quality.source === condition.value;
		case 'resolution':
			return parsed.quality.resolution === condition.value;
		case 'qualityModifier':
			return parsed.quality.modifier === condition.value;
		case 'language':
			return speaks(condition.value, subject);
		case 'indexerFlag':
			return release.flags.includes(condition.value);
		case 'size':
			return inRange(release.size / bytesPerGigabyte, condition.value);
		case 'year':
			// Both ends of a range are included for years, but only the upper one for sizes, as in Radarr and Sonarr.
			return parsed.year !== null && inRange(parsed.year, {...condition.value, min: condition.value.min - 1});
		case 'releaseType':
			return releaseType === condition.value;
	}
}

/** A format matches when every required condition matches and each kind of condition has at least one match. */
export function hasFormat({conditions}: CustomFormat, subject: FormatSubject): boolean {
	const metKinds = new Set<string>();
	for (const condition of conditions) {
		const met = holds(condition, subject) !== condition.negate;
		if (!met && condition.required) {
			return false;
		}
		if (met) {
			metKinds.add(condition.kind);
		}
	}

	return conditions.length > 0 && conditions.every(({kind}) => metKinds.has(kind));
}

export function matchFormats(formats: readonly CustomFormat[], subject: FormatSubject): CustomFormat[] {
	return inScope(formats, subject.releaseType === 'movie' ? 'movies' : 'tv').filter(format => hasFormat(format, subject));
}

/** The distinct patterns of the formats, grouped by the text they are matched against. */
export function patternsOf(formats: readonly CustomFormat[]): Record<PatternKind, string[]> {
	const of = (wanted: PatternKind) => [
		...new Set(formats.flatMap(({conditions}) => conditions.flatMap(({kind, value}) => (kind === wanted ? [String(value)] : [])))),
	];
	return {releaseTitle: of('releaseTitle'), releaseGroup: of('releaseGroup'), edition: of('edition')};
}

/** The title's own words say nothing about the release: a film called "Remux" is not a remux. */
export function patternTexts({releaseTitle, title, group, edition}: NamedRelease): PatternTexts {
	const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	let rest = releaseTitle;
	for (const word of words) {
		const start = rest.search(/[\p{L}\p{N}]/u);
		if (start < 0 || !rest.slice(start).toLowerCase().startsWith(word)) {
			return {releaseTitle, releaseGroup: group ?? '', edition: edition ?? ''};
		}
		rest = rest.slice(start + word.length);
	}

	return {releaseTitle: `Title${rest}`, releaseGroup: group ?? '', edition: edition ?? ''};
}

/** The user's formats that a release matches, and their score in the profile. */
export interface FormatResult {
	formatIds: string[];
	score: number;
}

/** A format that a release matches, and what the profile gives it. */
export interface MatchedFormat {
	name: string;
	score: number;
}

/** The parts of the score, the weightiest first. */
export function partsOfScore({formatScores}: QualityProfile, formats: readonly CustomFormat[]): MatchedFormat[] {
	const worth = new Map(formatScores.map(({customFormatId, score}) => [customFormatId, score]));
	return formats
		.map(({id, name}) => ({name, score: worth.get(id) ?? 0}))
		.sort((a, b) => Math.abs(b.score) - Math.abs(a.score) || Number(a.name > b.name));
}

/** The profile's score for the formats that a release matches. */
export function scoreFormats({formatScores}: QualityProfile, formats: readonly CustomFormat[]): FormatResult {
	const ids = new Set(formats.map(({id}) => id));
	const score = formatScores.reduce((sum, {customFormatId, score: worth}) => sum + (ids.has(customFormatId) ? worth : 0), 0);
	return {formatIds: [...ids], score};
}
