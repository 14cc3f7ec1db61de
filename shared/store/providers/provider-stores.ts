import {randomUUID} from 'node:crypto';
import {type Connection, type Model, Schema} from 'mongoose';
import {type DownloadClientSettings, defaultClientSettings} from '../../domain/downloads/download-client-record.ts';
import type {ImportList, ImportListSettings} from '../../domain/import-lists/import-list.ts';
import type {IndexerSettings} from '../../domain/indexers/indexer-record.ts';
import type {NotificationSettings} from '../../domain/notifications/notification.ts';
import type {ProviderHealth, ProviderRecord, ProviderSettings} from '../../domain/provider.ts';
import type {SubtitleProvider, SubtitleProviderSettings} from '../../domain/subtitles/provider-record.ts';
import {maskedHealth} from '../../mask-secrets.ts';
import {downloadClientFamily} from '../../providers/download-clients.ts';
import {importListFamily} from '../../providers/import-lists.ts';
import {indexerFamily} from '../../providers/indexers.ts';
import {notificationFamily} from '../../providers/notifications.ts';
import type {Entered, ProviderFamily} from '../../providers/provider-family.ts';
import {proxyFamily} from '../../providers/proxies.ts';
import {subtitleProviderFamily} from '../../providers/subtitle-providers.ts';
import type {Secrets} from '../../secrets.ts';
import {type NumberedKind, numberRecords} from '../mongo/record-numbers.ts';
import {byName, createRecords, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {createSealing, type SealedCollection} from '../sealing/sealed-fields.ts';
import {createDownloadQuotas, type QuotaFields, unknownQuota} from '../subtitles/download-quotas.ts';
import {createIndexerActivityStore} from './indexer-activity.ts';
import {createListSignIns, signedOut, signInFields} from './list-sign-ins.ts';

interface Options<Rec extends {id: string}> {
	/** What is stored beside each record and is not part of it, with its first values. */
	beside?: Readonly<Record<string, unknown>>;
	/** Fields of it that `open` does not need. */
	hidden?: Readonly<Record<string, 0>>;
	/** Makes the record of a document that has more fields. */
	open?: (row: Stored<Rec>) => Rec;
	/** The error for a name that another record has. */
	taken?: (name: string) => string;
}

/** The records of a family of providers. What is protected is sealed in the database and plain in what is returned. */
function createProviderRecords<Settings extends ProviderSettings, Health extends ProviderHealth>(
	family: ProviderFamily<Settings, Health>,
	{connection, secrets}: {connection: Connection; secrets: Secrets},
	{beside = {}, hidden = {}, open, taken}: Options<ProviderRecord<Settings, Health>> = {},
) {
	type Rec = ProviderRecord<Settings, Health>;
	type Row = Stored<Rec>;
	const {name, collection, fields, untried} = family;
	const noted = {...beside, ...unknownNetwork};
	const model = connection.model(modelOf(name), numbered(schemaOf(family, noted), collection), collection) as unknown as Model<Row>; // its fields are those of the family
	const sealing = createSealing(collection as SealedCollection, secrets);
	const {find, get, list, insert, update, note, remove} = createRecords<Rec>({
		model,
		kind: name,
		order: 'priority' in fields ? {priority: 1, name: 1} : {name: 1},
		collation: byName,
		hidden,
		sealing,
		// Records of older versions lack what was added since.
		open: row => ({...family.defaults, ...(open ?? toRecord<Rec>)(row)}),
		taken: {message: row => (taken ?? (given => `${withArticle(name)} named ${given} already exists.`))(row.name ?? '')},
	});

	/** A new record as it is stored, apart from its id. */
	const fresh = (settings: Entered<Settings>, now: Date) =>
		({...settings, ...untried(settings), ...noted, ...madeAt(now)}) as unknown as Omit<Row, '_id'>; // settings and health are all of it

	return {
		model,
		sealing,
		fresh,
		find,
		get,
		list,
		remove,
		add: (settings: Entered<Settings>, now: Date) => insert(fresh(settings, now)),
		/**
		 * Clears what was learned, because other settings may lead elsewhere. Throws Conflict `changed_meanwhile` if
		 * the record was changed since it was `seen`.
		 */
		change: (
			seen: Pick<Rec, 'id' | 'updatedAt' | 'enabled' | 'url'>,
			change: Partial<Entered<Settings>>,
			now: Date,
			other: Readonly<Record<string, unknown>> = {},
		): Promise<Rec> => {
			const learned = {...untried({enabled: change.enabled ?? seen.enabled}), ...(isElsewhere(change.url, seen.url) && unknownNetwork)};
			const parts = {...change, ...learned, ...other, updatedAt: now} as unknown as Partial<Row>; // the parts of a row
			return update(seen.id, parts, seen);
		},
		/** Notes where the address led when it was first asked, unless the record was changed since it was `seen`. */
		notePublic: (id: string, isPublic: boolean, {updatedAt}: {updatedAt: Date}): Promise<void> =>
			note(id, {isPublic} as Partial<Row>, {...unknownNetwork, updatedAt} as Partial<Row>),
		/**
		 * Writes what was learned by using it. With `seen`, nothing is written if the record was changed since then, or
		 * another pause was set.
		 */
		setHealth: (
			id: string,
			health: Partial<Health & Pick<Settings, 'enabled'>>,
			seen?: {updatedAt: Date; disabledUntil?: Date | null},
		): Promise<void> => {
			const {updatedAt, disabledUntil} = seen ?? {};
			const only = {...(updatedAt && {updatedAt}), ...(disabledUntil !== undefined && {disabledUntil})};
			return note(id, maskedHealth(health) as Partial<Row>, only as Partial<Row>); // parts of a row
		},
	};
}

const unknownNetwork = {isPublic: null};

function isElsewhere(url: string | null | undefined, before: string | null): boolean {
	return url !== undefined && url !== before;
}

/** The fields of a family, with the types that their rules have. */
function schemaOf({fields, untried, collection}: Pick<ProviderFamily, 'collection' | 'fields' | 'untried'>, beside: object): Schema {
	const types: Record<string, unknown> = {string: String, number: Number, boolean: Boolean};
	const learned = Object.keys({...untried({enabled: true}), ...beside}).map(name => [name, Schema.Types.Mixed]);
	const schema = new Schema(
		{
			_id: String,
			...Object.fromEntries(Object.entries(fields).map(([name, {type}]) => [name, types[type ?? ''] ?? Schema.Types.Mixed])),
			...Object.fromEntries(learned),
			createdAt: Date,
			updatedAt: Date,
		},
		schemaOptions,
	);
	const isByScope = 'scope' in fields;
	// That of indexers still has the name of the form that it replaced.
	const name = isByScope && collection !== 'indexers' ? 'name_1_scope_1' : 'name_1';
	schema.index(isByScope ? {name: 1, scope: 1} : {name: 1}, {unique: true, collation: byName, name});
	if ('priority' in fields) {
		schema.index({priority: 1, name: 1}, {collation: byName});
	}
	return schema;
}

/** What programs made for Radarr and Sonarr know by a number, too. */
const numberedFamilies: Readonly<Record<string, NumberedKind>> = {
	indexers: 'indexer',
	downloadClients: 'downloadClient',
	notifications: 'notification',
	importLists: 'importList',
};

function numbered(schema: Schema, collection: string): Schema {
	const kind = numberedFamilies[collection];
	if (kind) {
		numberRecords(schema, kind);
	}
	return schema;
}

/** `download client` is the model `DownloadClient`. */
const modelOf = (name: string) => name.replaceAll(/(?:^| )(\w)/g, (_all, letter: string) => letter.toUpperCase());

const withArticle = (name: string) => `${/^[aeiou]/.test(name) ? 'An' : 'A'} ${name}`;

export type NewIndexer = Entered<IndexerSettings>;
type NewDownloadClient = Entered<DownloadClientSettings>;
export type NewSubtitleProvider = Entered<SubtitleProviderSettings>;
export type NewNotification = Entered<NotificationSettings>;
type NewImportList = Entered<ImportListSettings>;

type ProviderStores = ReturnType<typeof createProviderStores>;
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
