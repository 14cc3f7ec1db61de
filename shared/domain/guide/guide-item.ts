import type {NewCustomFormat} from '../quality/custom-format.ts';
import type {Program} from '../quality/exported-codes.ts';
import {isObject} from '../quality/import-custom-format.ts';
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

const layout = /(?:^|\/)json\/(radarr|sonarr)\/cf-groups\/[\w().,'&+ [\]-]{1,120}\.json$/;

/** Formats that belong together, and the profiles of the guide that get them. */
export interface GuideGroup {
	program: Program;
	/** Ids of the formats that every profile of it gets. */
	formats: string[];
	/** Ids of profiles. With `included`, only those; null for all. */
	included: string[] | null;
	excluded: string[];
}

/** The program of a file that describes a group; null for any other file. */
export function programOfGroup(path: string): Program | null {
	const program = layout.exec(path)?.[1];
	return program === 'radarr' || program === 'sonarr' ? program : null;
}

/** Guides write it as a text. */
const isYes = (value: unknown) => value === true || value === 'true';
const maxFormats = 1000;
const textsOf = (value: unknown) =>
	(isObject(value) ? Object.values(value) : []).filter(each => typeof each === 'string').slice(0, maxFormats);

/** Null for a group that people choose themselves: its formats can be chosen one by one. */
export function readGuideGroup(program: Program, json: unknown): GuideGroup | null {
	if (!isObject(json) || !isYes(json['default'])) {
		return null;
	}
	const rows = (Array.isArray(json['custom_formats']) ? json['custom_formats'] : []).filter(isObject).slice(0, maxFormats);
	const formats = rows.flatMap(({trash_id: id, required, default: usual}) =>
		typeof id === 'string' && (isYes(required) || isYes(usual)) ? [id] : [],
	);
	const profiles = isObject(json['quality_profiles']) ? json['quality_profiles'] : {};
	const included = isObject(profiles['include']) ? textsOf(profiles['include']) : null;
	return formats.length === 0 ? null : {program, formats, included, excluded: textsOf(profiles['exclude'])};
}

/** The items, where each profile also scores the formats of its groups. */
export function withGroups(items: readonly GuideItem[], groups: readonly GuideGroup[]): GuideItem[] {
	return items.map(item => {
		if (item.kind !== 'profile') {
			return item;
		}
		const id = item.key.split('/').at(-1) ?? '';
		const own = groups.filter(
			({program, included, excluded}) => program === item.program && (included?.includes(id) ?? true) && !excluded.includes(id),
		);
		const added = own.flatMap(({formats}) => formats.map(format => `${item.program}/format/${format}`));
		return {...item, formats: [...new Set([...item.formats, ...added])].slice(0, maxFormats)};
	});
}
