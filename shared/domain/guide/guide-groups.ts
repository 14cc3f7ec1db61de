import type {Program} from '../quality/exported-codes.ts';
import type {GuideItem} from './guide-item.ts';

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

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
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
