import type {ReleaseType} from '#shared/domain/quality/custom-format.ts';
import {matchFormats, noHits, type PatternHits, patternTexts} from '#shared/domain/quality/custom-formats.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {type FormatResult, scoreFormats} from '#shared/domain/quality/score.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {type FormatDeps, runFormats} from '../library/run-formats.ts';

export interface ReadRelease {
	release: FoundRelease;
	/** Null when the title could not be parsed; it then has no formats. */
	parsed: ParsedTitle | null;
}

/** The profile and title a release is scored for. */
export interface FormatWishes {
	profile: QualityProfile;
	releaseType: ReleaseType;
	originalLanguage: string | null;
}

/** Returns the formats of one release, and the score the profile gives them. */
export type ValueFormats = (read: ReadRelease, wishes: FormatWishes) => FormatResult;

/**
 * Runs the patterns of all formats over all releases of a search at once, and stores an error on each format whose
 * patterns could not run.
 */
export async function createFormatValuer(read: readonly ReadRelease[], deps: FormatDeps): Promise<ValueFormats> {
	const readable = read.flatMap(({release, parsed}) => (parsed ? [{release, texts: patternTexts(parsed)}] : []));
	const {formats, hits: found} = await runFormats(
		readable.map(({texts}) => texts),
		deps,
	);
	if (formats.length === 0) {
		return () => ({formatIds: [], score: 0});
	}
	const hits = new Map<FoundRelease, PatternHits>(readable.map(({release}, index) => [release, found[index] ?? noHits]));
	return ({release, parsed}, {profile, releaseType, originalLanguage}) => {
		const subject = parsed && {parsed, release, releaseType, originalLanguage, hits: hits.get(release) ?? noHits};
		return scoreFormats(profile, subject ? matchFormats(formats, subject) : []);
	};
}
