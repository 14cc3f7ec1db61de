import type {FrozenJudgement} from '../downloads/queue-item.ts';
import {correctsOthers, revisionOf} from '../quality/revision.ts';
import type {Copy} from '../quality/upgrade.ts';
import {unknownParsedQuality} from '../release/parsed-title.ts';
import {type Candidate, releaseTypeOf} from './candidate.ts';

/**
 * What is known about a release when it is grabbed. It is kept with the download and then with the file, so
 * renaming changes nothing.
 */
export function toJudgement(candidate: Candidate): FrozenJudgement {
	const {release, parsed, quality, formatScore, formatIds, languages} = candidate;
	return {
		quality: quality.name,
		qualityScore: quality.score,
		formatScore,
		formatIds,
		parsedQuality: parsed?.quality ?? unknownParsedQuality,
		releaseGroup: parsed?.group ?? null,
		edition: parsed?.edition ?? null,
		languages,
		kept: {flags: release.flags, releaseType: releaseTypeOf(candidate), size: release.size},
	};
}

/** The release in the form that the upgrade rules compare. */
export function judgementCopy(title: string, {quality, formatScore, parsedQuality, releaseGroup}: FrozenJudgement): Copy {
	return {
		quality,
		formatScore,
		revision: revisionOf(parsedQuality),
		group: releaseGroup,
		releaseTitle: title,
		correctsOthers: correctsOthers(title),
	};
}
