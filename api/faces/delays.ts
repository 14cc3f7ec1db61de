import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import {isFor, isForBoth, type Scope} from '#shared/domain/scope.ts';
import {Conflict} from '#shared/errors.ts';
import {defaultDelay} from '#shared/settings/delay-default.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {NewDelayProfile, StoredDelayProfile} from '#shared/store/profiles/delay-profiles.ts';
import type {StoredReleaseProfile} from '#shared/store/profiles/release-profiles.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {createRecordTags, type RecordTags} from './tables.ts';
import {FaceFailure, field, flagIn, integerIn, integersIn, notFound, textIn, wordIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** Delay profiles and release profiles. */
export function delayRoutes(deps: RouteDeps): FaceRoute[] {
	return [...delayProfileRoutes(deps), ...releaseProfileRoutes(deps)];
}

function missing(): never {
	throw notFound();
}

/** One for both programs is not removed by one of them. */
function refuseShared(record: {scope?: Scope}, name: string): void {
	if (isForBoth(record)) {
		throw new FaceFailure(400, `${name} is for movies and series. Remove it on the page of Kinoteka.`);
	}
}

interface Shown {
	id: number;
	[name: string]: unknown;
}

interface Known<Rec> {
	record: Rec;
	shown: Shown;
}

const numberIn = (line: string, call: FaceCall) => (line.endsWith(':n') ? call.number() : (integerIn(call.body, 'id') ?? 0));
const found = <Rec>(known: readonly Known<Rec>[], number: number): Known<Rec> => known.find(each => each.shown.id === number) ?? missing();
const made = (call: FaceCall, path: string, body: Shown) => ({
	status: 201,
	body,
	headers: {Location: `${call.base}/api/v3/${path}/${body.id}`},
});

/** What differs from the stored record; lists are compared by their items. */
const differing = (wanted: object, stored: object): object =>
	Object.fromEntries(
		Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, (stored as Readonly<Record<string, unknown>>)[name])),
	);

/** The one without tags has the number 1 there, whatever ours is. */
async function knownDelays(face: Face, {delayProfiles, numbers, settings, ...deps}: RouteDeps): Promise<Known<StoredDelayProfile>[]> {
	const [all, tags] = await Promise.all([delayProfiles.list(), createRecordTags(deps)]);
	const stored = all.filter(each => isFor(each, face));
	const own = await numbers.of(
		'delayProfile',
		stored.map(({id}) => id),
	);
	const usual = own.get(stored.find(({isDefault}) => isDefault)?.id ?? '') ?? 1;
	const numberOf = (id: string) => {
		const number = own.get(id) ?? 0;
		return number === usual ? 1 : number === 1 ? usual : number;
	};
	return stored
		.map(each => ({...each, ...(each.isDefault && defaultDelay(settings))}))
		.map(record => ({record, shown: {id: numberOf(record.id), ...presentDelay(record, tags)}}))
		.sort((a, b) => a.shown.id - b.shown.id);
}

const presentDelay = (record: StoredDelayProfile, tags: RecordTags) => ({
	enableUsenet: record.enableUsenet,
	enableTorrent: record.enableTorrent,
	preferredProtocol: record.preferredProtocol === 'torrent' ? 'torrent' : 'usenet',
	usenetDelay: record.usenetDelayMinutes,
	torrentDelay: record.torrentDelayMinutes,
	bypassIfHighestQuality: record.bypassIfHighestQuality,
	bypassIfAboveCustomFormatScore: record.bypassIfAboveFormatScore,
	minimumCustomFormatScore: record.minimumFormatScore,
	order: record.order,
	tags: tags.numbersOf(record.tags),
});

const delayNames = {
	usenetDelayMinutes: 'UsenetDelay',
	torrentDelayMinutes: 'TorrentDelay',
	minimumFormatScore: 'MinimumCustomFormatScore',
	enableUsenet: 'EnableUsenet',
	order: 'Order',
	tags: 'Tags',
};

const firstDelay: Omit<NewDelayProfile, 'order'> = {
	enableUsenet: true,
	enableTorrent: true,
	preferredProtocol: 'usenet',
	usenetDelayMinutes: 0,
	torrentDelayMinutes: 0,
	bypassIfHighestQuality: false,
	bypassIfAboveFormatScore: false,
	minimumFormatScore: 0,
	tags: [],
};

function readDelay(body: unknown, before: Omit<NewDelayProfile, 'order'> & {order?: number}, tags: RecordTags) {
	const protocol = wordIn(body, 'preferredProtocol', ['unknown', 'usenet', 'torrent']);
	const isShown =
		protocol === undefined || protocol === 'unknown' || protocol === (before.preferredProtocol === 'torrent' ? 'torrent' : 'usenet');
	return {
		enableUsenet: flagIn(body, 'enableUsenet') ?? before.enableUsenet,
		enableTorrent: flagIn(body, 'enableTorrent') ?? before.enableTorrent,
		preferredProtocol: isShown ? before.preferredProtocol : protocol,
		usenetDelayMinutes: integerIn(body, 'usenetDelay') ?? before.usenetDelayMinutes,
		torrentDelayMinutes: integerIn(body, 'torrentDelay') ?? before.torrentDelayMinutes,
		bypassIfHighestQuality: flagIn(body, 'bypassIfHighestQuality') ?? before.bypassIfHighestQuality,
		bypassIfAboveFormatScore: flagIn(body, 'bypassIfAboveCustomFormatScore') ?? before.bypassIfAboveFormatScore,
		minimumFormatScore: integerIn(body, 'minimumCustomFormatScore') ?? before.minimumFormatScore,
		tags: tags.change(before.tags, integersIn(body, 'tags')),
	};
}

function delayProfileRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET delayprofile', both, async ({face}) => shown((await knownDelays(face, deps)).map(each => each.shown))),
		faceRoute('GET delayprofile/:n', both, async ({face, number}) => shown(found(await knownDelays(face, deps), number()).shown)),
		faceRoute('POST delayprofile', both, async call => {
			const body = {...readDelay(call.body, firstDelay, await createRecordTags(deps)), scope: call.face};
			const {id} = (await call.ask('POST /api/delay-profiles', {body, names: delayNames})) as {id: string};
			return made(call, 'delayprofile', (await knownDelays(call.face, deps)).find(({record}) => record.id === id)?.shown ?? missing());
		}),
		...['PUT delayprofile', 'PUT delayprofile/:n'].map(line =>
			faceRoute(line, both, async call => {
				const {record, shown: row} = found(await knownDelays(call.face, deps), numberIn(line, call));
				const wanted = readDelay(call.body, record, await createRecordTags(deps));
				const order = integerIn(call.body, 'order') ?? record.order;
				const body = differing({...wanted, ...(!record.isDefault && {order})}, record);
				if (Object.keys(body).length === 0) {
					return accepted(row);
				}
				await call.ask('PUT /api/delay-profiles/:id', {params: {id: record.id}, body, names: delayNames});
				return accepted(found(await knownDelays(call.face, deps), row.id).shown);
			}),
		),
		faceRoute('DELETE delayprofile/:n', both, async call => {
			const {record} = found(await knownDelays(call.face, deps), call.number());
			if (record.isDefault) {
				throw new FaceFailure(405, 'Cannot delete global delay profile');
			}
			refuseShared(record, 'The profile');
			await call.ask('DELETE /api/delay-profiles/:id', {params: {id: record.id}});
			return removed;
		}),
	];
}

async function knownReleases(face: Face, {releaseProfiles, numbers, ...deps}: RouteDeps): Promise<Known<StoredReleaseProfile>[]> {
	const [all, tags] = await Promise.all([releaseProfiles.list(), createRecordTags(deps)]);
	const stored = all.filter(each => isFor(each, face));
	const [own, indexers] = await Promise.all([
		numbers.of(
			'releaseProfile',
			stored.map(({id}) => id),
		),
		numbers.of(
			'indexer',
			stored.flatMap(({indexerIds}) => indexerIds.slice(0, 1)),
		),
	]);
	return stored
		.map(record => ({
			record,
			shown: {
				id: own.get(record.id) ?? 0,
				name: record.name,
				enabled: record.enabled,
				required: record.mustContain,
				ignored: record.mustNotContain,
				indexerId: indexers.get(record.indexerIds[0] ?? '') ?? 0,
				tags: tags.numbersOf(record.tags),
				excludedTags: tags.numbersOf(record.excludedTags),
			},
		}))
		.sort((a, b) => a.shown.id - b.shown.id);
}

const releaseNames = {
	name: 'Name',
	mustContain: 'Required',
	mustNotContain: 'Ignored',
	tags: 'Tags',
	excludedTags: 'ExcludedTags',
	indexerIds: 'IndexerId',
};

/** A list, or one text with commas. */
function termsIn(body: unknown, name: string): string[] | undefined {
	const sent = field(body, name) ?? undefined;
	const terms = typeof sent === 'string' ? sent.split(',') : sent;
	if (terms !== undefined && !(Array.isArray(terms) && terms.every(each => typeof each === 'string'))) {
		throw wrong(name, `'${name}' must be a list of texts.`);
	}
	return terms?.map((each: string) => each.trim()).filter(each => each !== '');
}

type Terms = Pick<StoredReleaseProfile, 'name' | 'enabled' | 'mustContain' | 'mustNotContain' | 'tags' | 'excludedTags' | 'indexerIds'>;

async function readRelease(body: unknown, before: Terms, deps: RouteDeps): Promise<Terms> {
	const [tags, number] = [await createRecordTags(deps), integerIn(body, 'indexerId')];
	const first = before.indexerIds[0];
	const shownNumber = first === undefined ? 0 : ((await deps.numbers.of('indexer', [first])).get(first) ?? 0);
	const isShown = number === undefined || number === shownNumber;
	const [mustContain, mustNotContain] = [
		termsIn(body, 'required') ?? before.mustContain,
		termsIn(body, 'ignored') ?? before.mustNotContain,
	];
	if (mustContain.length === 0 && mustNotContain.length === 0) {
		throw wrong('Required', "Either 'Must contain' or 'Must not contain' is required");
	}
	return {
		name: textIn(body, 'name')?.trim() || before.name,
		enabled: flagIn(body, 'enabled') ?? before.enabled,
		mustContain,
		mustNotContain,
		tags: tags.change(before.tags, integersIn(body, 'tags')),
		excludedTags: tags.change(before.excludedTags, integersIn(body, 'excludedTags')),
		indexerIds: isShown ? before.indexerIds : number === 0 ? [] : [await indexerOf(number, deps)],
	};
}

async function indexerOf(number: number, {numbers}: RouteDeps): Promise<string> {
	const id = (await numbers.idsOf('indexer', [number])).get(number);
	if (id === undefined) {
		throw wrong('IndexerId', 'Indexer does not exist', number);
	}
	return id;
}

/** Names are not required there, and ours are unique. */
async function freeName({releaseProfiles}: RouteDeps): Promise<string> {
	const taken = new Set((await releaseProfiles.list()).map(({name}) => name.toLowerCase()));
	for (let index = 1; ; index += 1) {
		if (!taken.has(`release profile ${index}`)) {
			return `Release profile ${index}`;
		}
	}
}

function releaseProfileRoutes(deps: RouteDeps): FaceRoute[] {
	const asFault = (error: unknown): never => {
		throw error instanceof Conflict && error.code === 'already_exists' ? wrong('Name', 'Should be unique') : error;
	};
	return [
		faceRoute('GET releaseprofile', both, async ({face}) => shown((await knownReleases(face, deps)).map(each => each.shown))),
		faceRoute('GET releaseprofile/:n', both, async ({face, number}) => shown(found(await knownReleases(face, deps), number()).shown)),
		faceRoute('POST releaseprofile', both, async call => {
			const empty = {enabled: true, mustContain: [], mustNotContain: [], tags: [], excludedTags: [], indexerIds: []};
			const body = {...(await readRelease(call.body, {...empty, name: await freeName(deps)}, deps)), scope: call.face};
			const {id} = (await call.ask('POST /api/release-profiles', {body, names: releaseNames}).catch(asFault)) as {id: string};
			return made(call, 'releaseprofile', (await knownReleases(call.face, deps)).find(({record}) => record.id === id)?.shown ?? missing());
		}),
		...['PUT releaseprofile', 'PUT releaseprofile/:n'].map(line =>
			faceRoute(line, both, async call => {
				const {record, shown: row} = found(await knownReleases(call.face, deps), numberIn(line, call));
				const body = differing(await readRelease(call.body, record, deps), record);
				if (Object.keys(body).length === 0) {
					return accepted(row);
				}
				await call.ask('PUT /api/release-profiles/:id', {params: {id: record.id}, body, names: releaseNames}).catch(asFault);
				return accepted(found(await knownReleases(call.face, deps), row.id).shown);
			}),
		),
		faceRoute('DELETE releaseprofile/:n', both, async call => {
			const {record} = found(await knownReleases(call.face, deps), call.number());
			refuseShared(record, record.name);
			await call.ask('DELETE /api/release-profiles/:id', {params: {id: record.id}});
			return removed;
		}),
	];
}
