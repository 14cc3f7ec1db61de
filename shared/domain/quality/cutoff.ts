import {cutoffPlace, placeOf, type QualityProfile} from './profiles.ts';
import type {QualityName} from './qualities.ts';

/** What is known of a file when we ask whether something better is wanted. */
export interface Judged {
	quality: QualityName;
	formatScore: number;
}

export function isQualityCutoffMet(profile: QualityProfile, quality: QualityName): boolean {
	return placeOf(profile, quality).place >= cutoffPlace(profile);
}

export function isFormatCutoffMet(profile: QualityProfile, formatScore: number): boolean {
	return formatScore >= profile.cutoffFormatScore;
}

/** Nothing better is searched for once both cutoffs are met, or where the profile does not upgrade. */
export function isCutoffUnmet(profile: QualityProfile, {quality, formatScore}: Judged): boolean {
	if (!profile.upgradeAllowed) {
		return false;
	}

	return !isQualityCutoffMet(profile, quality) || !isFormatCutoffMet(profile, formatScore);
}

/** Milliseconds after which no group corrects its release any more. */
const correctedForMs = 30 * 86_400_000;

/**
 * Could a release that turns up now replace the file? Below a cutoff any better one may; above it only a corrected one
 * of the same group, which comes within weeks.
 */
export function mayImprove(profile: QualityProfile, file: Judged & {releaseGroup: string | null; dateAdded: Date}, now: Date): boolean {
	const isYoung = Number(now) - Number(file.dateAdded) < correctedForMs;
	return isCutoffUnmet(profile, file) || (isYoung && file.releaseGroup !== null);
}
