import type {ReleaseType} from '#shared/domain/quality/custom-format.ts';
import {matchFormats, noHits, type PatternHits, patternsOf, patternTexts} from '#shared/domain/quality/custom-formats.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {type FormatResult, scoreFormats} from '#shared/domain/quality/score.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {PatternAnswer} from '#shared/patterns/match-patterns.ts';
import type {StoredCustomFormat} from '#shared/store/profiles/custom-formats.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export interface ReadRelease {
	release: FoundRelease;
	/** Null when nobody could read the title: it has no formats. */
	parsed: ParsedTitle | null;
}

/** For whom a release is valued. */
export interface FormatWishes {
	profile: QualityProfile;
	releaseType: ReleaseType;
	originalLanguage: string | null;
}

/** The formats that one of the releases has, and what the profile gives for them. */
export type ValueFormats = (read: ReadRelease, wishes: FormatWishes) => FormatResult;

type Deps = Pick<WorkerDeps, 'customFormats' | 'patternMatcher' | 'log'>;

/** Runs the patterns of all formats over all releases of a search at once, and tells the formats whose patterns did not run. */
export async function createFormatValuer(read: readonly ReadRelease[], {customFormats, patternMatcher, log}: Deps): Promise<ValueFormats> {
	const formats = await customFormats.list();
	const readable = read.flatMap(({release, parsed}) => (parsed ? [{release, texts: patternTexts(parsed)}] : []));
	if (formats.length === 0 || readable.length === 0) {
		return () => ({formatIds: [], score: 0});
	}
	const answer = patternMatcher.match(
		patternsOf(formats),
		readable.map(({texts}) => texts),
	);
	const hits = new Map<FoundRelease, PatternHits>(readable.map(({release}, index) => [release, answer.hits[index] ?? noHits]));
	for (const {format, fault} of faultsOf(formats, answer)) {
		log.warn({customFormat: format.name}, fault);
		await customFormats.setLastError(format, fault);
	}
	return ({release, parsed}, {profile, releaseType, originalLanguage}) => {
		const subject = parsed && {parsed, release, releaseType, originalLanguage, hits: hits.get(release) ?? noHits};
		return scoreFormats(profile, subject ? matchFormats(formats, subject) : []);
	};
}

/** The formats of which a pattern counts as no match; those that say so already are left out. */
function faultsOf(formats: readonly StoredCustomFormat[], {timedOut, invalid}: PatternAnswer) {
	return formats.flatMap(format => {
		const patterns = Object.values(patternsOf([format])).flat();
		const slow = patterns.find(pattern => timedOut.includes(pattern));
		const broken = patterns.find(pattern => invalid.includes(pattern));
		const fault =
			slow === undefined
				? broken !== undefined && `The pattern ${shown(broken)} is no regular expression and counts as no match.`
				: `The pattern ${shown(slow)} takes too long and counts as no match. Write it without nested repetitions.`;
		return fault && fault !== format.lastError ? [{format, fault}] : [];
	});
}

/** Letters of a pattern that a message repeats. */
const shownLetters = 100;

function shown(pattern: string): string {
	return pattern.length > shownLetters ? `${pattern.slice(0, shownLetters)}…` : pattern;
}
