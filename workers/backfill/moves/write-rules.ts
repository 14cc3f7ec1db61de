import {isDeepStrictEqual} from 'node:util';
import type {DelayProfile} from '#shared/domain/decisions/delay-profile.ts';
import type {MoveNote} from '#shared/domain/moves/move.ts';
import {widest} from '#shared/domain/moves/source-rules.ts';
import type {FoundSetting} from '#shared/domain/moves/source-settings.ts';
import type {SizeLimit} from '#shared/domain/quality/size-limits.ts';
import {isSettingKey, type SettingKey, type SettingValue, settingDefinitions} from '#shared/settings/definitions.ts';
import {defaultDelay, keepDefaultDelay} from '#shared/settings/delay-default.ts';
import {isPlayerSetting} from '#shared/settings/players.ts';
import {type Settings, settingFault} from '#shared/settings/settings.ts';
import type {StoredDelayProfile} from '#shared/store/profiles/delay-profiles.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper} from './keep-records.ts';
import type {PlannedRow} from './plan-titles.ts';
import type {Carried} from './read-carried.ts';
import type {CarryContext} from './write-providers.ts';
import {freeName, labelsOf, lowerNames} from './write-records.ts';

export type RuleDeps = Pick<WorkerDeps, 'delayProfiles' | 'moves' | 'now' | 'qualityDefinitions' | 'releaseProfiles' | 'settings'>;

const shown = (value: unknown) => (value === '' || (Array.isArray(value) && value.length === 0) ? 'empty' : String(value).slice(0, 300));

/** Why a setting of theirs is not taken; null if it is. `taken` has what earlier programs of the move bring. */
function whyNot(
	{key, value}: FoundSetting,
	settings: Pick<Settings, 'get' | 'updatedAt'>,
	taken: ReadonlyMap<string, unknown>,
): MoveNote | null {
	if (!isSettingKey(key)) {
		return {code: 'field_unsupported', detail: 'There is no such setting here.'};
	}
	const fault = settingFault(settingDefinitions[key], value);
	if (fault !== null) {
		return {code: 'value_unknown', detail: `Ours stays as it is, because theirs, ${shown(value)}, ${fault}.`};
	}
	if (taken.has(key)) {
		return {
			code: 'setting_differs',
			detail: `Another program of this move has ${shown(taken.get(key))} for it, which counts; this one has ${shown(value)}.`,
		};
	}
	return settings.updatedAt(key) === null
		? null
		: {code: 'changed_here', detail: `It was changed here to ${shown(settings.get(key))}, which stays; there it is ${shown(value)}.`};
}

const beginsLater: MoveNote = {
	code: 'switched_off',
	detail: 'It begins with the take-over: until then the other program writes these files.',
};

/** The rows about settings. What is the same here needs none. */
export function planSettings(
	{settings: {settings: found, homeless}}: Pick<Carried, 'settings'>,
	settings: Pick<Settings, 'get' | 'updatedAt'>,
	taken: Map<string, unknown>,
): PlannedRow[] {
	const rows = found.flatMap((setting): PlannedRow[] => {
		const {key, value, isLater = false} = setting;
		const ours = taken.has(key) ? taken.get(key) : isSettingKey(key) ? settings.get(key) : null;
		if (isDeepStrictEqual(ours, value)) {
			return [];
		}
		const not = whyNot(setting, settings, taken);
		not ?? taken.set(key, value);
		const changes = {code: 'setting_changes' as const, detail: `It is ${shown(ours)} and becomes ${shown(value)}.`};
		const later = not === null && isLater ? [beginsLater] : [];
		return [{sourceId: key, title: key, notes: [not ?? changes, ...later]}];
	});
	return [...rows, ...homeless.map(({name, notes}) => ({sourceId: name, title: name, notes}))];
}

export async function writeSettings(
	{settings: {settings: found}}: Pick<Carried, 'settings'>,
	{moveId, source}: Pick<CarryContext, 'moveId' | 'source'>,
	{moves, now, settings}: RuleDeps,
): Promise<void> {
	const keeper = await createKeeper({moveId, source, kind: 'setting'}, moves);
	const taken = new Map<string, unknown>();
	for (let earlier = 0; earlier < source; earlier += 1) {
		for (const [key, {ourId, wrote}] of await moves.rows.traces({moveId, source: earlier, kind: 'setting'})) {
			ourId && taken.set(key, wrote);
		}
	}
	for (const setting of found) {
		const {key, value, isLater = false} = setting;
		const isBegun = keeper.trace(key)?.wrote !== undefined;
		const isDue =
			isBegun || (isSettingKey(key) && !isDeepStrictEqual(settings.get(key), value) && whyNot(setting, settings, taken) === null);
		if (isDue && isSettingKey(key) && isLater) {
			await moves.rows.begin({moveId, source, kind: 'setting', sourceId: key}, {before: settings.get(key), wrote: value});
		} else if (isDue && isSettingKey(key)) {
			await keeper.change(key, {
				before: settings.get(key) as unknown,
				wrote: value as unknown,
				// It was checked by `settingFault`.
				write: next => settings.set(key, next as SettingValue<SettingKey>, now()),
			});
		}
	}
}

/** Limits that a person has changed here stay. Of two programs the wider ones count. */
export async function writeDefinitions({definitions}: Carried, {moveId, source}: CarryContext, {moves, now, qualityDefinitions}: RuleDeps) {
	await qualityDefinitions.ensureDefaults(now());
	const keeper = await createKeeper({moveId, source, kind: 'qualityDefinition'}, moves);
	const ours = new Set<string>();
	for (let earlier = 0; earlier < source; earlier += 1) {
		const traces = await moves.rows.traces({moveId, source: earlier, kind: 'qualityDefinition'});
		[...traces].forEach(([name, {ourId}]) => void (ourId && ours.add(name)));
	}
	for (const {id, minimum, preferred, maximum, createdAt, updatedAt} of await qualityDefinitions.list()) {
		const theirs = definitions.get(id);
		const isUntouched = Number(createdAt) === Number(updatedAt);
		if (!theirs || !(isUntouched || ours.has(id) || keeper.trace(id)?.wrote !== undefined)) {
			continue;
		}
		const before: SizeLimit = {minimum, preferred, maximum};
		const wrote = ours.has(id) ? widest(before, theirs) : theirs;
		if (!isDeepStrictEqual(before, wrote)) {
			await keeper.change(id, {before, wrote, write: limit => qualityDefinitions.change(id, limit, now())});
		}
	}
}

export function planDefinitions(
	{definitions}: Carried,
	current: readonly (SizeLimit & {id: string; createdAt: Date; updatedAt: Date})[],
): PlannedRow[] {
	return current.flatMap(({id, minimum, preferred, maximum, createdAt, updatedAt}) => {
		const theirs = [...definitions].find(([name]) => name === id)?.[1];
		if (!theirs || isDeepStrictEqual(theirs, {minimum, preferred, maximum})) {
			return [];
		}
		const isUntouched = Number(createdAt) === Number(updatedAt);
		const notes: MoveNote[] = isUntouched
			? [{code: 'setting_changes', detail: `${inWords({minimum, preferred, maximum})} becomes ${inWords(theirs)} MB per minute.`}]
			: [{code: 'changed_here', detail: 'It was changed here, which stays.'}];
		return [{sourceId: id, title: id, notes}];
	});
}

const inWords = ({minimum, maximum}: SizeLimit) => `${minimum} to ${maximum ?? 'any'}`;

type DefaultDelay = Omit<DelayProfile, 'id' | 'tags' | 'order'>;

const partsOf = ({
	preferredProtocol,
	enableTorrent,
	enableUsenet,
	torrentDelayMinutes,
	usenetDelayMinutes,
	bypassIfHighestQuality,
	bypassIfAboveFormatScore,
	minimumFormatScore,
}: DefaultDelay): DefaultDelay => ({
	preferredProtocol,
	enableTorrent,
	enableUsenet,
	torrentDelayMinutes,
	usenetDelayMinutes,
	bypassIfHighestQuality,
	bypassIfAboveFormatScore,
	minimumFormatScore,
});

/** Behind all that people have ordered. */
const lastOrder = 1_000_000;

/** The default of the first program becomes ours, unless somebody has changed it; others are for their libraries. */
export async function writeDelays({delays}: Carried, context: CarryContext, deps: RuleDeps): Promise<void> {
	const {delayProfiles, moves, now, settings} = deps;
	const {moveId, source, folders, labels} = context;
	await delayProfiles.ensureDefault(now());
	const keeper = await createKeeper({moveId, source, kind: 'delayProfile'}, moves);
	for (const found of delays) {
		const {sourceId, wanted} = found;
		const all = await delayProfiles.list();
		const usual = all.find(({isDefault}) => isDefault);
		if (!wanted || !usual) {
			continue;
		}
		const isOurDefault = wanted.tags.length === 0 && (keeper.trace(sourceId)?.wrote !== undefined || isUntouched(usual, deps));
		const before = partsOf({...usual, ...defaultDelay(settings)});
		if (isOurDefault) {
			await keeper.change(sourceId, {before, wrote: partsOf(wanted.profile), write: next => writeDefaultDelay(usual.id, next, deps)});
			continue;
		}
		const isDefault = wanted.tags.length === 0;
		const tags = isDefault ? [...new Set(folders.map(({library}) => library.id))] : labelsOf(wanted.tags, labels);
		const profile = {...wanted.profile, tags, order: isDefault ? lastOrder + source : wanted.profile.order};
		if (tags.length > 0 && !(isDefault && isDeepStrictEqual(before, partsOf(wanted.profile)))) {
			const isSame = (each: StoredDelayProfile) =>
				!each.isDefault && isDeepStrictEqual([...each.tags], tags) && isDeepStrictEqual(partsOf(each), partsOf(profile));
			await keeper.keep(sourceId, {
				find: () => all.find(isSame)?.id ?? null,
				add: async () => (await delayProfiles.add(profile, now())).id,
			});
		}
	}
}

export async function writeDefaultDelay(
	id: string,
	next: DefaultDelay,
	{delayProfiles, now, settings}: Omit<RuleDeps, 'moves'>,
): Promise<void> {
	await keepDefaultDelay(next, settings, now());
	await delayProfiles.change(id, next, now());
}

/** Gives the default profile back what it had before a move; false if it has something else by now. */
export async function resetDefaultDelay(
	before: unknown,
	wrote: unknown,
	{delayProfiles, settings}: Pick<RuleDeps, 'delayProfiles' | 'settings'>,
): Promise<boolean> {
	const usual = (await delayProfiles.list()).find(({isDefault}) => isDefault);
	if (!usual || !isDeepStrictEqual(partsOf({...usual, ...defaultDelay(settings)}), wrote)) {
		return false;
	}
	for (const key of delayKeys) {
		await settings.reset(key);
	}
	// Its moment shows that nobody has changed it.
	await delayProfiles.change(usual.id, before as DefaultDelay, usual.createdAt);
	return true;
}

const delayKeys = ['download.preferredProtocol', 'download.torrentDelayMinutes', 'download.usenetDelayMinutes'] as const;

const isUntouched = ({createdAt, updatedAt}: StoredDelayProfile, {settings}: Pick<RuleDeps, 'settings'>): boolean =>
	Number(createdAt) === Number(updatedAt) && delayKeys.every(key => settings.updatedAt(key) === null);

/** The words of one program do not judge the titles of another one: they get the tags of their libraries. */
export async function writeReleaseProfiles(
	{releaseProfiles: found}: Carried,
	indexers: ReadonlyMap<number, string>,
	{moveId, source, program, folders, labels, isAlone}: CarryContext & {isAlone: boolean},
	{moves, now, releaseProfiles}: RuleDeps,
): Promise<void> {
	const keeper = await createKeeper({moveId, source, kind: 'releaseProfile'}, moves);
	for (const {sourceId, wanted} of found) {
		if (!wanted) {
			continue;
		}
		const all = await releaseProfiles.list();
		const own = labelsOf(wanted.tags, labels);
		const tags = own.length > 0 || isAlone ? own : [...new Set(folders.map(({library}) => library.id))];
		const indexerIds = wanted.indexers.flatMap(number => indexers.get(number) ?? []);
		const profile = {...wanted.profile, tags, excludedTags: labelsOf(wanted.excludedTags, labels), indexerIds};
		const isSame = (each: (typeof all)[number]) =>
			isDeepStrictEqual([...each.mustContain], profile.mustContain) &&
			isDeepStrictEqual([...each.mustNotContain], profile.mustNotContain) &&
			isDeepStrictEqual([...each.tags], tags);
		await keeper.keep(sourceId, {
			find: () => all.find(isSame)?.id ?? null,
			async add() {
				const name = freeName(profile.name, program, lowerNames(all));
				return (await releaseProfiles.add({...profile, name}, now())).id;
			},
		});
	}
}

/** What was to begin with the take-over, unless somebody has chosen it here. */
export async function writeLaterSettings(
	{moveId, source}: Pick<CarryContext, 'moveId' | 'source'>,
	{moves, now, settings}: Pick<RuleDeps, 'moves' | 'now' | 'settings'>,
) {
	const about = {moveId, source, kind: 'setting' as const};
	for (const [key, {ourId, wrote}] of await moves.rows.traces(about)) {
		if (isSettingKey(key) && isPlayerSetting(key) && wrote !== undefined && ourId === null && settings.updatedAt(key) === null) {
			// It was checked by `settingFault`.
			await settings.set(key, wrote as SettingValue<SettingKey>, now());
			await moves.rows.note(about, new Map([[key, key]]));
		}
	}
}
