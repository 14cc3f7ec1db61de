import {randomUUID} from 'node:crypto';
import type {Connection, Model} from 'mongoose';
import {type DownloadClientSettings, defaultClientSettings} from '../../domain/downloads/download-client-record.ts';
import type {IndexerSettings} from '../../domain/indexers/indexer-record.ts';
import type {NotificationSettings} from '../../domain/notifications/notification.ts';
import type {SubtitleProvider, SubtitleProviderSettings} from '../../domain/subtitles/provider-record.ts';
import {downloadClientFamily} from '../../providers/download-clients.ts';
import {indexerFamily} from '../../providers/indexers.ts';
import {notificationFamily} from '../../providers/notifications.ts';
import type {Entered} from '../../providers/provider-family.ts';
import {subtitleProviderFamily} from '../../providers/subtitle-providers.ts';
import type {Secrets} from '../../secrets.ts';
import {type Stored, toRecord} from '../mongo/records.ts';
import {createDownloadQuotas, type QuotaFields, unknownQuota} from '../subtitles/download-quotas.ts';
import {createProviderRecords} from './provider-records.ts';

export type NewIndexer = Entered<IndexerSettings>;
export type NewDownloadClient = Entered<DownloadClientSettings>;
export type NewSubtitleProvider = Entered<SubtitleProviderSettings>;
export type NewNotification = Entered<NotificationSettings>;

export type ProviderStores = ReturnType<typeof createProviderStores>;
export type IndexerStore = ProviderStores['indexers'];
export type SubtitleProviderStore = ProviderStores['subtitleProviders'];

export function createProviderStores(connection: Connection, secrets: Secrets) {
	const deps = {connection, secrets};
	return {
		indexers: createProviderRecords(indexerFamily, deps),
		downloadClients: createDownloadClientStore(deps),
		subtitleProviders: createSubtitleProviderStore(deps),
		notifications: createNotificationStore(deps),
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

/** What belongs to another account, or counts differently, makes what is known of the quota worthless. */
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
