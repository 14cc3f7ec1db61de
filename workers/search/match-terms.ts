import {patternOfTerm} from '#shared/domain/decisions/release-profile.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

const noTexts = {releaseGroup: '', edition: ''};

/** Returns the release-profile patterns that each title matches. All run together, where they can be interrupted. */
export async function matchTerms(
	releases: readonly FoundRelease[],
	{releaseProfiles, patternMatcher}: Pick<WorkerDeps, 'releaseProfiles' | 'patternMatcher'>,
): Promise<(release: FoundRelease) => ReadonlySet<string>> {
	const terms = (await releaseProfiles.list()).flatMap(({mustContain, mustNotContain}) => [...mustContain, ...mustNotContain]);
	const patterns = [...new Set(terms.map(patternOfTerm).filter(pattern => pattern !== null))];
	if (patterns.length === 0 || releases.length === 0) {
		return () => new Set();
	}

	const texts = releases.map(({title}) => ({...noTexts, releaseTitle: title}));
	const {hits} = patternMatcher.match({releaseTitle: patterns, releaseGroup: [], edition: []}, texts);
	const found = new Map(releases.map((release, index) => [release, hits[index]?.releaseTitle]));
	return release => found.get(release) ?? new Set();
}
