import {rankOf} from '../quality/profiles.ts';
import type {Protocol} from '../release/release.ts';
import type {Candidate} from './candidate.ts';
import type {Facts} from './facts.ts';
import {type Rejection, type RejectionReason, type Rule, rejectedForNow} from './rule.ts';
import {available, delayOver, oldEnough, publishedAt} from './rules/delay-and-availability.ts';
import {
	holdsWanted,
	losesNoEpisode,
	oneSeason,
	onlyEpisodeOfPack,
	onlyWanted,
	packWorthIt,
	seasonAired,
	wholeEpisode,
} from './rules/episodes-held.ts';
import {
	enoughSeeders,
	hasRequiredFlag,
	indexerOfTitle,
	notBlacklisted,
	protocolEnabled,
	withinRetention,
} from './rules/indexer-and-seeders.ts';
import {knownEpisode, knownMovie, knownSeries, namedAsTitle} from './rules/known-title.ts';
import {
	formatScoreMet,
	languageWanted,
	libraryLanguage,
	noBurntInSubtitles,
	qualityAllowed,
	releaseProfilesMet,
} from './rules/quality-and-language.ts';
import {belowMaximumSize, enoughSpace, noDangerousFile, notSample, sizeInRange} from './rules/size-and-files.ts';
import {isUpgrade, notGrabbedLately, notHeldByCopy, notImported, notQueued, properWanted} from './rules/upgrades.ts';
import {noPassword, noShowAsMovie, notExtras, notOnlyFix, wholeFilm} from './rules/whole-work.ts';

/** In the order in which the caller sees the reasons: what it is, whether we want it, whether it can be downloaded. */
const rules: readonly Rule[] = [
	knownMovie,
	knownSeries,
	namedAsTitle,
	knownEpisode,
	noShowAsMovie,
	notExtras,
	notOnlyFix,
	noPassword,
	wholeFilm,
	holdsWanted,
	onlyWanted,
	packWorthIt,
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
	notHeldByCopy,
	properWanted,
	notImported,
	sizeInRange,
	belowMaximumSize,
	notSample,
	noDangerousFile,
	notBlacklisted,
	indexerOfTitle,
	protocolEnabled,
	enoughSeeders,
	hasRequiredFlag,
	withinRetention,
	enoughSpace,
];

/** Rules that make a release wait; a person's request skips them. */
const rulesOfTime: readonly Rule[] = [available, oldEnough, delayOver];

export interface Decision {
	candidate: Candidate;
	/** Rank of its quality in the profile; higher is better. */
	qualityRank: number;
	approved: boolean;
	/** It is rejected only for now. */
	temporarilyRejected: boolean;
	/** Each reason only once. */
	rejections: RejectionReason[];
	rejectionDetails: Rejection[];
	/** Reasons to wait that a person's search ignored. */
	wouldHaveWaited: string[];
	/** From the title's delay profile. */
	preferredProtocol: Protocol | null;
	/** The episode for which a pack is taken if nothing else is there; null for all else. */
	packForEpisode: string | null;
}

/** A rule is known by its name, so reasons can be counted whatever figures they have. */
function against(asked: readonly Rule[], candidate: Candidate, facts: Facts): Rejection[] {
	return asked.flatMap(rule => {
		const rejection = rule(candidate, facts);
		return rejection ? {...rejection, code: rule.name} : [];
	});
}

/** Runs all rules and keeps every reason. A release is approved when there is none. */
export function decide(candidate: Candidate, facts: Facts): Decision {
	const waits = against(rulesOfTime, candidate, facts);
	return {
		candidate,
		qualityRank: rankOf(facts.profile, candidate.quality.name).rank,
		...verdictOf([...against(rules, candidate, facts), ...(facts.byPerson ? [] : waits)]),
		wouldHaveWaited: facts.byPerson ? waits.map(({detail}) => detail) : [],
		preferredProtocol: facts.settings.preferredProtocol,
		packForEpisode: onlyEpisodeOfPack(candidate, facts),
	};
}

function verdictOf(rejectionDetails: Rejection[]): Pick<Decision, 'approved' | 'temporarilyRejected' | 'rejections' | 'rejectionDetails'> {
	return {
		approved: rejectionDetails.length === 0,
		temporarilyRejected: rejectionDetails.length > 0 && rejectionDetails.every(({temporary}) => temporary),
		rejections: [...new Set(rejectionDetails.map(({reason}) => reason))],
		rejectionDetails,
	};
}

/** A decision, and the facts it was made of. */
export interface Judged {
	decision: Decision;
	facts: Facts;
}

/**
 * A title's delay begins with its first acceptable release. It ends for all of its releases at once, so the
 * best of them is grabbed.
 */
export function endDelays(judged: readonly Judged[]): Decision[] {
	const first = new Map<string, Date>();
	for (const {decision, facts} of judged) {
		const since = publishedAt(decision.candidate.release, facts) ?? facts.waitingSince;
		if (since !== null && (decision.approved || decision.temporarilyRejected)) {
			for (const title of titlesOf(decision.candidate)) {
				first.set(title, earliest([first.get(title) ?? since, since]) ?? since);
			}
		}
	}

	const ended = judged.map(({decision, facts}) => {
		const firstWaiting = () => earliest(titlesOf(decision.candidate).flatMap(title => first.get(title) ?? []));
		return decision.temporarilyRejected ? decide(decision.candidate, {...facts, firstWaiting: firstWaiting()}) : decision;
	});
	return letPacksWait(ended);
}

/** A pack for a single episode waits while a release of that episode alone does. */
function letPacksWait(decisions: readonly Decision[]): Decision[] {
	const waiting = decisions.filter(({temporarilyRejected, packForEpisode}) => temporarilyRejected && packForEpisode === null);
	const titles = new Set(waiting.flatMap(({candidate}) => titlesOf(candidate)));
	return decisions.map(decision => {
		const {packForEpisode, approved} = decision;
		const yields = packForEpisode !== null && approved && titles.has(`episode ${packForEpisode}`);
		const rejection = {...rejectedForNow('A pack for a single episode, of which another release waits'), code: 'packsWait'};
		return yields ? {...decision, ...verdictOf([rejection])} : decision;
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
