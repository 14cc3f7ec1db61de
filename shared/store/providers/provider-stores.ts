import {randomUUID} from 'node:crypto';
import type {Connection, Model} from 'mongoose';
import {type DownloadClientSettings, defaultClientSettings} from '../../domain/downloads/download-client-record.ts';
import type {ImportList, ImportListSettings} from '../../domain/import-lists/import-list.ts';
import type {IndexerSettings} from '../../domain/indexers/indexer-record.ts';
import type {NotificationSettings} from '../../domain/notifications/notification.ts';
import type {SubtitleProvider, SubtitleProviderSettings} from '../../domain/subtitles/provider-record.ts';
import {downloadClientFamily} from '../../providers/download-clients.ts';
import {importListFamily} from '../../providers/import-lists.ts';
import {indexerFamily} from '../../providers/indexers.ts';
import {notificationFamily} from '../../providers/notifications.ts';
import type {Entered} from '../../providers/provider-family.ts';
import {proxyFamily} from '../../providers/proxies.ts';
import {subtitleProviderFamily} from '../../providers/subtitle-providers.ts';
import type {Secrets} from '../../secrets.ts';
import {type Stored, toRecord} from '../mongo/records.ts';
import {createDownloadQuotas, type QuotaFields, unknownQuota} from '../subtitles/download-quotas.ts';
import {createIndexerActivityStore} from './indexer-activity.ts';
import {createListSignIns, signedOut, signInFields} from './list-sign-ins.ts';
import {createProviderRecords} from './provider-records.ts';

export type NewIndexer = Entered<IndexerSettings>;
export type NewDownloadClient = Entered<DownloadClientSettings>;
export type NewSubtitleProvider = Entered<SubtitleProviderSettings>;
export type NewNotification = Entered<NotificationSettings>;
export type NewImportList = Entered<ImportListSettings>;

export type ProviderStores = ReturnType<typeof createProviderStores>;
export type IndexerStore = ProviderStores['indexers'];
export type ProxyStore = ProviderStores['proxies'];
export type ImportListStore = ProviderStores['importLists'];
export type SubtitleProviderStore = ProviderStores['subtitleProviders'];

export function createProviderStores(connection: Connection, secrets: Secrets) {
	const deps = {connection, secrets};
	return {
		indexers: createProviderRecords(indexerFamily, deps),
		indexerActivity: createIndexerActivityStore(connection),
		downloadClients: createDownloadClientStore(deps),
		subtitleProviders: createSubtitleProviderStore(deps),
		notifications: createNotificationStore(deps),
		importLists: createImportListStore(deps),
		proxies: createProviderRecords(proxyFamily, deps),
	};
}

interface StoreDeps {
	connection: Connection;
	secrets: Secrets;
}

const builtin: NewDownloadClient = {...defaultClientSettings, name: 'Built-in', kind: 'builtin', priority: 50};

function createDownloadClientStore(deps: StoreDeps) {
	const records = createProviderRecords(downloadClientFamily, deps, {
		taken: name => `A download client named ${name}, or a built-in one, already exists.`,
	});
	const {model, sealing, fresh} = records;
	model.schema.index({kind: 1}, {unique: true, partialFilterExpression: {kind: 'builtin'}, name: 'one_builtin'});
	return {
		...records,
		/** Creates the built-in client on first start; there is exactly one. */
		async ensureBuiltin(now: Date): Promise<void> {
			const _id = randomUUID();
			await model.updateOne({kind: 'builtin'}, {$setOnInsert: {_id, ...sealing.seal(_id, fresh(builtin, now))}}, {upsert: true});
		},
	};
}

function createNotificationStore(deps: StoreDeps) {
	const records = createProviderRecords(notificationFamily, deps);
	return {
		...records,
		/** One run of deliveries writes several outcomes, each over the pause of the one before. */
		setHealth: (...[id, health, seen]: Parameters<typeof records.setHealth>) =>
			records.setHealth(id, health, seen && {updatedAt: seen.updatedAt}),
	};
}

const neverRead = {
	lastSyncAt: null,
	nextSyncAt: null,
	completeSince: null,
	incomplete: null,
	items: 0,
	held: null,
} satisfies Partial<ImportList>;

function createImportListStore(deps: StoreDeps) {
	const records = createProviderRecords(importListFamily, deps, {beside: {...neverRead, ...signedOut}, hidden: signInFields});
	type Health = Partial<Omit<ImportList, 'status'>> & {status?: string};
	return {
		...records,
		signIns: createListSignIns(records.model as unknown as Parameters<typeof createListSignIns>[0], records.sealing), // the same
		/** Clears what was learned; all of it if it is another list now. Another app or destination has no account. */
		change: (seen: ImportList, change: Partial<NewImportList>, now: Date): Promise<ImportList> =>
			records.change(seen, change, now, {
				...(isOtherList(seen, change) ? neverRead : {nextSyncAt: null}),
				...(differs(accountDependsOn, seen, change) && signedOut),
			}),
		/** What limits our requests is left alone for a while, as any source that fails. */
		setHealth: (id: string, {status, ...health}: Health, seen?: {updatedAt: Date; disabledUntil?: Date | null}): Promise<void> =>
			records.setHealth(
				id,
				{...health, ...(status && {status: (status === 'rate_limited' ? 'resting' : status) as ImportList['status']})},
				seen,
			),
	};
}

/** The settings that identify the list. */
const listDependsOn = [
	'kind',
	'url',
	'media',
	'source',
	'sourceId',
	'filters',
	'sourceProfileIds',
	'sourceTagIds',
	'sourceRootFolders',
] as const satisfies readonly (keyof NewImportList)[];

/** Whether a change makes it another list, whose items are not those of the one before. */
export function isOtherList(before: NewImportList, change: Partial<NewImportList>): boolean {
	return differs(listDependsOn, before, change);
}

/** The settings that an account was entered for. */
const accountDependsOn = ['kind', 'url', 'clientId', 'clientSecret'] as const satisfies readonly (keyof NewImportList)[];

function differs(names: readonly (keyof NewImportList)[], before: NewImportList, change: Partial<NewImportList>): boolean {
	return names.some(name => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(before[name]));
}

/** Changing one of these means another account or another count, so the known quota is forgotten. */
const quotaDependsOn = ['kind', 'url', 'apiKey', 'username', 'dailyLimit'] as const;

type ProviderRow = Stored<SubtitleProvider> & QuotaFields;

function createSubtitleProviderStore(deps: StoreDeps) {
	const records = createProviderRecords(subtitleProviderFamily, deps, {
		beside: {...unknownQuota, askingUntil: null, taken: []},
		hidden: {taken: 0, askingUntil: 0},
		open(row) {
			const {taken: _taken, askingUntil: _askingUntil, limitedUntil, ...stored} = row as ProviderRow; // `beside` has the other fields
			return {...toRecord<SubtitleProvider>(stored), ...(limitedUntil && {remaining: 0, resetAt: limitedUntil})};
		},
	});
	return {
		...records,
		quotas: createDownloadQuotas(records.model as unknown as Model<ProviderRow>), // the same
		/** Clears what was learned; the quota only with what that depends on. */
		change(seen: SubtitleProvider, change: Partial<NewSubtitleProvider>, now: Date): Promise<SubtitleProvider> {
			const isOther = quotaDependsOn.some(name => change[name] !== undefined && change[name] !== seen[name]);
			return records.change(seen, change, now, isOther ? unknownQuota : {});
		},
	};
}
