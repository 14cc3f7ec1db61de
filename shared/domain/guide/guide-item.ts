import type {NewCustomFormat} from '../quality/custom-format.ts';
import type {Program} from '../quality/exported-codes.ts';
import type {QualityProfile} from '../quality/profiles.ts';
import type {QualityName} from '../quality/qualities.ts';
import type {SizeLimit} from '../quality/size-limits.ts';

export const guideKinds = ['profile', 'format', 'sizes'] as const;
export type GuideKind = (typeof guideKinds)[number];

interface Common {
	/** `<program>/<kind>/<trash_id>`, of a file without a usable id its name. */
	key: string;
	program: Program;
	name: string;
	/** What the guide says of it, without its markup. */
	description: string | null;
	/** Why it cannot be used; null if it can. */
	fault: string | null;
}

export interface GuideFormat extends Common {
	kind: 'format';
	/** Null with a fault. */
	format: NewCustomFormat | null;
	/** Its scores, by the name of a set of scores. */
	scores: {set: string; score: number}[];
}

/** A profile of a guide without the scores, which its formats have. */
export type GuideProfileBody = Omit<QualityProfile, 'id' | 'name' | 'formatScores' | 'packForEpisodeAllowed'>;

export interface GuideProfile extends Common {
	kind: 'profile';
	/** Null with a fault. */
	profile: GuideProfileBody | null;
	/** Keys of the formats that it scores. */
	formats: string[];
	scoreSet: string;
	/** Qualities that the guide allows, and that are not known here. */
	leftOut: string[];
}

export interface GuideSizes extends Common {
	kind: 'sizes';
	sizes: ({quality: QualityName} & SizeLimit)[];
}

export type GuideItem = GuideFormat | GuideProfile | GuideSizes;

/** What is known of an item apart from the guide: whether a person chose it, and what was written for it. */
export interface GuideLink {
	/** Key of an item, or `sizes/<quality>`. */
	key: string;
	isChosen: boolean;
	/** The record that was made of it, or that it took over. */
	localId: string | null;
	/**
	 * The guide's values when it was last applied; null before. Fields that differ from them were changed by people.
	 */
	applied: unknown;
}

/** The set of scores that applies where a format has none of its own for a profile. */
export const usualSet = 'default';

export const sizeKey = (quality: QualityName) => `sizes/${quality}`;

/** Are two values the same, whatever the order of their fields? */
export const isSame = (a: unknown, b: unknown) => inOrder(a) === inOrder(b);

function inOrder(value: unknown): string | undefined {
	return JSON.stringify(value, (_name, each: unknown) =>
		typeof each === 'object' && each !== null && !Array.isArray(each)
			? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
			: each,
	);
}
