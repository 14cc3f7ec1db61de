import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import type {Indexer, IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import {isFor, isForBoth} from '#shared/domain/scope.ts';
import {Conflict, Invalid} from '#shared/errors.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {settingsOf} from '#shared/providers/provider-family.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import {accepted, type FaceCall, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {type AddableKind, addable, implementations, isAddable, rowsOf} from './indexer-fields.ts';
import {hidden, present, type Read, readFields, readUses, type Settings, type Shown} from './indexer-records.ts';
import {fieldsWith, usualValues, valuesIn} from './provider-fields.ts';
import {createRecordTags} from './tables.ts';
import {FaceFailure, field, integerIn, integersIn, listIn, notFound, textIn, wordIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** Prowlarr adds its indexers through these, and other programs list them. */
export function indexerRoutes(deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute('GET indexer', both, async ({face}) => shown(await all(face, deps))),
		faceRoute('GET indexer/schema', both, async ({face}) => shown(schemaOf(face))),
		faceRoute('GET indexer/:n', both, async call => shown((await find(call, deps)).shown)),
		faceRoute('POST indexer', both, async call => {
			const {settings, kept} = await readNew(call, deps);
			await test(settings, call);
			return {status: 201, ...located(call, await add(settings, kept, {call, deps}))};
		}),
		faceRoute('POST indexer/test', both, async call => {
			const id = integerIn(call.body, 'id') ?? 0;
			const before = id > 0 ? await findNumber(id, call.face, deps).catch(() => null) : null;
			await test(
				before ? changed(before, (await readChange(before, call, deps)).change) : (await readNew(call, deps)).settings,
				call,
				true,
			);
			return removed;
		}),
		faceRoute('POST indexer/testall', both, async call => shown(await testAll(call, deps))),
		faceRoute('PUT indexer/bulk', both, async call => accepted(await changeMany(call, deps))),
		faceRoute('DELETE indexer/bulk', both, async call => {
			for (const number of integersIn(call.body, 'ids') ?? []) {
				await remove(await findNumber(number, call.face, deps), call);
			}
			return removed;
		}),
		...['PUT indexer', 'PUT indexer/:n'].map(line =>
			faceRoute(line, both, async call => {
				const before = await (line.endsWith(':n') ? find(call, deps) : findNumber(integerIn(call.body, 'id') ?? 0, call.face, deps));
				return accepted(await change(before, await readChange(before, call, deps), {call, deps}));
			}),
		),
		faceRoute('DELETE indexer/:n', both, async call => {
			await remove(await find(call, deps), call);
			return removed;
		}),
	];
}

interface Known {
	record: Indexer;
	kept: KeptValues;
	shown: Shown;
}

const located = ({base}: FaceCall, body: Shown) => ({body, headers: {Location: `${base}/api/v3/indexer/${body.id}`}});

async function known(face: Face, deps: RouteDeps): Promise<Known[]> {
	const {indexers, numbers, kept} = deps;
	const records = (await indexers.list()).filter(record => isFor(record, face) && implementations[record.kind]);
	const ids = records.map(({id}) => id);
	const [own, values, tags, clients] = await Promise.all([
		numbers.of('indexer', ids),
		kept.of('indexer', face, ids),
		createRecordTags(deps),
		numbers.of(
			'downloadClient',
			records.flatMap(({downloadClientId}) => downloadClientId ?? []),
		),
	]);
	return records
		.map(record => {
			const sent = values.get(record.id) ?? {};
			const row = present(record, own.get(record.id) ?? 0, {face, kept: sent, tags, clients});
			return {record, kept: sent, shown: row};
		})
		.sort((a, b) => a.shown.id - b.shown.id);
}

const all = async (face: Face, deps: RouteDeps) => (await known(face, deps)).map(each => each.shown);
const find = (call: FaceCall, deps: RouteDeps) => findNumber(call.number(), call.face, deps);

async function findNumber(number: number, face: Face, deps: RouteDeps): Promise<Known> {
	const found = (await known(face, deps)).find(each => each.shown.id === number);
	if (!found) {
		throw notFound();
	}
	return found;
}

function schemaOf(face: Face) {
	const kinds: readonly AddableKind[] = ['newznab', 'torznab'];
	return kinds.map(kind => ({
		name: '',
		fields: fieldsWith(rowsOf(face, kind), usualValues(rowsOf(face, kind))),
		...addable[kind],
		infoLink: 'https://wiki.servarr.com/',
		tags: [],
		presets: [],
		enableRss: true,
		enableAutomaticSearch: true,
		enableInteractiveSearch: true,
		supportsRss: true,
		supportsSearch: true,
		priority: indexerFamily.defaults.priority,
		downloadClientId: 0,
		...(face === 'tv' && {seasonSearchMaximumSingleEpisodeAge: 0}),
	}));
}

async function readClient(body: unknown, {numbers}: RouteDeps): Promise<string | null | undefined> {
	const number = integerIn(body, 'downloadClientId');
	if (number === undefined || number === 0) {
		return number === undefined ? undefined : null;
	}
	return (await numbers.idsOf('downloadClient', [number])).get(number) ?? unknownClient(number);
}

function unknownClient(number: number): never {
	throw wrong('DownloadClientId', 'Download Client does not exist', number);
}

async function readNew({body, face}: FaceCall, deps: RouteDeps): Promise<{settings: Settings; kept: KeptValues}> {
	const implementation = (textIn(body, 'implementation') ?? '').toLowerCase();
	const kind = (['newznab', 'torznab'] as const).find(each => each === implementation);
	if (!kind) {
		throw wrong('Implementation', 'Only Newznab and Torznab can be added here.', implementation);
	}
	const [{change, kept}, tags, client] = await Promise.all([
		readFields(body, face, {kind, before: usualValues(rowsOf(face, kind))}),
		createRecordTags(deps),
		readClient(body, deps),
	]);
	const off = {enabled: true, rss: false, automatic: false, interactive: false};
	const settings = {
		...indexerFamily.defaults,
		name: (textIn(body, 'name') ?? '').trim(),
		kind,
		...change,
		priority: integerIn(body, 'priority') ?? indexerFamily.defaults.priority,
		tags: tags.change([], integersIn(body, 'tags')),
		downloadClientId: client ?? null,
		scope: face,
		...off,
		...readUses(body, off),
	};
	const isUsed = settings.rss || settings.automatic || settings.interactive;
	return {settings: {...settings, enabled: isUsed} as Settings, kept}; // the defaults and these are all of them
}

/** What differs from the stored record. */
async function readChange({record, kept, shown: row}: Known, {body, face}: FaceCall, deps: RouteDeps): Promise<Read> {
	const {kind} = record;
	const before = isAddable(kind) ? valuesIn(rowsOf(face, kind), row) : {};
	const read = isAddable(kind) ? readFields(body, face, {kind, before}) : {change: {}, kept};
	if (!isAddable(kind) && (listIn(body, 'fields') ?? []).some((each: unknown) => (field(each, 'value') ?? null) !== null)) {
		throw wrong('Fields', 'The settings of this indexer cannot be changed here.');
	}
	const implementation = textIn(body, 'implementation');
	if (implementation !== undefined && implementation.toLowerCase() !== String(row['implementation']).toLowerCase()) {
		throw wrong('Implementation', 'The implementation of an indexer cannot be changed.', implementation);
	}
	const [tags, client] = await Promise.all([createRecordTags(deps), readClient(body, deps)]);
	const wanted: Partial<Settings> = {
		...(listIn(body, 'fields') === undefined ? {} : read.change),
		name: (textIn(body, 'name') ?? record.name).trim(),
		priority: integerIn(body, 'priority') ?? record.priority,
		tags: tags.change(record.tags, integersIn(body, 'tags')),
		...(client !== undefined && {downloadClientId: client}),
		...readUses(body, record),
	};
	const stored: Readonly<Record<string, unknown>> = {...record, ...hidden(record)};
	const change = Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, stored[name]));
	return {
		change: Object.fromEntries(change.filter(([name, value]) => name !== 'apiKey' || value !== record.apiKey)),
		kept:
			isAddable(kind) && listIn(body, 'fields') !== undefined && !isDeepStrictEqual(read.kept, readFields(row, face, {kind, before}).kept)
				? read.kept
				: kept,
	};
}

interface Context {
	call: FaceCall;
	deps: RouteDeps;
}

const names = {
	name: 'Name',
	url: 'BaseUrl',
	apiPath: 'ApiPath',
	apiKey: 'ApiKey',
	categories: 'Categories',
	additionalParameters: 'AdditionalParameters',
	minimumSeeders: 'MinimumSeeders',
	seedRatio: 'SeedRatio',
	seedTimeMinutes: 'SeedTime',
	seasonPackSeedTimeMinutes: 'SeasonPackSeedTime',
	priority: 'Priority',
	downloadClientId: 'DownloadClientId',
	tags: 'Tags',
};

/** A name that another indexer of the program has. */
function asFault(error: unknown): never {
	throw error instanceof Conflict && error.code === 'already_exists' ? wrong('Name', 'Should be unique') : error;
}

async function add(settings: Settings, kept: KeptValues, {call, deps}: Context): Promise<Shown> {
	deps.kept.check('indexer', kept);
	await refuseName(settings.name, null, {call, deps});
	const {id} = (await call.ask('POST /api/indexers', {body: settings, names}).catch(asFault)) as {id: string};
	await deps.kept.set('indexer', call.face, {id, values: kept});
	return (await known(call.face, deps)).find(({record}) => record.id === id)?.shown ?? missing();
}

function missing(): never {
	throw notFound();
}

async function refuseName(name: string, id: string | null, {call, deps}: Context): Promise<void> {
	const lower = name.toLowerCase();
	if ((await known(call.face, deps)).some(({record}) => record.id !== id && record.name.toLowerCase() === lower)) {
		throw wrong('Name', 'Should be unique', name);
	}
}

/** Sent back as it was shown, it is not written. */
async function change({record, kept}: Known, read: Read, {call, deps}: Context): Promise<Shown> {
	deps.kept.check('indexer', read.kept);
	if (Object.keys(read.change).length > 0) {
		await refuseName(read.change.name ?? record.name, record.id, {call, deps});
		await test(changed({record}, read.change), call);
		await call.ask('PUT /api/indexers/:id', {params: {id: record.id}, body: read.change, names}).catch(asFault);
	}
	if (!isDeepStrictEqual(read.kept, kept)) {
		await deps.kept.set('indexer', call.face, {id: record.id, values: read.kept});
	}
	return (await known(call.face, deps)).find(each => each.record.id === record.id)?.shown ?? missing();
}

/** The whole settings for a test, which sends stored secrets nowhere else. */
const changed = ({record}: Pick<Known, 'record'>, change: Partial<Settings>) => ({
	...settingsOf<IndexerSettings>(indexerFamily, record),
	...hidden(record),
	...change,
	id: record.id,
});

/** Throws 400 in the words of these programs if the indexer does not answer as it should. */
async function test(settings: Settings & {id?: string}, call: FaceCall, always = false): Promise<void> {
	if (!always && (!settings.enabled || call.query.flag('forceSave') === true)) {
		return;
	}
	await call.ask('POST /api/indexers/test', {body: settings, names}).catch(asTestFault);
}

function asTestFault(error: unknown): never {
	if (error instanceof Invalid && error.faults.length === 0) {
		throw wrong(error.code === 'authentication_failed' ? 'ApiKey' : '', error.message);
	}
	throw error;
}

async function testAll(call: FaceCall, deps: RouteDeps) {
	const results = [];
	for (const {record, shown: row} of await known(call.face, deps)) {
		if (record.enabled) {
			const failure = await call
				.ask('POST /api/indexers/:id/test', {params: {id: record.id}})
				.then(() => null)
				.catch((error: Error) => error);
			const faults = failure === null ? [] : [{propertyName: '', errorMessage: failure.message, severity: 'error'}];
			results.push({id: row.id, isValid: failure === null, validationFailures: faults});
		}
	}
	return results;
}

/** One for both programs is not removed by one of them. */
async function remove({record}: Known, call: FaceCall): Promise<void> {
	if (isForBoth(record)) {
		throw new FaceFailure(400, `${record.name} is for movies and series. Remove it on the page of Kinoteka.`);
	}
	await call.ask('DELETE /api/indexers/:id', {params: {id: record.id}});
}

async function changeMany(call: FaceCall, deps: RouteDeps): Promise<Shown[]> {
	const {body, face} = call;
	const how = wordIn(body, 'applyTags', ['add', 'remove', 'replace']) ?? 'add';
	const sent = integersIn(body, 'tags');
	const changed = [];
	for (const number of integersIn(body, 'ids') ?? []) {
		const before = await findNumber(number, face, deps);
		const now = before.shown.tags;
		const wanted = {add: [...now, ...(sent ?? [])], remove: now.filter(tag => !sent?.includes(tag)), replace: sent ?? []}[how];
		const tags = sent === undefined ? now : [...new Set(wanted)];
		const one = {...Object.fromEntries(Object.entries(body as object).filter(([name]) => name.toLowerCase() !== 'tags')), tags};
		const read = await readChange(before, {...call, body: one}, deps);
		changed.push(await change(before, read, {call, deps}));
	}
	return changed;
}
