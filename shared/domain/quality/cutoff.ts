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
