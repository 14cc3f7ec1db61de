import type {NewCustomFormat} from '../quality/custom-format.ts';
import type {Program} from '../quality/exported-codes.ts';
import type {QualityName} from '../quality/qualities.ts';
import type {SizeLimit} from '../quality/size-limits.ts';
import {type GuideFormat, type GuideItem, type GuideProfile, type GuideProfileBody, isSame, usualSet} from './guide-item.ts';

/** A format as it is to be here. Movies and series share one if both programs have it with the same conditions. */
export interface FormatTarget {
	/** Keys of the items that it is made of. */
	keys: string[];
	format: NewCustomFormat;
}

export interface ProfileTarget {
	key: string;
	name: string;
	body: GuideProfileBody;
	/** By the index of the format in `formats`; without scores of 0. */
	scores: {format: FormatTarget; score: number}[];
	/** Formats that the guide names, and that it lacks or that cannot be used. */
	missing: number;
	leftOut: string[];
}

/** The records that the chosen items result in. */
export interface GuideTargets {
	formats: FormatTarget[];
	profiles: ProfileTarget[];
	sizes: {quality: QualityName; limit: SizeLimit}[];
	/** Chosen items that the guide has no more, or that cannot be used. */
	gone: string[];
}

const ofKind = <Kind extends GuideItem['kind']>(items: readonly GuideItem[], kind: Kind) =>
	items.filter((item): item is Extract<GuideItem, {kind: Kind}> => item.kind === kind && item.fault === null);
const inOrder = (items: readonly GuideItem[]) =>
	items.toSorted((a, b) => Number(a.program > b.program) - Number(a.program < b.program) || (a.key < b.key ? -1 : 1));

/** Names are unique here, whatever their case, and the guides of the programs share some. */
function freeName(name: string, program: Program, taken: ReadonlyMap<string, unknown>): string {
	const forms = [name, ...(program === 'sonarr' ? [`${name} (series)`] : [])];
	const free = forms.find(form => !taken.has(form.toLowerCase()));
	for (let count = 2; ; count += 1) {
		const form = free ?? `${forms.at(-1)} ${count}`;
		if (!taken.has(form.toLowerCase())) {
			return form;
		}
	}
}

/** All formats of the guide, so that their names do not depend on what is chosen. */
function formatTargets(items: readonly GuideFormat[]): Map<string, FormatTarget> {
	const byName = new Map<string, FormatTarget>();
	const byKey = new Map<string, FormatTarget>();
	for (const {key, program, format} of items) {
		if (!format) {
			continue;
		}
		const same = [format.name, `${format.name} (series)`]
			.map(name => byName.get(name.toLowerCase()))
			.find(each => each && isSame(each.format.conditions, format.conditions));
		if (same) {
			same.keys.push(key);
			byKey.set(key, same);
			continue;
		}
		const name = freeName(format.name, program, byName);
		const target = {keys: [key], format: {...format, name}};
		byName.set(name.toLowerCase(), target);
		byKey.set(key, target);
	}
	return byKey;
}

/** The records that the items with these keys result in. */
export function guideTargets(guide: readonly GuideItem[], chosen: ReadonlySet<string>): GuideTargets {
	const items = inOrder(guide);
	const formats = ofKind(items, 'format');
	const targets = formatTargets(formats);
	const names = new Map<string, true>();
	const profiles: ProfileTarget[] = [];
	const itemOf = new Map(formats.map(item => [item.key, item]));
	const extra = formats.filter(({key}) => chosen.has(key));
	for (const item of ofKind(items, 'profile')) {
		const name = freeName(item.name, item.program, names);
		names.set(name.toLowerCase(), true);
		if (item.profile && chosen.has(item.key)) {
			const scored = [...item.formats, ...extra.filter(({program}) => program === item.program).map(({key}) => key)];
			profiles.push({...profileTarget(item, item.profile, scored, {itemOf, targets}), name});
		}
	}
	const wanted = new Set([...extra.map(({key}) => targets.get(key)), ...profiles.flatMap(({scores}) => scores.map(each => each.format))]);
	const usable = new Set(items.filter(({fault}) => fault === null).map(({key}) => key));
	return {
		formats: [...new Set(targets.values())].filter(target => wanted.has(target)),
		profiles,
		sizes: sizeTargets(ofKind(items, 'sizes').filter(({key}) => chosen.has(key))),
		gone: [...chosen].filter(key => !usable.has(key)).toSorted(),
	};
}

interface KnownFormats {
	itemOf: ReadonlyMap<string, GuideFormat>;
	targets: ReadonlyMap<string, FormatTarget>;
}

function profileTarget(
	{key, name, scoreSet, formats, leftOut}: GuideProfile,
	body: GuideProfileBody,
	scored: readonly string[],
	{itemOf, targets}: KnownFormats,
): ProfileTarget {
	const scores = new Map<FormatTarget, number>();
	for (const each of scored) {
		const target = targets.get(each);
		const item = itemOf.get(each);
		if (target && item && !scores.has(target)) {
			scores.set(target, scoreIn(item, scoreSet));
		}
	}
	return {
		key,
		name,
		body,
		scores: [...scores].filter(([, score]) => score !== 0).map(([format, score]) => ({format, score})),
		missing: formats.filter(each => !targets.has(each)).length,
		leftOut,
	};
}

function scoreIn({scores}: GuideFormat, wanted: string): number {
	const of = (set: string) => scores.find(each => each.set === set)?.score;
	return of(wanted) ?? of(usualSet) ?? 0;
}

/** Films and episodes share one table here, so of several sets the widest limits count. */
function sizeTargets(sets: readonly {sizes: readonly ({quality: QualityName} & SizeLimit)[]}[]): GuideTargets['sizes'] {
	const widest = new Map<QualityName, SizeLimit>();
	for (const {quality, minimum, preferred, maximum} of sets.flatMap(({sizes}) => sizes)) {
		const known = widest.get(quality);
		const larger = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b));
		widest.set(
			quality,
			known
				? {
						minimum: Math.min(known.minimum, minimum),
						preferred: larger(known.preferred, preferred),
						maximum: larger(known.maximum, maximum),
					}
				: {minimum, preferred, maximum},
		);
	}
	return [...widest].map(([quality, limit]) => ({quality, limit}));
}
