import type {Capabilities} from '#shared/domain/indexers/capabilities.ts';
import type {ProviderSettings} from '#shared/domain/provider.ts';
import {Cancelled, isExpected, TooMany} from '#shared/errors.ts';
import {type ConnectionTested, type checkConnection, testConnection} from '#shared/jobs/connections.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {type FamilyName, providerFamilies} from '#shared/providers/families.ts';
import type {ProviderFamily} from '#shared/providers/provider-family.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

interface Tested extends ConnectionTested {
	/** What the record stores of it. */
	learned?: object;
}

export type TestDeps = Openers & ProviderStores;

type Openers = Pick<
	WorkerDeps,
	'openDownloadClient' | 'openImportList' | 'openIndexer' | 'openReceiver' | 'openSubtitleProvider' | 'tryProxy'
>;
type ProviderStores = Pick<WorkerDeps, 'downloadClients' | 'importLists' | 'indexers' | 'notifications' | 'proxies' | 'subtitleProviders'>;
/** How the providers of each family are tested. Their settings were checked when they were stored or sealed. */
const testers: Readonly<Record<FamilyName, (settings: never, deps: Openers, signal: AbortSignal) => Promise<Tested>>> = {
	async indexer(settings, {openIndexer}, signal) {
		const indexer = openIndexer(settings, 'test');
		const tested = await indexer.test(signal);
		return {...tested, learned: {capabilities: briefly(await indexer.capabilities(signal))}};
	},
	async downloadClient(settings, {openDownloadClient}, signal) {
		const tested = await openDownloadClient(settings).test(signal);
		return {...tested, learned: {version: tested.version}};
	},
	subtitleProvider: (settings, {openSubtitleProvider}, signal) => openSubtitleProvider(settings, 'test').test(signal),
	notification: (settings, {openReceiver}, signal) => openReceiver(settings).test(signal),
	importList: (settings, {openImportList}, signal) => openImportList(settings).test(signal),
	proxy: (settings, {tryProxy}, signal) => tryProxy(settings, signal),
};

/** Characters of JSON. Lists show what is stored, and the other side decides how much it says. */
const maxCapabilityChars = 32_768;

function briefly(capabilities: Capabilities): object | null {
	const short = {...capabilities, categories: [], tags: []};
	return [capabilities, short].find(each => JSON.stringify(each).length <= maxCapabilityChars) ?? null;
}

/** Tests the settings that a person entered, or a stored record, whose status the outcome becomes. */
export const handleTestConnection: Handler<typeof testConnection, keyof TestDeps | 'secrets'> = async (
	{family, sealed, recordId},
	deps,
	{signal},
) => {
	const settings = openPayload<ProviderSettings & {updatedAt?: string}>(testConnection, sealed, deps.secrets);
	const {updatedAt} = settings;
	return testAndNote(
		family,
		settings,
		{seen: recordId === null ? null : {id: recordId, ...(updatedAt && {updatedAt: new Date(updatedAt)})}, signal},
		deps,
	);
};

/** Tests a record that was just saved. */
export const handleCheckConnection: Handler<typeof checkConnection, keyof TestDeps> = async ({family, recordId}, deps, {signal}) => {
	const record = await storeOf(family, deps).find(recordId);
	if (!record?.enabled || !familyOf(family).isTestedWhenSaved(record)) {
		return;
	}
	try {
		await testAndNote(family, record, {seen: record, signal}, deps);
	} catch (error) {
		// The stored status says that the test failed.
		if (!isExpected(error) || error instanceof Cancelled) {
			throw error;
		}
	}
};

interface Options {
	/** The record whose status the outcome becomes, as it was read; null for settings that are not stored. */
	seen: {id: string; updatedAt?: Date} | null;
	signal: AbortSignal;
}

/** Throws what the test throws. A record that was changed meanwhile keeps its status: another test follows. */
export async function testAndNote(
	family: FamilyName,
	settings: object,
	{seen, signal}: Options,
	deps: TestDeps,
): Promise<ConnectionTested> {
	const note = async (health: object) => {
		const stored = seen && (await storeOf(family, deps).find(seen.id));
		if (stored && (stored.enabled || !familyOf(family).isOffWhenDisabled)) {
			await storeOf(family, deps).setHealth(stored.id, health, seen.updatedAt && {updatedAt: seen.updatedAt});
		}
	};
	const {learned, version, details, releases} = await testers[family](settings as never, deps, signal).catch(async error => {
		// Neither a limit, our own or the site's, nor a test that was given up says that the settings are wrong.
		if (!(error instanceof TooMany || signal.aborted)) {
			await note({status: 'error', lastError: isExpected(error) ? error.message : 'The test failed unexpectedly; the log says why.'});
		}
		throw error;
	});
	await note({...familyOf(family).untried({enabled: true}), status: 'ok', ...learned});
	return {version, details, ...(releases && {releases})};
}

const familyOf = (family: FamilyName): ProviderFamily => providerFamilies[family] as unknown as ProviderFamily; // of any family

/** What is the same in the stores of all families. */
interface AnyStore {
	find(id: string): Promise<ProviderSettings | null>;
	setHealth(id: string, health: object, seen?: {updatedAt: Date}): Promise<void>;
}

function storeOf(family: FamilyName, stores: ProviderStores): AnyStore {
	const {indexers, downloadClients, subtitleProviders, notifications, importLists, proxies} = stores;
	const ofFamily = {indexer: indexers, downloadClient: downloadClients, subtitleProvider: subtitleProviders, notification: notifications};
	return {...ofFamily, importList: importLists, proxy: proxies}[family];
}
