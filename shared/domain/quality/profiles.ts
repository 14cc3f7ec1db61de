import {dayMs} from '../durations.ts';
import {type QualityName, qualityNames} from './qualities.ts';

export interface QualityGroup {
	name: string;
	qualities: QualityName[];
}

/** One step of a profile: a quality, or several of equal value. */
export type ProfileItem = {quality: QualityName; allowed: boolean} | {group: QualityGroup; allowed: boolean};

export interface FormatScore {
	customFormatId: string;
	score: number;
}

export interface QualityProfile {
	id: string;
	name: string;
	/** Best first. */
	items: ProfileItem[];
	/** Name of the quality or group at which upgrading ends. */
	cutoff: string;
	upgradeAllowed: boolean;
	/** A pack is taken for a single episode that is searched for, if there is nothing else. */
	packForEpisodeAllowed: boolean;
	/** A release with a lower score is refused. */
	minFormatScore: number;
	/** No upgrades by format score above this score. */
	cutoffFormatScore: number;
	/** An upgrade by format score must gain at least this much. */
	minUpgradeFormatScore: number;
	formatScores: FormatScore[];
	/** `any`, `original`, or a language by its ISO 639-1 code or as `ParsedTitle` spells it. */
	language: string;
}

/** Position of a quality in a profile. A higher rank is better; the members of a group share one. */
interface ProfileRank {
	rank: number;
	allowed: boolean;
}

export function itemName(item: ProfileItem): string {
	return 'group' in item ? item.group.name : item.quality;
}

export function itemQualities(item: ProfileItem): readonly QualityName[] {
	return 'group' in item ? item.group.qualities : [item.quality];
}

/** A quality missing from the profile has rank 0 and is not allowed. */
export function rankOf({items}: Pick<QualityProfile, 'items'>, name: QualityName): ProfileRank {
	const index = items.findIndex(item => itemQualities(item).includes(name));
	if (index < 0) {
		return {rank: 0, allowed: false};
	}
	return {rank: items.length - index, allowed: items[index]!.allowed}; // findIndex found it
}

/**
 * Rank of the cutoff. If its name is not in the profile, the best allowed step is used, so an invalid profile never
 * stops upgrades too early.
 */
export function cutoffRank({items, cutoff}: Pick<QualityProfile, 'items' | 'cutoff'>): number {
	const named = items.findIndex(item => itemName(item) === cutoff || itemQualities(item).some(name => name === cutoff));
	return (
		items.length -
		(named >= 0
			? named
			: Math.max(
					items.findIndex(({allowed}) => allowed),
					0,
				))
	);
}

/** True when the profile allows no better quality. */
export function isTopQuality(profile: QualityProfile, name: QualityName): boolean {
	const top = profile.items.find(({allowed}) => allowed);
	return top !== undefined && itemQualities(top).includes(name);
}

/** The facts about a file that decide whether something better is wanted. */
interface Judged {
	quality: QualityName;
	formatScore: number;
}

export function isQualityCutoffMet(profile: Pick<QualityProfile, 'items' | 'cutoff'>, quality: QualityName): boolean {
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

/** A profile without its id. */
type NewProfile = Omit<QualityProfile, 'id'>;

const webGroups = [2160, 1080, 720, 480].map(lines => ({
	name: `WEB ${lines}p`,
	qualities: qualityNames.filter(name => name === `WEBDL-${lines}p` || name === `WEBRip-${lines}p`),
}));

const steps: readonly ProfileItem[] = qualityNames.flatMap((name): ProfileItem[] => {
	const group = webGroups.find(({qualities}) => qualities.includes(name));
	if (!group) {
		return [{quality: name, allowed: false}];
	}
	return group.qualities[0] === name ? [{group, allowed: false}] : [];
});

function profile(name: string, cutoff: QualityName | `WEB ${string}`, wanted: (quality: QualityName) => boolean): NewProfile {
	return {
		name,
		items: steps.map(step => ({...step, allowed: itemQualities(step).every(wanted)})),
		cutoff: itemName(steps.find(step => itemName(step) === cutoff) ?? steps[0]!), // never empty: the quality table
		upgradeAllowed: true,
		packForEpisodeAllowed: false,
		minFormatScore: 0,
		cutoffFormatScore: 0,
		minUpgradeFormatScore: 1,
		formatScores: [],
		language: 'original',
	};
}

/** A raw disc consists of menus and extras in several files, which no library plays as a film. */
const unwanted: readonly QualityName[] = ['DVD-R', 'Telecine', 'Telesync', 'CAM', 'Workprint', 'Unknown'];
const has = (lines: number) => (name: QualityName) => name.endsWith(`-${lines}p`);
const isStandard = (name: QualityName) => has(480)(name) || has(576)(name) || name === 'DVD' || name === 'SDTV';

export const defaultProfileName = 'HD-1080p';

/** The profiles created on first start. A title without a profile gets the one named `defaultProfileName`. */
export const defaultProfiles: readonly NewProfile[] = [
	profile(defaultProfileName, 'Bluray-1080p', has(1080)),
	profile('Any', 'Bluray-1080p', name => !unwanted.includes(name)),
	profile('SD', 'DVD', isStandard),
	profile('HD-720p', 'Bluray-720p', has(720)),
	profile('HD - 720p/1080p', 'Bluray-1080p', name => has(720)(name) || has(1080)(name)),
	profile('Ultra-HD', 'Bluray-2160p', has(2160)),
];
