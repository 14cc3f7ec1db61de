import {placeOf} from '../quality/profiles.ts';
import type {Protocol} from '../release/release.ts';
import type {Candidate} from './candidate.ts';
import type {Facts} from './facts.ts';
import type {Rejection, RejectionReason} from './rejections.ts';
import type {Rule} from './rule.ts';
import {available} from './rules/available.ts';
import {delayOver} from './rules/delay-over.ts';
import {enoughSeeders} from './rules/enough-seeders.ts';
import {formatScoreMet} from './rules/format-score-met.ts';
import {holdsWanted} from './rules/holds-wanted.ts';
import {isUpgrade} from './rules/is-upgrade.ts';
import {knownEpisode} from './rules/known-episode.ts';
import {knownMovie} from './rules/known-movie.ts';
import {knownSeries} from './rules/known-series.ts';
import {languageWanted} from './rules/language-wanted.ts';
import {enoughSpace} from './rules/library/enough-space.ts';
import {losesNoEpisode} from './rules/library/loses-no-episode.ts';
import {onlyWanted} from './rules/library/only-wanted.ts';
import {seasonAired} from './rules/library/season-aired.ts';
import {noDangerousFile} from './rules/no-dangerous-file.ts';
import {notBlacklisted} from './rules/not-blacklisted.ts';
import {notQueued} from './rules/not-queued.ts';
import {notSample} from './rules/not-sample.ts';
import {oneSeason} from './rules/one-season.ts';
import {qualityAllowed} from './rules/quality-allowed.ts';
import {sizeInRange} from './rules/size-in-range.ts';
import {wholeEpisode} from './rules/whole-episode.ts';
import {indexerOfLibrary} from './rules/wishes/indexer-of-library.ts';
import {libraryLanguage} from './rules/wishes/library-language.ts';
import {noBurntInSubtitles} from './rules/wishes/no-burnt-in-subtitles.ts';
import {notGrabbedLately} from './rules/wishes/not-grabbed-lately.ts';
import {notImported} from './rules/wishes/not-imported.ts';
import {properWanted} from './rules/wishes/proper-wanted.ts';
import {protocolEnabled} from './rules/wishes/protocol-enabled.ts';
import {releaseProfilesMet} from './rules/wishes/release-profiles-met.ts';
import {withinRetention} from './rules/within-retention.ts';

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
	place: number;
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
		place: placeOf(facts.profile, candidate.quality.name).place,
		approved: rejectionDetails.length === 0,
		temporarilyRejected: rejectionDetails.length > 0 && rejectionDetails.every(({temporary}) => temporary),
		rejections: [...new Set(rejectionDetails.map(({reason}) => reason))],
		rejectionDetails,
		wouldHaveWaited: facts.byPerson ? waits.map(({detail}) => detail) : [],
		preferredProtocol: facts.settings.preferredProtocol,
	};
}
