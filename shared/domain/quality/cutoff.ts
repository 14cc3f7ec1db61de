import {dayMs} from '../durations.ts';
import {cutoffRank, type QualityProfile, rankOf} from './profiles.ts';
import type {QualityName} from './qualities.ts';

/** The facts about a file that decide whether something better is wanted. */
interface Judged {
	quality: QualityName;
	formatScore: number;
}

export function isQualityCutoffMet(profile: QualityProfile, quality: QualityName): boolean {
	return rankOf(profile, quality).rank >= cutoffRank(profile);
}

export function isFormatCutoffMet(profile: QualityProfile, formatScore: number): boolean {
	return formatScore >= profile.cutoffFormatScore;
}

/** False once both cutoffs are met, or when the profile does not upgrade: then nothing better is searched. */
export function isCutoffUnmet(profile: QualityProfile, {quality, formatScore}: Judged): boolean {
	if (!profile.upgradeAllowed) {
		return false;
	}
	return !isQualityCutoffMet(profile, quality) || !isFormatCutoffMet(profile, formatScore);
}

/** Milliseconds after which groups no longer correct their releases. */
const correctedForMs = 30 * dayMs;

/** Files from before are no longer corrected. */
export const correctedSince = (now: Date) => new Date(Number(now) - correctedForMs);

/**
 * Could a new release still replace the file? Below a cutoff any better one may. Above it only a corrected release of
 * the same group may, and those come within weeks.
 */
export function mayImprove(profile: QualityProfile, file: Judged & {releaseGroup: string | null; dateAdded: Date}, now: Date): boolean {
	const isYoung = file.dateAdded > correctedSince(now);
	return isCutoffUnmet(profile, file) || (isYoung && file.releaseGroup !== null);
}
