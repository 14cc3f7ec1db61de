import {isFormatCutoffMet, isQualityCutoffMet, type QualityProfile, rankOf} from './profiles.ts';
import {compareRevisions, type QualityName, type Revision} from './qualities.ts';

/** What decides between two copies of one title; a file has the values fixed at grab. */
export interface Copy {
	quality: QualityName;
	formatScore: number;
	revision: Revision;
	group: string | null;
	releaseTitle: string | null;
	/** As a later revision it may replace another group's release, see `correctsOthers`. */
	correctsOthers: boolean;
	/** When the file was added to the library; null for a release that is not a file yet. */
	addedAt: Date | null;
}

const letters = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || title;

/** Indexers write the same release with dots, spaces or underscores. */
export function isSameRelease(a: Copy, b: Copy): boolean {
	return a.releaseTitle !== null && b.releaseTitle !== null && letters(a.releaseTitle) === letters(b.releaseTitle);
}

function isSameGroup(a: Copy, b: Copy): boolean {
	return a.group !== null && a.group.toLowerCase() === b.group?.toLowerCase();
}

/** A later edition of the very same quality, whoever made it: the proper of a WEBRip does not correct a WEBDL. */
function isLaterEdition(current: Copy, offered: Copy): boolean {
	return current.quality === offered.quality && compareRevisions(offered.revision, current.revision) > 0;
}

/** A group's release replaces only that group's own earlier one. A proper replaces any group's. */
export function isLaterRevision(current: Copy, offered: Copy): boolean {
	return isLaterEdition(current, offered) && (isSameGroup(current, offered) || offered.correctsOthers);
}

/** A correction of a group's own release is no better than another group's release. */
export function isForeignCorrection(current: Copy, offered: Copy): boolean {
	return isLaterEdition(current, offered) && !isSameGroup(current, offered);
}

function whyScoreIsNotEnough(profile: QualityProfile, current: Copy, offered: Copy): string | null {
	const won = offered.formatScore - current.formatScore;
	if (won <= 0) {
		return `${offered.quality} with format score ${offered.formatScore} is no better than the present ${current.quality} with ${current.formatScore}`;
	}
	if (isFormatCutoffMet(profile, current.formatScore)) {
		return `the present format score ${current.formatScore} meets the cutoff ${profile.cutoffFormatScore}`;
	}
	if (won < profile.minUpgradeFormatScore) {
		return `format score ${offered.formatScore} wins by ${won}, the profile asks for ${profile.minUpgradeFormatScore}`;
	}
	return null;
}

/**
 * Why `offered` may not replace `current`; null when it may. Quality decides first, then format score, then revision.
 * This is also the order of ranking, so releases can never replace each other in a circle.
 */
export function whyNoUpgrade(profile: QualityProfile, current: Copy, offered: Copy): string | null {
	if (isSameRelease(current, offered)) {
		return 'it is the very release that is there already';
	}
	const gain = rankOf(profile, offered.quality).rank - rankOf(profile, current.quality).rank;
	if (gain < 0) {
		return `the present ${current.quality} is better than ${offered.quality}`;
	}
	if (gain === 0 && offered.formatScore >= current.formatScore && isLaterRevision(current, offered)) {
		return null;
	}
	if (!profile.upgradeAllowed) {
		return `profile ${profile.name} does not allow upgrades and ${current.quality} is there`;
	}
	if (gain > 0 && !isQualityCutoffMet(profile, current.quality)) {
		return null;
	}
	return gain > 0 ? `the present ${current.quality} meets the cutoff ${profile.cutoff}` : whyScoreIsNotEnough(profile, current, offered);
}
