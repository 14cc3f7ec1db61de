import type {QualityName} from './qualities.ts';

export interface QualityGroup {
	name: string;
	qualities: QualityName[];
}

/** One step of a profile: a quality, or several that are worth the same. */
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
	/** A release below it is refused. */
	minFormatScore: number;
	/** Upgrading by format score ends here. */
	cutoffFormatScore: number;
	/** An upgrade by format score must win by at least this much. */
	minUpgradeFormatScore: number;
	formatScores: FormatScore[];
	/** `any`, `original`, or a language by its ISO 639-1 code or as `ParsedTitle` spells it. */
	language: string;
}

/** Where a quality stands in a profile: a higher place is better, the members of a group share one. */
export interface ProfilePlace {
	place: number;
	allowed: boolean;
}

export function itemName(item: ProfileItem): string {
	return 'group' in item ? item.group.name : item.quality;
}

export function itemQualities(item: ProfileItem): readonly QualityName[] {
	return 'group' in item ? item.group.qualities : [item.quality];
}

/** A quality that the profile does not list has place 0 and is not allowed. */
export function placeOf({items}: QualityProfile, name: QualityName): ProfilePlace {
	const index = items.findIndex(item => itemQualities(item).includes(name));
	if (index < 0) {
		return {place: 0, allowed: false};
	}

	return {place: items.length - index, allowed: items[index]!.allowed}; // findIndex found it
}

/**
 * A cutoff that names nothing in the profile is the best allowed step, so that a broken profile never stops too early.
 */
export function cutoffPlace({items, cutoff}: QualityProfile): number {
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

/** No allowed quality of the profile is better than this one. */
export function isTopQuality(profile: QualityProfile, name: QualityName): boolean {
	const top = profile.items.find(({allowed}) => allowed);
	return top !== undefined && itemQualities(top).includes(name);
}
