import type {Program} from '../quality/exported-codes.ts';
import {importCustomFormats, isObject, type Json, numberOf} from '../quality/import-custom-format.ts';
import {itemName, itemQualities, type ProfileItem} from '../quality/profiles.ts';
import {type QualityName, qualityNames} from '../quality/qualities.ts';
import {type SizeLimit, sizeLimitFaults} from '../quality/size-limits.ts';
import {languageName} from '../release/spoken-languages.ts';
import type {GuideFormat, GuideItem, GuideKind, GuideProfile, GuideProfileBody, GuideSizes} from './guide-item.ts';
import {usualSet} from './guide-item.ts';

/** Folders of a guide below `json/<program>/`, and what is in them. */
const folders: ReadonlyMap<string, GuideKind> = new Map([
	['cf', 'format'],
	['quality-profiles', 'profile'],
	['quality-size', 'sizes'],
]);
const layout = /(?:^|\/)json\/(radarr|sonarr)\/([a-z-]{2,20})\/([\w().+ -]{1,120})\.json$/;

/** The kind of a file of a guide, by its path. */
export interface GuidePath {
	program: Program;
	kind: GuideKind;
	/** Name of the file without `.json`. */
	file: string;
}

/** Null for a file that is no part of a guide. */
export function parseGuidePath(path: string): GuidePath | null {
	const [, program, folder = '', file = ''] = layout.exec(path) ?? [];
	const kind = folders.get(folder);
	return kind && (program === 'radarr' || program === 'sonarr') ? {program, kind, file} : null;
}

const ids = /^[\w-]{1,64}$/;
const maxName = 80;
const maxScores = 200;
const maxFormats = 1000;
const maxItems = 100;
const maxScore = 1_000_000;

/** An item that cannot be used is returned with its fault, so that people see that it exists. */
export function readGuideFile({program, kind, file}: GuidePath, json: unknown): GuideItem {
	const fields = isObject(json) ? json : {};
	const id = fields['trash_id'];
	const hasId = typeof id === 'string' && ids.test(id);
	const common = {
		key: `${program}/${kind}/${hasId ? id : file}`,
		program,
		name: nameOf(fields, kind === 'sizes' ? 'type' : 'name') ?? file.slice(0, maxName),
		description: describe(fields['trash_description']),
		fault: hasId ? null : 'it has no `trash_id`',
	};
	if (kind === 'format') {
		return toFormat(fields, common);
	}
	return kind === 'profile' ? toProfile(fields, common) : toSizes(fields, common);
}

type Common = Pick<GuideItem, 'key' | 'program' | 'name' | 'description' | 'fault'>;

function nameOf(fields: Json, field: string): string | null {
	const value = fields[field];
	const name = typeof value === 'string' ? value.trim() : '';
	return name === '' ? null : name.slice(0, maxName);
}

function describe(value: unknown): string | null {
	if (typeof value !== 'string') {
		return null;
	}
	const words = value
		.slice(0, 2000)
		.replaceAll(/<br\s*\/?>/gi, ' ')
		.replaceAll(/<[^<>]{0,200}>/g, '')
		.replaceAll(/\s+/g, ' ')
		.trim();
	return words === '' ? null : words.slice(0, 500);
}

function scoreOf(value: unknown): number | null {
	const number = numberOf(value);
	return number === null ? null : Math.max(-maxScore, Math.min(maxScore, Math.round(number)));
}

function toFormat(fields: Json, common: Common): GuideFormat {
	const {formats, failures} = importCustomFormats(fields, common.program);
	const [read] = formats;
	const scores = isObject(fields['trash_scores']) ? fields['trash_scores'] : {};
	return {
		...common,
		kind: 'format',
		format: read ? {...read, name: common.name} : null,
		scores: Object.entries(scores)
			.slice(0, maxScores)
			.flatMap(([set, value]) => {
				const score = scoreOf(value);
				return score === null ? [] : [{set: set.slice(0, 100), score}];
			}),
		fault: common.fault ?? failures[0]?.error.slice(0, 300) ?? null,
	};
}

/** Names of qualities that are spelled otherwise here. */
const otherNames: Readonly<Record<string, QualityName>> = {
	'bluray-1080p remux': 'Remux-1080p',
	'bluray-2160p remux': 'Remux-2160p',
};
const ownNames: ReadonlyMap<string, QualityName> = new Map(qualityNames.map(name => [name.toLowerCase(), name]));

function qualityOf(name: unknown): QualityName | null {
	const lower = String(name).toLowerCase();
	return otherNames[lower] ?? ownNames.get(lower) ?? null;
}

function toProfile(fields: Json, common: Common): GuideProfile {
	const {items, leftOut} = readItems(fields['items']);
	const set = fields['trash_score_set'];
	const formatItems = isObject(fields['formatItems']) ? Object.values(fields['formatItems']) : [];
	const profile = bodyOf(fields, items, common.program);
	return {
		...common,
		kind: 'profile',
		profile: typeof profile === 'string' ? null : profile,
		formats: formatItems
			.filter((id): id is string => typeof id === 'string' && ids.test(id))
			.slice(0, maxFormats)
			.map(id => `${common.program}/format/${id}`),
		scoreSet: typeof set === 'string' && set !== '' ? set.slice(0, 100) : usualSet,
		leftOut,
		fault: common.fault ?? (typeof profile === 'string' ? profile : null),
	};
}

/** The fault in words, if there is one. */
function bodyOf(fields: Json, items: ProfileItem[], program: Program): GuideProfileBody | string {
	const allowed = items.filter(item => item.allowed);
	const cutoff = qualityOf(fields['cutoff']) ?? String(fields['cutoff']);
	const step = allowed.find(item => itemName(item) === cutoff || itemQualities(item).some(name => name === cutoff));
	if (!step) {
		return allowed.length === 0 ? 'it allows no quality that is known here' : 'its cutoff is not one of its allowed qualities';
	}
	return {
		items,
		cutoff: itemName(step),
		upgradeAllowed: fields['upgradeAllowed'] !== false,
		minFormatScore: scoreOf(fields['minFormatScore']) ?? 0,
		cutoffFormatScore: scoreOf(fields['cutoffFormatScore']) ?? 0,
		minUpgradeFormatScore: Math.max(1, scoreOf(fields['minUpgradeFormatScore']) ?? 1),
		language: languageOf(fields['language'], program),
	};
}

/** Sonarr's profiles have no language. */
function languageOf(value: unknown, program: Program): string {
	const name =
		typeof value === 'string'
			? value
					.trim()
					.toLowerCase()
					.replaceAll(/[^a-z]+/g, '-')
					.replaceAll(/^-|-$/g, '')
			: '';
	if (name === 'any' || name === 'original') {
		return name;
	}
	return languageName(name) ?? (program === 'sonarr' ? 'any' : 'original');
}

interface ReadItems {
	items: ProfileItem[];
	leftOut: string[];
}

/** Best first. Guides write the worst first, as the programs do; where `Unknown` stands tells which it is. */
function readItems(value: unknown): ReadItems {
	const rows = (Array.isArray(value) ? value : []).filter(isObject).slice(0, maxItems);
	const unknown = rows.findIndex(({name}) => name === 'Unknown');
	const isBestFirst = unknown >= 0 && unknown > rows.length / 2;
	const read: ReadItems = {items: [], leftOut: []};
	const seen = new Set<QualityName>();
	const names = new Set<string>();
	for (const {name, allowed, items} of isBestFirst ? rows : rows.toReversed()) {
		const members = Array.isArray(items) ? items : [name];
		const known = members.map(qualityOf).filter(each => each !== null && !seen.has(each)) as QualityName[];
		if (allowed === true) {
			read.leftOut.push(...members.filter(each => qualityOf(each) === null).map(each => String(each).slice(0, 100)));
		}
		if (known.length === 0) {
			continue;
		}
		for (const each of known) {
			seen.add(each);
		}
		const group = String(name).trim().slice(0, 100);
		const isAllowed = allowed === true;
		if (Array.isArray(items) && group !== '' && !names.has(group)) {
			names.add(group);
			read.items.push({group: {name: group, qualities: [...new Set(known)]}, allowed: isAllowed});
		} else {
			read.items.push(...[...new Set(known)].map(quality => ({quality, allowed: isAllowed})));
		}
	}
	// A person may still want one that the guide does not name.
	read.items.push(...qualityNames.filter(name => !seen.has(name)).map(quality => ({quality, allowed: false})));
	return read;
}

/** From this on, the slider of the program says that there is no limit. */
const unlimitedFrom = {radarr: 2000, sonarr: 1000} as const satisfies Record<Program, number>;
/** Guides set the preferred size a little below the largest one. */
const almost = 5;

function toSizes(fields: Json, common: Common): GuideSizes {
	const rows = (Array.isArray(fields['qualities']) ? fields['qualities'] : []).filter(isObject).slice(0, maxItems);
	const end = unlimitedFrom[common.program];
	const open = (value: number | null, from: number) => (value === null || value >= from ? null : value);
	const sizes = rows.flatMap(({quality, min, preferred, max}) => {
		const name = qualityOf(quality);
		const limit: SizeLimit = {
			minimum: Math.max(0, numberOf(min) ?? 0),
			preferred: open(numberOf(preferred), end - almost),
			maximum: open(numberOf(max), end),
		};
		return name === null || sizeLimitFaults(limit).length > 0 ? [] : [{quality: name, ...limit}];
	});
	return {
		...common,
		kind: 'sizes',
		sizes,
		fault: common.fault ?? (sizes.length === 0 ? 'it has no size of a quality that is known here' : null),
	};
}
