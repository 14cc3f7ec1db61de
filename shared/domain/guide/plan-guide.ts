import type {CustomFormat, NewCustomFormat} from '../quality/custom-format.ts';
import type {FormatScore, QualityProfile} from '../quality/profiles.ts';
import {defaultSizeLimits, type SizeLimits} from '../quality/size-limits.ts';
import {conditionsInWords, type InWords, plainWords, sizesInWords, stepsInWords} from './change-words.ts';
import {type GuideKind, type GuideLink, type GuideProfileBody, isSame, sizeKey} from './guide-item.ts';
import type {FormatTarget, GuideTargets, ProfileTarget} from './guide-targets.ts';

/** What is here now. */
export interface LocalRecords {
	formats: readonly CustomFormat[];
	profiles: readonly QualityProfile[];
	sizes: SizeLimits;
}

/** One field that differs from what the guide says. */
export interface FieldChange {
	field: string;
	/** The format whose score it is; null for other fields. */
	of: string | null;
	/** In words; null for a record or a score that is not there yet. */
	before: string | null;
	after: string;
	/** People changed it, so it stays unless the caller asks for it to be overwritten. */
	isKept: boolean;
}

interface Planned {
	key: string;
	kind: GuideKind;
	name: string;
	/** Null for one that is added. */
	localId: string | null;
	/** A person deleted it, so it is not created again unless the caller asks for that. */
	isDeleted: boolean;
	fields: FieldChange[];
}
export interface PlannedFormat extends Planned {
	kind: 'format';
	target: FormatTarget;
}
export interface ScoreChange extends FieldChange {
	/** Null for one that the guide does not score any more. */
	format: FormatTarget | null;
	/** Null for a format that is not here yet. */
	formatId: string | null;
}
export interface PlannedProfile extends Planned {
	kind: 'profile';
	target: ProfileTarget;
	scores: ScoreChange[];
}
export interface PlannedSizes extends Planned {
	kind: 'sizes';
	target: GuideTargets['sizes'][number];
}

export interface GuidePlan {
	/** Formats before the profiles that score them. All that are wanted, also those that are as the guide says. */
	formats: PlannedFormat[];
	profiles: PlannedProfile[];
	sizes: PlannedSizes[];
	gone: string[];
}

export type PlannedChange = PlannedFormat | PlannedProfile | PlannedSizes;

export const fieldsOf = (planned: PlannedChange): FieldChange[] =>
	planned.kind === 'profile' ? [...planned.fields, ...planned.scores] : planned.fields;

/** Would anything be written for it? With `overwrite`, also over what people did. */
export function isChange(planned: PlannedChange, overwrite = false): boolean {
	return planned.localId === null ? overwrite || !planned.isDeleted : fieldsOf(planned).some(({isKept}) => overwrite || !isKept);
}

/** All that a person is to see: what would change, and what stays because people changed it. */
export const notable = ({formats, profiles, sizes}: GuidePlan): PlannedChange[] =>
	[...profiles, ...formats, ...sizes].filter(planned => isChange(planned, true));

/** Compares what the guide asks for with what is here, and that with what was written last. */
export function planGuide(targets: GuideTargets, links: readonly GuideLink[], local: LocalRecords): GuidePlan {
	const linkOf = new Map(links.map(link => [link.key, link]));
	const formats = pairFormats(targets.formats, linkOf, local.formats);
	const idOf = new Map(formats.map(({target, localId}) => [target, localId]));
	return {
		formats,
		profiles: pairProfiles(targets.profiles, linkOf, local.profiles).map(pair => toProfile(pair, idOf, local.formats)),
		sizes: targets.sizes.map(target => toSize(target, linkOf, local.sizes)),
		gone: targets.gone,
	};
}

interface Paired<Target, Rec> {
	target: Target;
	local: Rec | null;
	/** The values that were written last; undefined if it was never applied. */
	applied: unknown;
	isDeleted: boolean;
}

/** A record belongs to the item that it was made of, else to that of its name. */
function pair<Target, Rec extends {id: string; name: string}>(
	targets: readonly Target[],
	records: readonly Rec[],
	{
		keysOf,
		nameOf,
		linkOf,
	}: {keysOf(target: Target): readonly string[]; nameOf(target: Target): string; linkOf: ReadonlyMap<string, GuideLink>},
): Paired<Target, Rec>[] {
	const free = new Map(records.map(record => [record.id, record]));
	const take = (id: string | null | undefined) => {
		const found = id ? free.get(id) : undefined;
		free.delete(found?.id ?? '');
		return found ?? null;
	};
	const linked = targets.map(target => {
		const links = keysOf(target).flatMap(key => linkOf.get(key) ?? []);
		const link = links.find(({localId}) => localId !== null && free.has(localId));
		const wasApplied = links.some(({localId}) => localId !== null);
		return {target, local: take(link?.localId), applied: link?.applied ?? undefined, isDeleted: !link && wasApplied};
	});
	const byName = new Map([...free.values()].map(({id, name}) => [name.toLowerCase(), id]));
	return linked.map(each => {
		const found = each.local ?? take(byName.get(nameOf(each.target).toLowerCase()));
		return {...each, local: found, isDeleted: each.isDeleted && !found};
	});
}

function pairFormats(
	targets: readonly FormatTarget[],
	linkOf: ReadonlyMap<string, GuideLink>,
	records: readonly CustomFormat[],
): PlannedFormat[] {
	const keysOf = ({keys}: FormatTarget) => keys;
	const nameOf = ({format}: FormatTarget) => format.name;
	return pair(targets, records, {keysOf, nameOf, linkOf}).map(({target, local, applied, isDeleted}) => {
		const base = applied as NewCustomFormat | undefined;
		const {name, conditions, includeWhenRenaming} = target.format;
		return {
			key: target.keys[0] ?? '',
			kind: 'format',
			name: local?.name ?? name,
			localId: local?.id ?? null,
			isDeleted,
			target,
			fields: local
				? [
						...compare('name', {now: local.name, next: name, base: base?.name}),
						...compare('conditions', {now: local.conditions, next: conditions, base: base?.conditions}, conditionsInWords),
						...compare('includeWhenRenaming', {
							now: local.includeWhenRenaming,
							next: includeWhenRenaming,
							base: base?.includeWhenRenaming,
						}),
					]
				: [],
		};
	});
}

const pairProfiles = (targets: readonly ProfileTarget[], linkOf: ReadonlyMap<string, GuideLink>, records: readonly QualityProfile[]) =>
	pair(targets, records, {keysOf: ({key}) => [key], nameOf: ({name}) => name, linkOf});

/** The values that were written for a profile: its fields, and its scores by the ids of the formats here. */
export type AppliedProfile = GuideProfileBody & {name: string; formatScores: FormatScore[]};

function toProfile(
	{target, local, applied, isDeleted}: Paired<ProfileTarget, QualityProfile>,
	idOf: ReadonlyMap<FormatTarget, string | null>,
	formats: readonly CustomFormat[],
): PlannedProfile {
	const base = applied as AppliedProfile | undefined;
	const {name, body} = target;
	const plain = (field: keyof GuideProfileBody) =>
		local ? compare(field, {now: local[field], next: body[field], base: base?.[field]}) : [];
	const steps = ({items, cutoff}: Pick<QualityProfile, 'items' | 'cutoff'>) => ({items, cutoff});
	return {
		key: target.key,
		kind: 'profile',
		name: local?.name ?? name,
		localId: local?.id ?? null,
		isDeleted,
		target,
		fields: [
			...(local ? compare('name', {now: local.name, next: name, base: base?.name}) : []),
			...(local ? compare('items', {now: steps(local), next: steps(body), base: base && steps(base)}, stepsInWords) : []),
			...plain('upgradeAllowed'),
			...plain('minFormatScore'),
			...plain('cutoffFormatScore'),
			...plain('minUpgradeFormatScore'),
			...plain('language'),
		],
		scores: compareScores({target, now: local?.formatScores ?? null, base: base?.formatScores}, idOf, formats),
	};
}

interface Scores {
	target: ProfileTarget;
	/** Null for a profile that is added. */
	now: readonly FormatScore[] | null;
	base: readonly FormatScore[] | undefined;
}

/** A score that was never set is 0. */
function compareScores(
	{target, now, base}: Scores,
	idOf: ReadonlyMap<FormatTarget, string | null>,
	formats: readonly CustomFormat[],
): ScoreChange[] {
	const scoreOf = (id: string | null, scores: readonly FormatScore[] | null | undefined) =>
		scores?.find(({customFormatId}) => customFormatId === id)?.score ?? 0;
	const set = target.scores.flatMap(({format, score}) => {
		const id = idOf.get(format) ?? null;
		const before = scoreOf(id, now);
		const isKept = now !== null && before !== score && before !== (base ? scoreOf(id, base) : 0);
		const change = {...scoreWords(format.format.name, now && before, score), isKept, format, formatId: id};
		return before === score ? [] : [change];
	});
	const asked = new Set(target.scores.map(({format}) => idOf.get(format)));
	const dropped = (base ?? []).filter(({customFormatId}) => !asked.has(customFormatId) && scoreOf(customFormatId, now) !== 0);
	return [
		...set,
		...dropped.flatMap(({customFormatId: id, score}) => {
			const before = scoreOf(id, now);
			const name = formats.find(each => each.id === id)?.name;
			return name === undefined ? [] : [{...scoreWords(name, before, 0), isKept: before !== score, format: null, formatId: id}];
		}),
	];
}

const scoreWords = (of: string, before: number | null, after: number) => ({
	field: 'score',
	of,
	before: before === null ? null : String(before),
	after: String(after),
});

function toSize(target: GuideTargets['sizes'][number], linkOf: ReadonlyMap<string, GuideLink>, sizes: SizeLimits): PlannedSizes {
	const {quality, limit} = target;
	const link = linkOf.get(sizeKey(quality));
	const now = sizes[quality];
	// Nobody has set the sizes that the service came with.
	const base = link?.applied ?? defaultSizeLimits[quality];
	return {
		key: sizeKey(quality),
		kind: 'sizes',
		name: quality,
		localId: quality,
		isDeleted: false,
		target,
		fields: now ? compare('sizes', {now, next: limit, base}, sizesInWords) : [],
	};
}

interface Three<Value> {
	now: Value;
	next: Value;
	base: unknown;
}

/** Fields that differ from what was written last were changed by people, and so were records that existed before. */
function compare<Value>(field: string, {now, next, base}: Three<Value>, inWords: InWords<Value> = plainWords): FieldChange[] {
	if (isSame(now, next)) {
		return [];
	}
	const {before, after} = inWords(now, next);
	return [{field, of: null, before, after, isKept: base === undefined || !isSame(now, base)}];
}
