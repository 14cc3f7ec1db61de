import {isDeepStrictEqual} from 'node:util';
import {maskAddress} from '#api/http/secrets.ts';
import {shownTo} from '#api/providers/masked-secrets.ts';
import type {RouteDeps} from '#api/services.ts';
import type {ProviderSettings} from '#shared/domain/provider.ts';
import type {Scope} from '#shared/domain/scope.ts';
import {Conflict, Invalid} from '#shared/errors.ts';
import {type ProviderFamily, protectedSettings, settingsOf} from '#shared/providers/provider-family.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import type {NumberedKind} from '#shared/store/mongo/record-numbers.ts';
import type {KeptValues} from '#shared/store/system/kept-values.ts';
import {accepted, type FaceCall, type FaceReply, type FaceRoute, faceRoute, removed, shown} from './faces.ts';
import {checkTypes, type FieldRow, fieldsWith, foreignValues, usualValues, type Values, valuesIn} from './provider-fields.ts';
import {createRecordTags, type RecordTags} from './tables.ts';
import {FaceFailure, field, integerIn, integersIn, listIn, notFound, textIn, wordIn, wrong} from './wire.ts';

const both = ['movies', 'tv'] as const;

/** One sort of a client, a receiver or a list, as these programs name it. */
export interface Implementation {
	implementation: string;
	implementationName: string;
	/** Ours. */
	kind: string;
	fields: readonly FieldRow[];
	/** What its schema says besides. */
	more?: object;
}

export interface Provider {
	id: string;
	name: string;
	kind: string;
	enabled: boolean;
	tags: string[];
	scope?: Scope;
}

type Settings = Readonly<Record<string, unknown>>;

/** What is said beside the fields: of our settings, and what we have no place for. */
export interface Beside {
	settings: Settings;
	kept: KeptValues;
}

/** What one path of these programs needs to know about providers of ours. */
export interface ProviderFace {
	/** Such as `downloadclient`. */
	path: string;
	/** Our own routes. */
	ours: string;
	kind: NumberedKind;
	family: ProviderFamily;
	/** For messages: `Download client`. */
	noun: string;
	/** The programs' names of our settings, for faults. */
	names: Readonly<Record<string, string>>;
	list(deps: RouteDeps): Promise<Provider[]>;
	isShown(record: Provider, face: Face): boolean;
	implementations(face: Face): readonly Implementation[];
	implementationOf(record: Provider, face: Face): Implementation | undefined;
	/** Our settings by the values of all fields. */
	read(values: Values, implementation: Implementation, face: Face): Settings;
	/** The values of fields by our settings, without secrets. */
	write(record: Provider, face: Face): Values;
	/** What is shown beside the fields; `record` is null for the schema. */
	present(record: Provider | null, kept: KeptValues, call: FaceCall, deps: RouteDeps): Promise<object>;
	readBeside(body: unknown, before: Provider | null, call: FaceCall, deps: RouteDeps): Promise<Beside>;
	/** Throws if a program must not remove it; by default, one that both may use. */
	refuseRemoval?(known: Known, call: FaceCall, deps: RouteDeps): Promise<void>;
	hasBulk?: true;
}

export interface Shown {
	id: number;
	tags: number[];
	[name: string]: unknown;
}

export interface Known {
	record: Provider;
	implementation: Implementation;
	/** Of all fields, without secrets. */
	values: Values;
	kept: KeptValues;
	shown: Shown;
}

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
			return {status: 201, body: row, headers: {Location: `${context.call.base}/api/v3/${path}/${row.id}`}};
		}),
		at(`POST ${path}/test`, async context => {
			const number = integerIn(context.call.body, 'id') ?? 0;
			const before = number > 0 ? await find(number, context).catch(() => null) : null;
			const settings = before ? changed(before, (await readChange(before, context)).change, context) : (await readNew(context)).settings;
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
	const found = (await provider.list(deps)).flatMap(record => {
		const implementation = provider.isShown(record, face) ? provider.implementationOf(record, face) : undefined;
		return implementation ? [{record, implementation}] : [];
	});
	const ids = found.map(({record}) => record.id);
	const [own, stored, tags] = await Promise.all([
		numbers.of(provider.kind, ids),
		kept.of(provider.kind, face, ids),
		createRecordTags(deps),
	]);
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

const keptFields = (kept: KeptValues): Values | null => (kept['fields'] as Values | undefined) ?? null;
const foreignFields = (kept: KeptValues): Values => (kept['foreign'] as Values | undefined) ?? {};

interface Valuing {
	provider: ProviderFace;
	face: Face;
	kept: KeptValues;
}

/** The values as they were sent, as long as they mean what is stored. */
function valuesOf(record: Provider, implementation: Implementation, {provider, face, kept}: Valuing): Values {
	const written = provider.write(record, face);
	const sent = keptFields(kept);
	if (!sent) {
		return {...usualValues(implementation.fields), ...written};
	}
	const stored = record as unknown as Settings;
	const secrets = new Set(implementation.fields.map(({hides}) => hides?.setting));
	const said = Object.entries(provider.read(sent, implementation, face)).filter(([name]) => !secrets.has(name));
	return said.every(([name, value]) => isDeepStrictEqual(value ?? null, stored[name] ?? null)) ? sent : {...sent, ...written};
}

interface Presenting extends Pick<Valuing, 'kept'> {
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

/** What is hidden of a record, with stars. */
function starred(record: Provider, {fields}: Implementation): Values {
	const stored = record as unknown as Settings;
	return Object.fromEntries(fields.flatMap(({name, hides}) => (hides ? [[name, shownAs(hides.as, stored[hides.setting])]] : [])));
}

function shownAs(as: 'secret' | 'address' | 'headers', value: unknown): unknown {
	if (as === 'headers') {
		return Object.keys(value ?? {}).map(key => ({key, value: maskedSecret}));
	}
	return typeof value !== 'string' || value === '' ? null : as === 'address' ? maskAddress(value) : maskedSecret;
}

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

interface Sent {
	values: Values;
	/** Settings that stay as they are stored: their fields came back as they were shown, or not at all. */
	untouched: ReadonlySet<string>;
}

/** Stars stand for what is stored; of a new record, for nothing. */
function sentValues({fields}: Implementation, body: unknown, shownBefore: Values): Sent {
	const values = valuesIn(fields, body);
	checkTypes(fields, values);
	const hiding = fields.flatMap(({name, hides}) => (hides ? [{name, ...hides}] : []));
	const isSame = (name: string) => values[name] === maskedSecret || isDeepStrictEqual(values[name], shownBefore[name]);
	const same = hiding.filter(({name}) => !(name in values) || isSame(name));
	const starless = same.filter(({name}) => values[name] === maskedSecret).map(({name}) => [name, null]);
	return {values: {...values, ...Object.fromEntries(starless)}, untouched: new Set(same.map(({setting}) => setting))};
}

const withoutSecrets = (values: Values, {fields}: Implementation): Values => {
	const hidden = new Set(fields.flatMap(({name, hides}) => (hides ? [name] : [])));
	return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));
};

/** Nothing is kept as empty objects. */
function toKept(fields: Values, foreign: Values, beside: KeptValues): KeptValues {
	return {...beside, fields, ...(Object.keys(foreign).length > 0 && {foreign})};
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

const besideOf = ({fields: _fields, foreign: _foreign, ...beside}: KeptValues): KeptValues => beside;

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
		await testUnlessForced(changed(before, wanted, context), (wanted['enabled'] ?? enabled) === true, context);
		await call.ask(`PUT ${provider.ours}/:id`, {params: {id}, body: wanted, names: provider.names}).catch(asFault);
	}
	if (!isDeepStrictEqual(kept, before.kept)) {
		await deps.kept.set(provider.kind, call.face, {id, values: kept});
	}
	return (await find(before.shown.id, context)).shown;
}

/** The whole settings with a change. A test that is asked with stars uses stored secrets, and sends them nowhere else. */
function changed({record}: Pick<Known, 'record'>, change: Settings, {provider: {family}}: Context): Settings {
	const masked = shownTo(true, record as unknown as ProviderSettings, family); // of this family
	const settings: Settings = {...settingsOf(family, masked)};
	const stars = protectedSettings(family, 'secret').filter(name => settings[name]);
	return {...settings, ...Object.fromEntries(stars.map(name => [name, maskedSecret])), ...change, id: record.id};
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

/** What was sent of these properties, which mean nothing here. */
export function keptProperties(body: unknown, names: readonly string[]): KeptValues {
	return Object.fromEntries(
		names.flatMap(name => {
			const value = field(body, name);
			return ['boolean', 'number', 'string'].includes(typeof value) ? [[name, value]] : [];
		}),
	);
}
