import {type Caller, isAdministrator} from '#api/http/access/callers.ts';
import {idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import {learnTags} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import type {ProviderHealth, ProviderRecord, ProviderSettings} from '#shared/domain/provider.ts';
import type {Fault} from '#shared/errors.ts';
import type {FamilyName} from '#shared/providers/families.ts';
import type {Entered, ProviderFamily} from '#shared/providers/provider-family.ts';
import {checkSaved, runConnectionTest} from './connection-test.ts';
import {completeSettings, faultsOf} from './entered-settings.ts';
import {shownTo} from './masked-secrets.ts';
import {type Given, providerBodies} from './provider-bodies.ts';

/** The store of the records, as far as the routes use it. */
interface ProviderStore<Settings extends ProviderSettings, Rec> {
	find(id: string): Promise<Rec | null>;
	get(id: string): Promise<Rec>;
	list(): Promise<Rec[]>;
	add(settings: Entered<Settings>, now: Date): Promise<Rec>;
	change(seen: Rec, settings: Entered<Settings>, now: Date): Promise<Rec>;
	remove(id: string): Promise<boolean>;
}

interface ProviderResource<
	Settings extends ProviderSettings = ProviderSettings,
	Health extends ProviderHealth = ProviderHealth,
	Rec = ProviderRecord<Settings, Health>,
> {
	name: FamilyName;
	/** Where the records are, and what the list calls them there. */
	path: `/api/${string}`;
	plural: string;
	family: ProviderFamily<Settings, Health>;
	view: {fields: object; present(record: Rec): object};
	store: ProviderStore<Settings, Rec>;
	/** Who may read them. */
	readers: 'auth' | 'admin';
	/** Faults that only other records show. */
	findOtherFaults?(given: Partial<Entered<Settings>>, stored: Rec | null, isNew: boolean): Promise<Fault[]>;
	/** Default settings of a new record that depend on other records. */
	findDefaults?(given: Partial<Entered<Settings>>): Promise<Partial<Entered<Settings>>>;
	/** Throws if there must not be another one. */
	refuseAddition?(): Promise<void>;
	/** Throws if the stored record must not become this. */
	refuseChange?(stored: Rec, settings: Entered<Settings>): void;
	/** Called when a record was added or changed; `before` is null for a new one. */
	saved?(record: Rec, before: Rec | null): Promise<void>;
	/** Throws if the record is needed. */
	refuseRemoval?(record: Rec): Promise<void>;
	/** Called when a record was removed. */
	removed?(id: string): Promise<void>;
	/** Milliseconds that a test may take longer than usual. */
	testExtraMs?(settings: Entered<Settings>): number;
}

/** Lists, shows, adds, changes, removes and tests the providers of one family. */
export function providerRoutes<Settings extends ProviderSettings, Health extends ProviderHealth>(
	resource: ProviderResource<Settings, Health>,
	deps: RouteDeps,
): Route[] {
	const bodies = providerBodies(resource.family, Object.keys(resource.view.fields));
	const any = resource as unknown as ProviderResource; // of any family
	return [...recordRoutes(any, bodies, deps), ...testRoutes(any, bodies, deps)];
}

type AnyRecord = ProviderRecord<ProviderSettings, ProviderHealth>;

type Bodies = ReturnType<typeof providerBodies>;

function recordRoutes(resource: ProviderResource, bodies: Bodies, deps: RouteDeps): Route[] {
	const {name, path, plural, family, view, store, readers} = resource;
	const {now} = deps;
	const findFaults = faultsIn(resource);
	const show = (record: AnyRecord, caller: Caller | null) =>
		view.present(shownTo(caller !== null && isAdministrator(caller), record, family));
	const tested = async (record: AnyRecord) =>
		family.isTestedWhenSaved(record) ? checkSaved(record, {family: name, find: store.find}, deps) : record;
	return [
		route(`GET ${path}`, {access: readers}, async ({caller}) => ok({[plural]: (await store.list()).map(record => show(record, caller))})),
		route(`GET ${path}/:id`, {access: readers, params: idParams}, async ({params, caller}) => ok(show(await store.get(params.id), caller))),
		route(`POST ${path}`, {access: 'admin', body: bodies.add, findFaults}, async ({body, caller}) => {
			const {settings, generated} = completeSettings({...body, ...(await resource.findDefaults?.(body))}, null, family);
			await resource.refuseAddition?.();
			await learnTags(tagsIn(settings), deps);
			const added = await store.add(settings, now());
			await resource.saved?.(added, null);
			return created({...show(await tested(added), caller), ...generated});
		}),
		route(`PUT ${path}/:id`, {access: 'admin', params: idParams, body: bodies.edit, findFaults}, async ({params, body, caller}) => {
			const stored = await store.get(params.id);
			const {settings, generated} = completeSettings(body, stored, family);
			resource.refuseChange?.(stored, settings);
			await learnTags(tagsIn(settings), deps);
			const changed = await store.change(stored, settings, now());
			await resource.saved?.(changed, stored);
			return ok({...show(await tested(changed), caller), ...generated});
		}),
		route(`DELETE ${path}/:id`, {access: 'admin', params: idParams}, async ({params}) => {
			const record = await store.get(params.id);
			await resource.refuseRemoval?.(record);
			await store.remove(record.id);
			await resource.removed?.(record.id);
			return noContent;
		}),
	];
}

/** Tags that are no library become labels. */
const tagsIn = (settings: object) =>
	['tags', 'leaveTags'].flatMap(name => (settings as Readonly<Record<string, readonly string[] | undefined>>)[name] ?? []); // `field.tags`

function testRoutes(resource: ProviderResource, {test: body}: Bodies, deps: RouteDeps): Route[] {
	const {name, path, family, store, testExtraMs = () => 0} = resource;
	const how = {access: 'admin', limit: 'tests'} as const;
	return [
		route(`POST ${path}/test`, {...how, body, findFaults: faultsIn(resource)}, async ({body: {id, ...given}}) => {
			const stored = id ? await store.find(id) : null;
			const {settings} = completeSettings(given, stored, family);
			const extraMs = testExtraMs(settings);
			return runConnectionTest({family: name, settings: {...settings, id: id ?? ''}, recordId: null, extraMs}, deps);
		}),
		route(`POST ${path}/:id/test`, {...how, params: idParams}, async ({params}) => {
			const stored = await store.get(params.id);
			return runConnectionTest({family: name, settings: stored, recordId: stored.id, extraMs: testExtraMs(stored)}, deps);
		}),
	];
}

/** A change is checked together with the settings that it leaves alone. */
function faultsIn({family, store, findOtherFaults}: ProviderResource) {
	return async ({body: {id, ...given}, params, wrong}: CheckedBody<Given>): Promise<Fault[]> => {
		const stored = await store.find(params['id'] ?? id ?? '');
		const isNew = stored === null && params['id'] === undefined;
		return [...faultsOf(given, {stored, isNew, wrong, family}), ...((await findOtherFaults?.(given, stored, isNew)) ?? [])];
	};
}
