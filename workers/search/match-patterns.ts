import {patternOfTerm, type ReleaseProfile} from '#shared/domain/decisions/release-profile.ts';
import type {ReleaseType} from '#shared/domain/quality/custom-format.ts';
import {
	type FormatResult,
	type MatchedFormat,
	matchFormats,
	noHits,
	type PatternHits,
	partsOfScore,
	patternTexts,
	scoreFormats,
} from '#shared/domain/quality/custom-formats.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {languagesOfRelease} from '#shared/domain/release/spoken-languages.ts';
import {type FormatDeps, runFormats} from '../library/run-formats.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export interface ReadRelease {
	release: FoundRelease;
	/** Null when the title could not be parsed; it then has no formats. */
	parsed: ParsedTitle | null;
}

/** The profile and title a release is scored for. */
interface ScoredFor {
	profile: QualityProfile;
	releaseType: ReleaseType;
	/** The name of the title in the library. */
	knownTitle: string | null;
	/** The names of the episodes that the release was matched to. */
	episodeTitles?: readonly string[];
	originalLanguage: string | null;
}

/** Returns the formats of one release, and the score the profile gives them. */
type ScoreRelease = (read: ReadRelease, scoredFor: ScoredFor) => FormatResult & {parts: MatchedFormat[]};

/**
 * Runs the patterns of all formats over all releases of a search at once, and stores an error on each format whose
 * patterns could not run.
 */
export async function matchCustomFormats(read: readonly ReadRelease[], deps: FormatDeps): Promise<ScoreRelease> {
	const readable = read.flatMap(({release, parsed}) => (parsed ? [{release, texts: patternTexts(parsed)}] : []));
	const {formats, hits: found} = await runFormats(
		readable.map(({texts}) => texts),
		deps,
	);
	if (formats.length === 0) {
		return () => ({formatIds: [], score: 0, parts: []});
	}
	const hits = new Map<FoundRelease, PatternHits>(readable.map(({release}, index) => [release, found[index] ?? noHits]));
	return ({release, parsed}, {profile, knownTitle, episodeTitles, ...rest}) => {
		const languages = languagesOfRelease(parsed, release.languages, knownTitle, episodeTitles);
		const subject = parsed && {parsed, release, languages, ...rest, hits: hits.get(release) ?? noHits};
		const matched = subject ? matchFormats(formats, subject) : [];
		return {...scoreFormats(profile, matched), parts: partsOfScore(profile, matched)};
	};
}

const termsOf = ({mustContain, mustNotContain}: Pick<ReleaseProfile, 'mustContain' | 'mustNotContain'>) => [
	...mustContain,
	...mustNotContain,
];

const noTexts = {releaseGroup: '', edition: ''};

/** Returns the release-profile patterns that each title matches. All run together, where they can be interrupted. */
export async function matchTerms(
	releases: readonly FoundRelease[],
	{releaseProfiles, patternMatcher, log}: Pick<WorkerDeps, 'releaseProfiles' | 'patternMatcher' | 'log'>,
): Promise<(release: FoundRelease) => ReadonlySet<string>> {
	const profiles = await releaseProfiles.list();
	const terms = profiles.flatMap(termsOf);
	const patterns = [...new Set(terms.map(patternOfTerm).filter(pattern => pattern !== null))];
	if (patterns.length === 0 || releases.length === 0) {
		return () => new Set();
	}
	const texts = releases.map(({title}) => ({...noTexts, releaseTitle: title}));
	const {hits, timedOut} = await patternMatcher.match({releaseTitle: patterns, releaseGroup: [], edition: []}, texts);
	for (const profile of timedOut.length > 0 ? profiles : []) {
		const slow = termsOf(profile).find(term => timedOut.includes(patternOfTerm(term) ?? ''));
		const fault =
			slow === undefined ? null : `The term ${slow} takes too long and counts as not found. Write it without nested repetitions.`;
		if (fault !== null && fault !== profile.lastError) {
			log.warn({releaseProfile: profile.name}, fault);
			await releaseProfiles.setLastError(profile, fault);
		}
	}
	const found = new Map(releases.map((release, index) => [release, hits[index]?.releaseTitle]));
	return release => found.get(release) ?? new Set();
}
