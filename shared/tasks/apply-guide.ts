import {createHash} from 'node:crypto';
import {changeWithJob, type PromiseDeps} from '../coordination/outbox.ts';
import {type GuideLink, isSame} from '../domain/guide/guide-item.ts';
import {type FormatTarget, guideTargets} from '../domain/guide/guide-targets.ts';
import {
	type AppliedProfile,
	type FieldChange,
	type GuidePlan,
	isChange,
	notable,
	type PlannedChange,
	type PlannedFormat,
	type PlannedProfile,
	planGuide,
} from '../domain/guide/plan-guide.ts';
import type {FormatScore} from '../domain/quality/profiles.ts';
import {isForBoth} from '../domain/scope.ts';
import {Conflict, isExpected, Unavailable} from '../errors.ts';
import {everyFile, rescoreFiles} from '../jobs/refresh.ts';
import type {Stores} from '../store/database.ts';
import {type RestartDeps, restartSearches} from './restart-searches.ts';

type ReadDeps = Pick<Stores, 'customFormats' | 'guide' | 'qualityDefinitions' | 'qualityProfiles'>;
export type GuideDeps = ReadDeps & PromiseDeps & RestartDeps & Pick<Stores, 'leases'> & {now(): Date};

/** What the chosen items of the guide would change, and a hash that tells whether it is still the same. */
export async function readGuidePlan(deps: ReadDeps): Promise<{plan: GuidePlan; hash: string; links: GuideLink[]}> {
	const {customFormats, guide, qualityDefinitions, qualityProfiles} = deps;
	const [items, links, {sha256}] = await Promise.all([guide.items(), guide.links(), guide.state()]);
	const formats = (await customFormats.list()).filter(isForBoth);
	const profiles = (await qualityProfiles.list()).filter(isForBoth);
	const local = {formats, profiles, sizes: await qualityDefinitions.limits()};
	const chosen = new Set(links.filter(({isChosen}) => isChosen).map(({key}) => key));
	const plan = planGuide(guideTargets(items, chosen), links, local);
	const seen = notable(plan).map(planned => [planned.key, planned.localId, planned.isDeleted, planned.fields, scoresOf(planned)]);
	const hash = createHash('sha256')
		.update(JSON.stringify([sha256, seen]))
		.digest('hex');
	return {plan, hash, links};
}

const scoresOf = (planned: PlannedChange) =>
	planned.kind === 'profile' ? planned.scores.map(({of, before, after, isKept}) => [of, before, after, isKept]) : [];

export interface AppliedGuide {
	added: number;
	changed: number;
	failures: {name: string; error: string}[];
}

interface Application {
	/** Of the plan that a person saw; null for whatever it is now. */
	hash: string | null;
	/** Keys of items whose local changes are given up. */
	overwrite: ReadonlySet<string>;
	signal: AbortSignal;
}

const leaseMs = 30_000;
const maxWaitMs = 10_000;

/**
 * Applies a plan. A killed run is continued by the next, because what was written matches the guide by then. Throws
 * Conflict `changed_meanwhile` when the plan has changed, and Unavailable `guide_busy` while another process applies
 * it.
 */
export async function applyGuide({hash, overwrite, signal}: Application, deps: GuideDeps): Promise<AppliedGuide> {
	const applied = await deps.leases.with('apply-guide', {ms: leaseMs, signal, maxWaitMs}, async () => {
		const {plan, hash: now, links} = await readGuidePlan(deps);
		if (hash !== null && hash !== now) {
			throw new Conflict('changed_meanwhile', 'The changes are no longer those that you saw. Check them again.');
		}
		const due = notable(plan).filter(planned => isChange(planned, overwrite.has(planned.key)));
		const write = () => writePlan(plan, {overwrite, links}, deps);
		// New records rate no file yet.
		const isRated = due.some(({kind, localId}) => kind !== 'sizes' && localId !== null);
		const outcome = isRated ? await changeWithJob(write, {job: rescoreFiles, payload: everyFile}, deps) : await write();
		if (due.length > 0) {
			await restartSearches('all', deps);
		}
		return outcome;
	});
	if (applied === null) {
		throw new Unavailable('guide_busy', 'The guide is being applied right now. Try again in a minute.');
	}
	return applied;
}

/** Remembers what already matches the guide, so that its later changes can be distinguished from those by people. */
export async function linkUnchanged(deps: ReadDeps): Promise<void> {
	const {plan, links} = await readGuidePlan(deps);
	const idOf = new Map(plan.formats.flatMap(({target, localId}) => (localId === null ? [] : [[target, localId] as const])));
	const same = <Planned extends PlannedChange>(all: readonly Planned[]) => all.filter(each => !isChange(each, true));
	const written = [
		...same(plan.formats).flatMap(each => linksOfFormat(each, each.localId)),
		...same(plan.profiles).map(each => ({key: each.key, localId: each.localId, applied: appliedProfile(each, idOf)})),
		...same(plan.sizes).map(({key, localId, target}) => ({key, localId, applied: target.limit})),
	];
	await deps.guide.link(changedLinks(written, links));
}

type Written = Pick<GuideLink, 'key' | 'localId' | 'applied'>;

function changedLinks(written: readonly Written[], links: readonly GuideLink[]): Written[] {
	const known = new Map(links.map(link => [link.key, link]));
	return written.filter(({key, localId, applied}) => {
		const link = known.get(key);
		return link?.localId !== localId || !isSame(link.applied, applied);
	});
}

const linksOfFormat = ({target}: PlannedFormat, localId: string | null): Written[] =>
	target.keys.map(key => ({key, localId, applied: target.format}));

function appliedProfile({target: {name, body, scores}}: PlannedProfile, idOf: ReadonlyMap<FormatTarget, string>): AppliedProfile {
	const formatScores = scores.flatMap(({format, score}): FormatScore[] => {
		const customFormatId = idOf.get(format);
		return customFormatId === undefined ? [] : [{customFormatId, score}];
	});
	return {...body, name, formatScores};
}

interface Writing {
	overwrite: ReadonlySet<string>;
	links: readonly GuideLink[];
}

async function writePlan(plan: GuidePlan, {overwrite, links}: Writing, deps: GuideDeps): Promise<AppliedGuide> {
	const outcome: AppliedGuide = {added: 0, changed: 0, failures: []};
	/** A record that cannot be written, such as one whose new name is taken, does not stop the others. */
	const attempt = async (planned: PlannedChange, write: () => Promise<unknown>): Promise<boolean> => {
		if (!isChange(planned, overwrite.has(planned.key))) {
			return true;
		}
		try {
			await write();
			outcome[planned.localId === null ? 'added' : 'changed'] += 1;
			return true;
		} catch (error) {
			if (!isExpected(error)) {
				throw error;
			}
			outcome.failures.push({name: planned.name, error: error.message});
			return false;
		}
	};

	const idOf = new Map<FormatTarget, string>();
	const written: Written[] = [];
	for (const planned of plan.formats) {
		let id = planned.localId;
		const isDone = await attempt(planned, async () => {
			id = await writeFormat(planned, overwrite, deps);
		});
		if (id !== null) {
			idOf.set(planned.target, id);
			written.push(...(isDone ? linksOfFormat(planned, id) : []));
		}
	}
	await deps.guide.link(changedLinks(written, links));

	const ofProfiles: Written[] = [];
	for (const planned of plan.profiles) {
		let id = planned.localId;
		const isDone = await attempt(planned, async () => {
			id = await writeProfile(planned, {overwrite, idOf}, deps);
		});
		if (id !== null && isDone) {
			ofProfiles.push({key: planned.key, localId: id, applied: appliedProfile(planned, idOf)});
		}
	}
	for (const planned of plan.sizes) {
		const {quality, limit} = planned.target;
		if (await attempt(planned, () => deps.qualityDefinitions.change(quality, limit, deps.now()))) {
			ofProfiles.push({key: planned.key, localId: quality, applied: limit});
		}
	}
	await deps.guide.link(changedLinks(ofProfiles, links));
	return outcome;
}

/** The fields that are written, of those that differ. */
const due = <Field extends FieldChange>(fields: readonly Field[], overwrite: boolean) => fields.filter(({isKept}) => overwrite || !isKept);

async function writeFormat(
	{key, localId, fields, target}: PlannedFormat,
	overwrite: ReadonlySet<string>,
	deps: GuideDeps,
): Promise<string> {
	const {customFormats, now} = deps;
	if (localId === null) {
		return (await customFormats.add(target.format, now())).id;
	}
	const changed = new Set(due(fields, overwrite.has(key)).map(({field}) => field));
	const change = Object.fromEntries(Object.entries(target.format).filter(([field]) => changed.has(field)));
	await customFormats.change(localId, change, now());
	return localId;
}

async function writeProfile(
	{key, localId, fields, scores, target}: PlannedProfile,
	{overwrite, idOf}: {overwrite: ReadonlySet<string>; idOf: ReadonlyMap<FormatTarget, string>},
	{qualityProfiles, now}: GuideDeps,
): Promise<string> {
	const {name, body} = target;
	const isOver = overwrite.has(key);
	const before = localId === null ? [] : (await qualityProfiles.get(localId)).formatScores;
	const formatScores = withScores(before, due(scores, isOver), idOf);
	if (localId === null) {
		return (await qualityProfiles.add({...body, name, packForEpisodeAllowed: false, formatScores}, now())).id;
	}
	const changed = new Set(due(fields, isOver).flatMap(({field}) => (field === 'items' ? ['items', 'cutoff'] : [field])));
	const change = Object.fromEntries(Object.entries({...body, name}).filter(([field]) => changed.has(field)));
	await qualityProfiles.change(localId, {...change, formatScores}, now());
	return localId;
}

/** A format that a person deleted gets no score. */
function withScores(
	before: readonly FormatScore[],
	changes: PlannedProfile['scores'],
	idOf: ReadonlyMap<FormatTarget, string>,
): FormatScore[] {
	const scores = new Map(before.map(({customFormatId, score}) => [customFormatId, score]));
	for (const {format, formatId, after} of changes) {
		const id = format ? idOf.get(format) : formatId;
		if (id) {
			scores.set(id, Number(after));
		}
	}
	return [...scores].filter(([, score]) => score !== 0).map(([customFormatId, score]) => ({customFormatId, score}));
}
