import {rankOf} from '../quality/profiles.ts';
import type {Protocol} from '../release/release.ts';
import type {Candidate} from './candidate.ts';
import type {Facts} from './facts.ts';
import type {Rejection, RejectionReason, Rule} from './rule.ts';
import {available, delayOver} from './rules/delay-and-availability.ts';
import {holdsWanted, losesNoEpisode, oneSeason, onlyWanted, seasonAired, wholeEpisode} from './rules/episodes-held.ts';
import {enoughSeeders, indexerOfLibrary, notBlacklisted, protocolEnabled, withinRetention} from './rules/indexer-and-seeders.ts';
import {knownEpisode, knownMovie, knownSeries} from './rules/known-title.ts';
import {
	formatScoreMet,
	languageWanted,
	libraryLanguage,
	noBurntInSubtitles,
	qualityAllowed,
	releaseProfilesMet,
} from './rules/quality-and-language.ts';
import {enoughSpace, noDangerousFile, notSample, sizeInRange} from './rules/size-and-files.ts';
import {isUpgrade, notGrabbedLately, notImported, notQueued, properWanted} from './rules/upgrades.ts';

/** In the order in which the caller sees the reasons: what it is, whether we want it, whether it can be downloaded. */
const rules: readonly Rule[] = [
	knownMovie,
	knownSeries,
	knownEpisode,
	holdsWanted,
	onlyWanted,
	oneSeason,
	seasonAired,
	wholeEpisode,
	qualityAllowed,
	languageWanted,
	libraryLanguage,
	noBurntInSubtitles,
	releaseProfilesMet,
	formatScoreMet,
	isUpgrade,
	losesNoEpisode,
	notQueued,
	notGrabbedLately,
	properWanted,
	notImported,
	sizeInRange,
	notSample,
	noDangerousFile,
	notBlacklisted,
	indexerOfLibrary,
	protocolEnabled,
	enoughSeeders,
	withinRetention,
	enoughSpace,
];

/** Rules that make a release wait; a person's request skips them. */
const rulesOfTime: readonly Rule[] = [available, delayOver];

export interface Decision {
	candidate: Candidate;
	/** Rank of its quality in the profile; higher is better. */
	qualityRank: number;
	approved: boolean;
	/** Only time speaks against it. */
	temporarilyRejected: boolean;
	/** Each reason only once. */
	rejections: RejectionReason[];
	rejectionDetails: Rejection[];
	/** Reasons to wait that a person's search ignored. */
	wouldHaveWaited: string[];
	/** From the title's delay profile. */
	preferredProtocol: Protocol | null;
}

function against(asked: readonly Rule[], candidate: Candidate, facts: Facts): Rejection[] {
	return asked.map(rule => rule(candidate, facts)).filter(rejection => rejection !== null);
}

/** Runs all rules and keeps every reason. A release is approved when there is none. */
export function decide(candidate: Candidate, facts: Facts): Decision {
	const waits = against(rulesOfTime, candidate, facts);
	const rejectionDetails = [...against(rules, candidate, facts), ...(facts.byPerson ? [] : waits)];
	return {
		candidate,
		qualityRank: rankOf(facts.profile, candidate.quality.name).rank,
		approved: rejectionDetails.length === 0,
		temporarilyRejected: rejectionDetails.length > 0 && rejectionDetails.every(({temporary}) => temporary),
		rejections: [...new Set(rejectionDetails.map(({reason}) => reason))],
		rejectionDetails,
		wouldHaveWaited: facts.byPerson ? waits.map(({detail}) => detail) : [],
		preferredProtocol: facts.settings.preferredProtocol,
	};
}

/**
 * A title's delay begins with its first acceptable release. It ends for all of its releases at once, so the
 * best of them is grabbed.
 */
export function endDelays(judged: readonly {decision: Decision; facts: Facts}[]): Decision[] {
	const published = new Map<string, Date[]>();
	for (const {candidate} of judged
		.map(({decision}) => decision)
		.filter(({approved, temporarilyRejected}) => approved || temporarilyRejected)) {
		for (const title of titlesOf(candidate)) {
			published.set(title, [...(published.get(title) ?? []), candidate.release.publishDate]);
		}
	}

	return judged.map(({decision, facts}) => {
		const first = earliest(titlesOf(decision.candidate).flatMap(title => published.get(title) ?? []));
		return decision.temporarilyRejected ? decide(decision.candidate, {...facts, firstWaiting: first}) : decision;
	});
}

function titlesOf({media}: Candidate): string[] {
	if (media.kind === 'movie') {
		return media.movie ? [`movie ${media.movie.id}`] : [];
	}

	return media.episodes.map(({id}) => `episode ${id}`);
}

function earliest(dates: readonly Date[]): Date | null {
	return dates.length > 0 ? new Date(Math.min(...dates.map(Number))) : null;
}
