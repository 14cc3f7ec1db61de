import {promiseJob} from '#shared/coordination/outbox.ts';
import type {DownloadClientRecord, DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import type {Indexer, IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import {folderAround, foreignPath} from '#shared/domain/moves/map-paths.ts';
import type {FoundRecord, MoveKind} from '#shared/domain/moves/move.ts';
import {asksSame} from '#shared/domain/moves/source-connections.ts';
import type {NotificationSettings} from '#shared/domain/notifications/notification.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {checkConnection} from '#shared/jobs/connections.ts';
import {downloadClientFamily} from '#shared/providers/download-clients.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {notificationFamily} from '#shared/providers/notifications.ts';
import type {Entered} from '#shared/providers/provider-family.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {createKeeper, madeRecords} from './keep-records.ts';
import {type Carried, settingsFor} from './read-carried.ts';
import {prowlarrNumber} from './write-prowlarr.ts';
import {freeName, labelsOf, lowerNames, type MovedFolder, numbered} from './write-records.ts';

export type ProviderDeps = Pick<
	WorkerDeps,
	'downloadClients' | 'importLists' | 'indexers' | 'jobs' | 'moves' | 'notifications' | 'now' | 'outbox' | 'remotePathMappings'
>;

/** Where the records of a source belong, and what its numbers have become. */
export interface CarryContext {
	moveId: string;
	source: number;
	program: Program;
	folders: readonly MovedFolder[];
	labels: ReadonlyMap<number, string>;
	profiles: ReadonlyMap<number, string>;
	/** Our ids of the indexers of Prowlarr in this move, by their numbers there. */
	throughProwlarr?: ReadonlyMap<string, string>;
}

const keeperOf = ({moveId, source}: CarryContext, kind: MoveKind, {moves}: Pick<ProviderDeps, 'moves'>) =>
	createKeeper({moveId, source, kind}, moves);

/** Those that can come, with what they become. */
const coming = <Wanted>(all: readonly FoundRecord<Wanted>[]) =>
	all.flatMap(({sourceId, wanted}) => (wanted === null ? [] : [{sourceId, wanted}]));

const slashless = (url: string | null | undefined) => (url ?? '').replace(/\/+$/, '').toLowerCase();
const isSameClient = (one: Partial<DownloadClientSettings>, other: Partial<DownloadClientSettings>): boolean =>
	one.kind === other.kind && slashless(one.url) === slashless(other.url) && (one.kind !== 'blackhole' || one.directory === other.directory);

const categories = ['movieCategory', 'tvCategory', 'movieImportedCategory', 'tvImportedCategory'] as const;

/** Clients by their numbers. One server of both programs is one client, with the categories of each. */
export async function writeClients({clients}: Carried, context: CarryContext, deps: ProviderDeps): Promise<Map<number, string>> {
	const {downloadClients, now} = deps;
	const keeper = await keeperOf(context, 'downloadClient', deps);
	const own = await madeRecords({...context, kind: 'downloadClient'}, deps.moves);
	const ids = new Map<number, string>();
	for (const {sourceId, wanted} of coming(clients)) {
		const all = await downloadClients.list();
		const same = all.find(each => isSameClient(each, wanted.settings));
		const {id, isNew} = await keeper.keep(sourceId, {
			find: () => same?.id ?? null,
			async add() {
				const name = freeName(wanted.settings.name ?? '', context.program, lowerNames(all));
				const settings = {
					...settingsFor(wanted.settings, downloadClientFamily),
					name,
					tags: labelsOf(wanted.tags, context.labels),
					...numbered(sourceId),
				};
				const added = await downloadClients.add(settings, now());
				await checkLater('downloadClient', added, deps);
				return added.id;
			},
		});
		// What people have set up themselves stays as it is.
		same && !isNew && own.has(id) && (await addCategories(same, wanted.settings, deps));
		ids.set(Number(sourceId), id);
	}
	return ids;
}

async function addCategories(
	client: DownloadClientRecord,
	wanted: Partial<DownloadClientSettings>,
	{downloadClients, now}: ProviderDeps,
): Promise<void> {
	const missing = categories.filter(name => client[name] === null && wanted[name]);
	if (missing.length > 0) {
		await downloadClients.change(client, Object.fromEntries(missing.map(name => [name, wanted[name]])), now());
	}
}

const checkLater = (family: 'downloadClient' | 'indexer', {id, enabled}: {id: string; enabled: boolean}, deps: ProviderDeps) =>
	enabled ? promiseJob(checkConnection, {family, recordId: id}, deps) : null;

/** Indexers by their numbers. What both programs have is one indexer, with the categories of each. */
export async function writeIndexers(
	{indexers: found}: Carried,
	clients: ReadonlyMap<number, string>,
	context: CarryContext,
	deps: ProviderDeps,
): Promise<Map<number, string>> {
	const {indexers, now} = deps;
	const keeper = await keeperOf(context, 'indexer', deps);
	const own = await madeRecords({...context, kind: 'indexer'}, deps.moves);
	const ids = new Map<number, string>();
	for (const {sourceId, wanted} of coming(found)) {
		const all = await indexers.list();
		// What Prowlarr has given them comes from there, and is asked once.
		const direct = context.throughProwlarr?.get(prowlarrNumber(wanted.settings.name ?? '', wanted.settings.apiPath) ?? '');
		const same = all.find(each => (direct === undefined ? asksSame(each, wanted.settings) : each.id === direct));
		const {id, isNew} = await keeper.keep(sourceId, {
			find: () => same?.id ?? null,
			async add() {
				const name = freeName(wanted.settings.name ?? '', context.program, lowerNames(all));
				const downloadClientId = clients.get(wanted.clientId ?? 0) ?? null;
				const further = {name, downloadClientId, tags: labelsOf(wanted.tags, context.labels), ...numbered(sourceId)};
				const added = await indexers.add({...settingsFor(wanted.settings, indexerFamily), ...further}, now());
				indexerFamily.isTestedWhenSaved(added) && (await checkLater('indexer', added, deps));
				return added.id;
			},
		});
		direct === undefined && same && !isNew && own.has(id) && (await addCategoriesOf(same, wanted.settings, deps));
		ids.set(Number(sourceId), id);
	}
	return ids;
}

async function addCategoriesOf(indexer: Indexer, wanted: Partial<IndexerSettings>, {indexers, now}: ProviderDeps): Promise<void> {
	const all = [...new Set([...indexer.categories, ...(wanted.categories ?? [])])];
	if (all.length > indexer.categories.length && indexer.categories.length > 0) {
		await indexers.change(indexer, {categories: all}, now());
	}
}

export async function writePathMappings({pathMappings}: Carried, context: CarryContext, deps: ProviderDeps): Promise<void> {
	const {remotePathMappings, now} = deps;
	const keeper = await keeperOf(context, 'remotePathMapping', deps);
	for (const {sourceId, wanted} of coming(pathMappings)) {
		const all = await remotePathMappings.list();
		await keeper.keep(sourceId, {
			find: () => all.find(({host, remotePath}) => host === wanted.host && remotePath === wanted.remotePath)?.id ?? null,
			add: async () => (await remotePathMappings.add(wanted, now())).id,
		});
	}
}

export async function writeNotifications({notifications: found}: Carried, context: CarryContext, deps: ProviderDeps): Promise<void> {
	const {notifications, now} = deps;
	const keeper = await keeperOf(context, 'notification', deps);
	const isSame = (one: NotificationSettings, other: Entered<NotificationSettings>) =>
		one.kind === other.kind && slashless(one.url) === slashless(other.url) && one.to === other.to && one.apiKey === other.apiKey;
	for (const {sourceId, wanted} of coming(found)) {
		const all = await notifications.list();
		const settings = settingsFor(wanted.settings, notificationFamily);
		const tags = labelsOf(wanted.tags, context.labels);
		await keeper.keep(sourceId, {
			find: () => all.find(each => isSame(each, settings))?.id ?? null,
			async add() {
				const name = freeName(settings.name, context.program, lowerNames(all));
				return (await notifications.add({...settings, name, tags}, now())).id;
			},
		});
	}
}

export async function writeLists({lists}: Carried, context: CarryContext, deps: ProviderDeps): Promise<void> {
	const {importLists, now} = deps;
	const keeper = await keeperOf(context, 'importList', deps);
	const isSame = (one: ImportListSettings, other: Entered<ImportListSettings>) =>
		(['kind', 'media', 'source', 'sourceId', 'rootFolderPath'] as const).every(name => one[name] === other[name]) &&
		slashless(one.url) === slashless(other.url);
	for (const {sourceId, wanted} of coming(lists)) {
		const place = placeOf(wanted.root, context);
		if (!place) {
			continue;
		}
		const all = await importLists.list();
		const given = {
			...wanted.settings,
			rootFolderPath: place.root,
			libraryId: place.library.id,
			qualityProfileId: context.profiles.get(wanted.profileId ?? 0) ?? null,
			tags: labelsOf(wanted.tags, context.labels),
		};
		const settings = settingsFor(given, importListFamily);
		await keeper.keep(sourceId, {
			find: () => all.find(each => isSame(each, settings))?.id ?? null,
			async add() {
				const name = freeName(settings.name, context.program, lowerNames(all));
				return (await importLists.add({...settings, name}, now())).id;
			},
		});
	}
}

export function placeOf(path: string, {folders}: Pick<CarryContext, 'folders'>): MovedFolder | null {
	const around = folderAround(
		foreignPath(path),
		folders.map(({from}) => foreignPath(from)),
	);
	return folders.find(({from}) => foreignPath(from) === around) ?? folders[0] ?? null;
}
