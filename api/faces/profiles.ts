import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import {languageOfCode} from '#shared/domain/quality/exported-codes.ts';
import {defaultProfiles, type FormatScore, itemQualities, type QualityProfile} from '#shared/domain/quality/profiles.ts';
import {inScope, isForBoth} from '#shared/domain/scope.ts';
import {Conflict} from '#shared/errors.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {StoredProfile} from '#shared/store/profiles/quality-profiles.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import {faceLanguage, programOf, qualitiesOf} from './codes.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {numberedFormats} from './formats.ts';
import {firstGroup, type Item, plain, rendered, type Steps, stepsOf, toOurs} from './profile-steps.ts';
import {FaceFailure, field, flagIn, integerIn, listIn, notFound, textIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

export function profileRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET qualityprofile', both, async ({face}) => shown((await known(face, deps)).map(each => each.shown))),
		faceRoute('GET qualityprofile/schema', both, async ({face}) => shown(await emptyProfile(face, deps))),
		faceRoute('GET qualityprofile/:n', both, async call => shown((await find(call.number(), call.face, deps)).shown)),
		faceRoute('POST qualityprofile', both, async call => {
			const body = await add(call, deps);
			return {status: 201, body, headers: {Location: `${call.base}/api/v3/qualityprofile/${body.id}`}};
		}),
		...['PUT qualityprofile', 'PUT qualityprofile/:n'].map(line =>
			faceRoute(line, both, async call => {
				const number = line.endsWith(':n') ? call.number() : (integerIn(call.body, 'id') ?? 0);
				return accepted(await change(await find(number, call.face, deps), call, deps));
			}),
		),
		faceRoute('DELETE qualityprofile/:n', both, async call => {
			const {record} = await find(call.number(), call.face, deps);
			if (isForBoth(record)) {
				throw new FaceFailure(400, `${record.name} is for movies and series. Remove it on the page of Kinoteka.`);
			}
			await call.ask('DELETE /api/quality-profiles/:id', {params: {id: record.id}}).catch(error => {
				throw error instanceof Conflict ? new FaceFailure(400, error.message) : error;
			});
			return removed;
		}),
	];
}

interface Sent extends Steps {
	name: string;
	upgradeAllowed: boolean;
	minFormatScore: number;
	cutoffFormatScore: number;
	minUpgradeFormatScore: number;
	/** By number of the format; none that is 0. */
	scores: Record<string, number>;
	/** Only movies have it. */
	language: number | null;
}

interface Known {
	record: StoredProfile;
	sent: Sent;
	shown: {id: number; [name: string]: unknown};
}

async function known(face: Face, deps: RouteDeps): Promise<Known[]> {
	const {qualityProfiles, numbers, kept} = deps;
	const records = inScope(await qualityProfiles.list(), face);
	const ids = records.map(({id}) => id);
	const [formats, own, values] = await Promise.all([
		numberedFormats(face, deps),
		numbers.of('qualityProfile', ids),
		kept.of('qualityProfile', face, ids),
	]);
	const ofFormats = new Map(formats.map(({id, record}) => [record.id, id]));
	return records
		.map(record => {
			const sent = sentFrom(record, {face, formats: ofFormats, kept: values.get(record.id)});
			return {record, sent, shown: {id: own.get(record.id) ?? 0, ...present(sent, formats, face)}};
		})
		.sort((a, b) => a.shown.id - b.shown.id);
}

async function find(number: number, face: Face, deps: RouteDeps): Promise<Known> {
	const found = (await known(face, deps)).find(each => each.shown.id === number);
	if (!found) {
		throw notFound();
	}
	return found;
}

interface Circumstances {
	face: Face;
	formats: ReadonlyMap<string, number>;
	kept: KeptValues | undefined;
}

function sentFrom(record: Omit<QualityProfile, 'id'>, {face, formats, kept}: Circumstances): Sent {
	const {name, upgradeAllowed, minFormatScore, cutoffFormatScore, minUpgradeFormatScore, formatScores, language} = record;
	const scores = formatScores.flatMap(({customFormatId, score}) => {
		const number = formats.get(customFormatId);
		return number === undefined || score === 0 ? [] : [[String(number), score] as const];
	});
	return {
		name,
		upgradeAllowed,
		...stepsOf(record, face, kept),
		minFormatScore,
		cutoffFormatScore,
		minUpgradeFormatScore: Math.max(1, minUpgradeFormatScore),
		scores: Object.fromEntries(scores),
		language: face === 'movies' ? faceLanguage(face, language).id : null,
	};
}

type Formats = Awaited<ReturnType<typeof numberedFormats>>;

function present(sent: Sent, formats: Formats, face: Face) {
	const qualities = new Map(qualitiesOf(face).map(({ours: _, ...quality}) => [quality.id, quality]));
	const one = (number: number, allowed: boolean) => ({quality: qualities.get(number) ?? null, items: [], allowed});
	return {
		name: sent.name,
		upgradeAllowed: sent.upgradeAllowed,
		cutoff: sent.cutoff,
		items: sent.items.map(item =>
			'quality' in item ? one(item.quality, item.allowed) : {...item, items: item.items.map(number => one(number, item.allowed))},
		),
		minFormatScore: sent.minFormatScore,
		cutoffFormatScore: sent.cutoffFormatScore,
		minUpgradeFormatScore: sent.minUpgradeFormatScore,
		formatItems: formats.map(({id, record: {name}}) => ({format: id, name, score: sent.scores[id] ?? 0})),
		language: face === 'movies' ? languageBy(sent.language ?? 0, face) : null,
	};
}

const languageBy = (number: number, face: Face) => faceLanguage(face, languageOfCode(number, programOf(face)));

/** What a new profile begins with. */
async function emptyProfile(face: Face, deps: RouteDeps) {
	const [usual] = defaultProfiles;
	const items = usual!.items.map(item => ({...item, allowed: false})); // there are several
	const steps = rendered(items, '', face);
	const sent = {
		name: '',
		upgradeAllowed: false,
		items: steps.items,
		cutoff: 0,
		minFormatScore: 0,
		cutoffFormatScore: 0,
		minUpgradeFormatScore: 1,
		scores: {},
		language: face === 'movies' ? faceLanguage(face, 'original').id : null,
	};
	return present(sent, await numberedFormats(face, deps), face);
}

/** What was sent; a field that is missing stays as it is. */
async function readSent({body, face}: FaceCall, before: Known | null, deps: RouteDeps): Promise<Sent> {
	const stored = before?.sent;
	const name = (textIn(body, 'name') ?? stored?.name ?? '').trim();
	if (name === '') {
		throw wrong('Name', "'Name' must not be empty.", name);
	}
	const lower = name.toLowerCase();
	if ((await known(face, deps)).some(({record}) => record.id !== before?.record.id && record.name.toLowerCase() === lower)) {
		throw wrong('Name', 'Should be unique', name);
	}
	const given = listIn(body, 'items');
	const items = given
		? completed(
				given.map((each: unknown) => itemIn(each, face)),
				face,
			)
		: (stored?.items ?? []);
	const language = integerIn(field(body, 'language'), 'id');
	const score = (property: string, usual: number) => integerIn(body, property) ?? usual;
	return {
		name,
		upgradeAllowed: flagIn(body, 'upgradeAllowed') ?? stored?.upgradeAllowed ?? false,
		items,
		cutoff: integerIn(body, 'cutoff') ?? stored?.cutoff ?? 0,
		minFormatScore: score('minFormatScore', stored?.minFormatScore ?? 0),
		cutoffFormatScore: score('cutoffFormatScore', stored?.cutoffFormatScore ?? 0),
		minUpgradeFormatScore: Math.max(1, score('minUpgradeFormatScore', stored?.minUpgradeFormatScore ?? 1)),
		scores: await scoresIn(body, face, deps),
		language: face === 'movies' ? (language ?? stored?.language ?? faceLanguage(face, 'original').id) : null,
	};
}

function itemIn(body: unknown, face: Face): Item {
	const allowed = flagIn(body, 'allowed') ?? false;
	const inside = listIn(body, 'items') ?? [];
	if (inside.length === 0) {
		return {quality: qualityIn(body, face), allowed};
	}
	return {
		id: integerIn(body, 'id') ?? 0,
		name: textIn(body, 'name') ?? '',
		items: inside.map((each: unknown) => qualityIn(each, face)),
		allowed,
	};
}

function qualityIn(body: unknown, face: Face): number {
	const number = integerIn(field(body, 'quality'), 'id');
	if (number === undefined || !qualitiesOf(face).some(({id}) => id === number)) {
		throw wrong('Items', 'There is no quality with this number.', number ?? null);
	}
	return number;
}

/** Qualities that were not sent are the worst, and not allowed. Groups without a number get one. */
function completed(items: Item[], face: Face): Item[] {
	const named = items.flatMap(item => ('quality' in item ? [item.quality] : item.items));
	if (new Set(named).size < named.length) {
		throw wrong('Items', 'A quality must be there only once.');
	}
	const rest = qualitiesOf(face).filter(({id}) => !named.includes(id));
	const groups = items.flatMap(item => ('quality' in item ? [] : [item.id]));
	let free = Math.max(firstGroup, ...groups);
	const numbered = items.map(item => {
		if ('quality' in item || item.id > 0) {
			return item;
		}
		free += 1;
		return {...item, id: free};
	});
	return [...rest.map(({id}) => ({quality: id, allowed: false})), ...numbered];
}

async function scoresIn(body: unknown, face: Face, deps: RouteDeps): Promise<Record<string, number>> {
	const own = new Set((await numberedFormats(face, deps)).map(({id}) => id));
	const scores = (listIn(body, 'formatItems') ?? []).map((each: unknown) => {
		const format = integerIn(each, 'format') ?? 0;
		if (!own.has(format)) {
			throw wrong('FormatItems', `There is no custom format with the number ${format}.`, format);
		}
		return [String(format), integerIn(each, 'score') ?? 0] as const;
	});
	return Object.fromEntries(scores.filter(([, score]) => score !== 0));
}

const names = {
	name: 'Name',
	items: 'Items',
	cutoff: 'Cutoff',
	minFormatScore: 'MinFormatScore',
	cutoffFormatScore: 'CutoffFormatScore',
	minUpgradeFormatScore: 'MinUpgradeFormatScore',
	formatScores: 'FormatItems',
	language: 'Language',
};

/** In our words. Qualities that the program lacks stay below all others, and so do the scores of the other program. */
async function toProfile(sent: Sent, face: Face, {before, deps}: {before: StoredProfile | null; deps: RouteDeps}) {
	const {name, upgradeAllowed, minFormatScore, cutoffFormatScore, minUpgradeFormatScore, scores, language} = sent;
	const allowed = sent.items.find(item => ('quality' in item ? item.quality : item.id) === sent.cutoff)?.allowed;
	if (!allowed) {
		throw wrong('Cutoff', 'Cutoff must be an allowed quality or group', sent.cutoff);
	}
	const {items, cutoff} = toOurs(sent, face);
	const own = new Set<string | null>(qualitiesOf(face).map(({ours}) => ours));
	const foreign = (before?.items ?? []).flatMap(item =>
		itemQualities(item).flatMap(quality => (own.has(quality) ? [] : [{quality, allowed: item.allowed}])),
	);
	const formats = await numberedFormats(face, deps);
	const mine = new Set(formats.map(({record}) => record.id));
	const formatScores: FormatScore[] = [
		...(before?.formatScores ?? []).filter(({customFormatId}) => !mine.has(customFormatId)),
		...formats.flatMap(({id, record}) => (scores[id] === undefined ? [] : [{customFormatId: record.id, score: scores[id]}])),
	];
	return {
		name,
		items: [...items, ...foreign],
		cutoff,
		upgradeAllowed,
		minFormatScore,
		cutoffFormatScore,
		minUpgradeFormatScore,
		formatScores,
		...(language !== null && {language: languageOfCode(language, programOf(face)) ?? unknownLanguage(language)}),
	};
}

function unknownLanguage(number: number): never {
	throw wrong('Language', `There is no language with the number ${number}.`, number);
}

/** Two requests at the same time may have sent the same name. */
function asFault(error: unknown): never {
	throw error instanceof Conflict && error.code === 'already_exists' ? wrong('Name', 'Should be unique') : error;
}

async function add(call: FaceCall, deps: RouteDeps) {
	const {face} = call;
	const sent = await readSent(call, null, deps);
	const body = {language: 'any', ...(await toProfile(sent, face, {before: null, deps})), scope: face};
	const {id} = (await call.ask('POST /api/quality-profiles', {body, names}).catch(asFault)) as {id: string};
	return showKept(id, sent, face, deps);
}

async function showKept(id: string, {items, cutoff}: Sent, face: Face, deps: RouteDeps) {
	await deps.kept.set('qualityProfile', face, {id, values: {steps: {items, cutoff}}});
	const found = (await known(face, deps)).find(({record}) => record.id === id);
	if (!found) {
		throw notFound();
	}
	return found.shown;
}

/** What is sent back as it was shown is not written. */
async function change(before: Known, call: FaceCall, deps: RouteDeps) {
	const {record} = before;
	const sent = await readSent(call, before, deps);
	if (isDeepStrictEqual(plain(sent), plain(before.sent))) {
		return before.shown;
	}
	const profile = await toProfile(sent, call.face, {before: record, deps});
	const stored = record as unknown as Record<string, unknown>; // by name
	const isSameOrder = isDeepStrictEqual(plain([sent.items, sent.cutoff]), plain([before.sent.items, before.sent.cutoff]));
	const changed = Object.entries(profile)
		.filter(([name]) => !(isSameOrder && (name === 'items' || name === 'cutoff')))
		.filter(([name, value]) => !isDeepStrictEqual(plain(value), plain(stored[name])));
	if (changed.length > 0) {
		const body = Object.fromEntries(changed);
		// They are checked together.
		const steps = 'items' in body || 'cutoff' in body ? {items: profile.items, cutoff: profile.cutoff} : {};
		await call.ask('PUT /api/quality-profiles/:id', {params: {id: record.id}, body: {...body, ...steps}, names}).catch(asFault);
	}
	return showKept(record.id, sent, call.face, deps);
}
