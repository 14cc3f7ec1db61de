import {isDeepStrictEqual} from 'node:util';
import type {RouteDeps} from '#api/services.ts';
import {Conflict, Invalid} from '#shared/errors.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import {accepted, type FaceCall, type FaceReply, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {fieldsWith, foreignValues, usualValues, type Values} from './provider-fields.ts';
import {
	besideOf,
	changed,
	foreignFields,
	type Implementation,
	type Known,
	type Provider,
	type ProviderFace,
	type Settings,
	type Shown,
	sentValues,
	starred,
	toKept,
	valuesOf,
	withoutSecrets,
} from './provider-values.ts';
import {createRecordTags, type RecordTags} from './tables.ts';
import {FaceFailure, integerIn, integersIn, listIn, notFound, textIn, wordIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

interface Context {
	provider: ProviderFace;
	call: FaceCall;
	deps: RouteDeps;
}

/** The routes by which programs list, add, change, test and remove providers. */
export function providerFaceRoutes(provider: ProviderFace, deps: RouteDeps): FaceRoute[] {
	const {path} = provider;
	const at = (line: string, handle: (context: Context) => Promise<FaceReply>) =>
		faceRoute(line, both, call => handle({provider, call, deps}));
	return [
		at(`GET ${path}`, async context => shown((await known(context)).map(each => each.shown))),
		at(`GET ${path}/schema`, async context => shown(await schemaOf(context))),
		at(`GET ${path}/:n`, async context => shown((await find(context.call.number(), context)).shown)),
		at(`POST ${path}`, async context => {
			const row = await add(context);
			return {status: 201, body: row, headers: {Location: `${context.call.base}/api/${context.call.api}/${path}/${row.id}`}};
		}),
		at(`POST ${path}/test`, async context => {
			const number = integerIn(context.call.body, 'id') ?? 0;
			const before = number > 0 ? await find(number, context).catch(() => null) : null;
			const settings = before ? changed(before, (await readChange(before, context)).change, provider) : (await readNew(context)).settings;
			await test(settings, context);
			return removed;
		}),
		at(`POST ${path}/testall`, async context => shown(await testAll(context))),
		...(provider.hasBulk ? bulkRoutes(provider, deps) : []),
		...[`PUT ${path}`, `PUT ${path}/:n`].map(line =>
			at(line, async context => {
				const number = line.endsWith(':n') ? context.call.number() : (integerIn(context.call.body, 'id') ?? 0);
				return accepted(await change(await find(number, context), context));
			}),
		),
		at(`DELETE ${path}/:n`, async context => {
			await remove(await find(context.call.number(), context), context);
			return removed;
		}),
	];
}

function bulkRoutes(provider: ProviderFace, deps: RouteDeps): FaceRoute[] {
	return [
		faceRoute(`PUT ${provider.path}/bulk`, both, async call => accepted(await changeMany({provider, call, deps}))),
		faceRoute(`DELETE ${provider.path}/bulk`, both, async call => {
			for (const number of integersIn(call.body, 'ids') ?? []) {
				await remove(await find(number, {provider, call, deps}), {provider, call, deps});
			}
			return removed;
		}),
	];
}

async function known({provider, call, deps}: Context): Promise<Known[]> {
	const {face} = call;
	const {numbers, kept} = deps;
	const records = (await provider.list(deps)).filter(record => provider.isShown(record, face));
	const ids = records.map(({id}) => id);
	const [own, stored, tags] = await Promise.all([
		numbers.of(provider.kind, ids),
		kept.of(provider.kind, face, ids),
		createRecordTags(deps),
	]);
	const found = records.flatMap(record => {
		const implementation = provider.implementationOf(record, face, stored.get(record.id) ?? {});
		return implementation ? [{record, implementation}] : [];
	});
	const rows = await Promise.all(
		found.map(async ({record, implementation}): Promise<Known> => {
			const sent = stored.get(record.id) ?? {};
			const values = valuesOf(record, implementation, {provider, face, kept: sent});
			const row = {
				id: own.get(record.id) ?? 0,
				tags: tags.numbersOf(record.tags),
				beside: await provider.present(record, sent, call, deps),
			};
			return {record, implementation, values, kept: sent, shown: present(record, implementation, {...row, values, kept: sent})};
		}),
	);
	return rows.sort((a, b) => a.shown.id - b.shown.id);
}

async function find(number: number, context: Context): Promise<Known> {
	const found = (await known(context)).find(each => each.shown.id === number);
	if (!found) {
		throw notFound();
	}
	return found;
}

interface Presenting {
	kept: KeptValues;
	id: number;
	tags: number[];
	values: Values;
	beside: object;
}

const described = ({implementation, implementationName, more = {}}: Implementation) => ({
	implementationName,
	implementation,
	configContract: `${implementation}Settings`,
	infoLink: `https://wiki.servarr.com/supported#${implementation.toLowerCase()}`,
	...more,
});

function present(record: Provider, implementation: Implementation, {id, tags, values, kept, beside}: Presenting): Shown {
	const foreign = Object.entries(foreignFields(kept)).map(([name, value]) => ({name, value}));
	return {
		id,
		name: record.name,
		fields: [...fieldsWith(implementation.fields, {...values, ...starred(record, implementation)}), ...foreign],
		...described(implementation),
		tags,
		...beside,
	};
}

async function schemaOf({provider, call, deps}: Context): Promise<object[]> {
	const beside = await provider.present(null, {}, call, deps);
	return provider.implementations(call.face).map(each => ({
		name: '',
		fields: fieldsWith(each.fields, usualValues(each.fields)),
		...described(each),
		tags: [],
		presets: [],
		...beside,
	}));
}

function implementationIn({provider, call}: Context): Implementation {
	const sent = textIn(call.body, 'implementation') ?? '';
	const found = provider.implementations(call.face).find(each => each.implementation.toLowerCase() === sent.toLowerCase());
	if (!found) {
		const names = provider.implementations(call.face).map(each => each.implementation);
		throw wrong('Implementation', `'Implementation' must be one of ${names.join(', ')}.`, sent);
	}
	return found;
}

async function readNew(context: Context): Promise<{settings: Settings; kept: KeptValues}> {
	const {provider, call, deps} = context;
	const {body, face} = call;
	const implementation = implementationIn(context);
	const name = (textIn(body, 'name') ?? '').trim();
	if (name === '') {
		throw wrong('Name', "'Name' must not be empty.", name);
	}
	const values = {...usualValues(implementation.fields), ...sentValues(implementation, body, {}).values};
	const [tags, beside] = [await createRecordTags(deps), await provider.readBeside(body, null, call, deps)];
	const said = Object.entries(provider.read(values, implementation, face)).filter(([, value]) => value !== null);
	return {
		settings: {
			...Object.fromEntries(said),
			...beside.settings,
			...{name, kind: implementation.kind, tags: tags.change([], integersIn(body, 'tags'))},
		},
		kept: toKept(withoutSecrets(values, implementation), foreignValues(implementation.fields, body), beside.kept),
	};
}

/** What differs from the stored record. */
async function readChange(before: Known, context: Context): Promise<{change: Settings; kept: KeptValues}> {
	const {provider, call, deps} = context;
	const {body, face} = call;
	const {record, implementation} = before;
	const sentName = textIn(body, 'implementation') ?? implementation.implementation;
	if (sentName.toLowerCase() !== implementation.implementation.toLowerCase()) {
		throw wrong('Implementation', `The implementation of a ${provider.noun.toLowerCase()} cannot be changed.`, sentName);
	}
	const hasFields = listIn(body, 'fields') !== undefined;
	const {values: sent, untouched} = sentValues(implementation, body, starred(record, implementation));
	const values = {...before.values, ...sent};
	const tags: RecordTags = await createRecordTags(deps);
	const beside = await provider.readBeside(body, record, call, deps);
	const said = hasFields ? Object.entries(provider.read(values, implementation, face)).filter(([name]) => !untouched.has(name)) : [];
	const wanted = {
		...Object.fromEntries(said),
		...beside.settings,
		name: (textIn(body, 'name') ?? record.name).trim(),
		tags: tags.change(record.tags, integersIn(body, 'tags')),
	};
	const stored = record as unknown as Settings;
	const change = Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value ?? null, stored[name] ?? null));
	const kept = hasFields
		? toKept(withoutSecrets(values, implementation), foreignValues(implementation.fields, body), {...besideOf(before.kept), ...beside.kept})
		: {...before.kept, ...beside.kept};
	return {change: Object.fromEntries(change), kept};
}

/** A name that another one has. */
function asFault(error: unknown): never {
	throw error instanceof Conflict && error.code === 'already_exists' ? wrong('Name', 'Should be unique') : error;
}

async function add(context: Context): Promise<Shown> {
	const {provider, call, deps} = context;
	const {settings, kept} = await readNew(context);
	deps.kept.check(provider.kind, kept);
	await testUnlessForced(settings, settings['enabled'] !== false, context);
	const {id} = (await call.ask(`POST ${provider.ours}`, {body: settings, names: provider.names}).catch(asFault)) as {id: string};
	await deps.kept.set(provider.kind, call.face, {id, values: kept});
	return (await known(context)).find(({record}) => record.id === id)?.shown ?? missing();
}

function missing(): never {
	throw notFound();
}

async function change(before: Known, context: Context): Promise<Shown> {
	const {provider, call, deps} = context;
	const {id, enabled} = before.record;
	const {change: wanted, kept} = await readChange(before, context);
	deps.kept.check(provider.kind, kept);
	if (Object.keys(wanted).length > 0) {
		await testUnlessForced(changed(before, wanted, provider), (wanted['enabled'] ?? enabled) === true, context);
		await call.ask(`PUT ${provider.ours}/:id`, {params: {id}, body: wanted, names: provider.names}).catch(asFault);
	}
	if (!isDeepStrictEqual(kept, before.kept)) {
		await deps.kept.set(provider.kind, call.face, {id, values: kept});
	}
	return (await find(before.shown.id, context)).shown;
}

async function testUnlessForced(settings: Settings, isEnabled: boolean, context: Context): Promise<void> {
	if (isEnabled && context.call.query.flag('forceSave') !== true) {
		await test(settings, context);
	}
}

/** Throws 400 in the words of these programs if it does not answer as it should. */
async function test(settings: Settings, {provider, call}: Context): Promise<void> {
	await call.ask(`POST ${provider.ours}/test`, {body: settings, names: provider.names}).catch((error: unknown) => {
		throw error instanceof Invalid && error.faults.length === 0 ? wrong('', error.message) : error;
	});
}

async function testAll(context: Context): Promise<object[]> {
	const {provider, call} = context;
	const results = [];
	for (const {record, shown: row} of await known(context)) {
		if (record.enabled) {
			const failure = await call
				.ask(`POST ${provider.ours}/:id/test`, {params: {id: record.id}})
				.then(() => null)
				.catch((error: Error) => error);
			const faults = failure === null ? [] : [{propertyName: '', errorMessage: failure.message, severity: 'error'}];
			results.push({id: row.id, isValid: failure === null, validationFailures: faults});
		}
	}
	return results;
}

async function changeMany(context: Context): Promise<Shown[]> {
	const {body} = context.call;
	const how = wordIn(body, 'applyTags', ['add', 'remove', 'replace']) ?? 'add';
	const sent = integersIn(body, 'tags');
	const rest = Object.entries(body as object).filter(
		([name]) => !['ids', 'tags', 'applytags', 'name', 'fields'].includes(name.toLowerCase()),
	);
	const changed = [];
	for (const number of integersIn(body, 'ids') ?? []) {
		const before = await find(number, context);
		const now = before.shown.tags;
		const wanted = {add: [...now, ...(sent ?? [])], remove: now.filter(tag => !sent?.includes(tag)), replace: sent ?? []}[how];
		const one = {...Object.fromEntries(rest), ...(sent && {tags: [...new Set(wanted)]})};
		changed.push(await change(before, {...context, call: {...context.call, body: one}}));
	}
	return changed;
}

/** One for both programs is not removed by one of them. */
async function remove(known: Known, {provider, call, deps}: Context): Promise<void> {
	const {id, name, scope} = known.record;
	await (provider.refuseRemoval?.(known, call, deps) ?? refuseShared(scope === null, name));
	await call.ask(`DELETE ${provider.ours}/:id`, {params: {id}}).catch(error => {
		throw error instanceof Conflict ? new FaceFailure(400, error.message) : error;
	});
}

export async function refuseShared(isShared: boolean, name: string): Promise<void> {
	if (isShared) {
		throw new FaceFailure(400, `${name} is for movies and series. Remove it on the page of Kinoteka.`);
	}
}
