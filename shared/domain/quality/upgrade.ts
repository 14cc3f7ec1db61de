import {isFormatCutoffMet, isQualityCutoffMet} from './cutoff.ts';
import {placeOf, type QualityProfile} from './profiles.ts';
import type {QualityName} from './qualities.ts';
import {compareRevisions, type Revision} from './revision.ts';

/** What decides between two copies of one title; for a file these are the values frozen at grab. */
export interface Copy {
	quality: QualityName;
	formatScore: number;
	revision: Revision;
	group: string | null;
	releaseTitle: string | null;
	/** A later revision of it may take the place of another group's release, see `correctsOthers`. */
	correctsOthers?: boolean;
	/** Of a file: when it came into the library. */
	addedAt?: Date;
}

const letters = (title: string) => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || title;

/** Indexers write the same release with dots, spaces or underscores. */
export function isSameRelease(a: Copy, b: Copy): boolean {
	return a.releaseTitle !== null && b.releaseTitle !== null && letters(a.releaseTitle) === letters(b.releaseTitle);
}

function isSameGroup(a: Copy, b: Copy): boolean {
	return a.group !== null && a.group.toLowerCase() === b.group?.toLowerCase();
}

/** A later edition of the very same quality, whoever made it: a corrected WEBRip says nothing of a WEBDL. */
function isLaterEdition(current: Copy, offered: Copy): boolean {
	return current.quality === offered.quality && compareRevisions(offered.revision, current.revision) > 0;
}

/** The release of a group replaces that group's own earlier one; a proper replaces any group's. */
export function isLaterRevision(current: Copy, offered: Copy): boolean {
	return isLaterEdition(current, offered) && (isSameGroup(current, offered) || offered.correctsOthers === true);
}

/** What a group corrects of its own is no better than another group's release. */
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
 * Why `offered` may not replace `current`, or null when it may. Quality decides, then format score, then the revision:
 * the order of ranking, so that no ring of releases can replace each other for ever.
 */
export function whyNoUpgrade(profile: QualityProfile, current: Copy, offered: Copy): string | null {
	if (isSameRelease(current, offered)) {
		return 'it is the very release that is there already';
	}

	const gain = placeOf(profile, offered.quality).place - placeOf(profile, current.quality).place;
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

	const tooLittle = whyScoreIsNotEnough(profile, current, offered);
	return tooLittle && gain > 0 ? `the present ${current.quality} meets the cutoff ${profile.cutoff}` : tooLittle;
}
