import {type QueryFilter, Schema} from 'mongoose';
import type {QueueItem, Transfer} from '../../domain/downloads/queue-item.ts';
import {maskSecrets} from '../../mask-secrets.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

/** Where to fetch the release again for a retry. Stored encrypted, because addresses contain keys. */
export interface ReleaseAddresses {
	downloadUrl: string | null;
	magnetUrl: string | null;
}

/**
 * `activeKey` is set while a release is downloading or imported. Its unique index prevents a
 * release from being sent twice.
 */
export type StoredItem = Stored<QueueItem> & ReleaseAddresses & {activeKey?: string};

/** Milliseconds for which an import claims an item at most, before it renews the claim. */
export const maxClaimMs = 60_000;

/** Names the release in `activeKey`. */
export function activeKeyOf({indexerId, guid}: Pick<QueueItem['release'], 'indexerId' | 'guid'>): string {
	return `${indexerId}|${guid}`;
}

const mixed = Schema.Types.Mixed;
const part = (fields: Record<string, unknown>) => ({type: new Schema(fields as never, {...schemaOptions, _id: false}), default: null}); // the item's type says what its parts are

export const itemSchema = new Schema<StoredItem>(
	{
		_id: String,
		state: String,
		status: String,
		health: String,
		statusMessages: [{_id: false, title: String, messages: [String]}],
		errorMessage: String,
		added: Date,
		ended: Date,
		retryAt: Date,
		updatedAt: Date,
		release: part({
			title: String,
			guid: String,
			indexerId: String,
			indexer: String,
			protocol: String,
			infoHash: String,
			size: Number,
			seeders: Number,
			leechers: Number,
			site: String,
			minimumSeeding: mixed,
			judgement: mixed,
			filesChecked: Boolean,
		}),
		chosen: part({rejections: [String], quality: String, isOtherTitle: Boolean}),
		target: part({movieId: String, seriesId: String, episodeIds: [String]}),
		client: part({id: String, name: String}),
		sending: part({key: String, token: String, tries: Number, until: Date}),
		transfer: part({
			downloadId: String,
			started: Date,
			outputPath: String,
			size: Number,
			sizeLeft: Number,
			secondsLeft: Number,
			seeders: Number,
			leechers: Number,
			removable: Boolean,
			progressAt: Date,
			waitsSince: Date,
			clientFaultSince: Date,
			missingSince: Date,
			missedLists: Number,
			removedFromClient: Boolean,
			held: Boolean,
		}),
		import: part({
			claim: mixed,
			journal: mixed,
			discarded: mixed,
			tries: Number,
			files: mixed,
			choice: mixed,
			arriving: mixed,
			isIncomplete: Boolean,
		}),
		followUp: part({since: Date, blocklist: Boolean, removeFromClient: Boolean, search: Boolean}),
		downloadUrl: String,
		magnetUrl: String,
		activeKey: String,
	},
	schemaOptions,
);
numberRecords(itemSchema, 'queue');
itemSchema.index({activeKey: 1}, {unique: true, partialFilterExpression: {activeKey: {$exists: true}}});
itemSchema.index({added: 1, _id: 1});
itemSchema.index({'release.title': 1, _id: 1});
itemSchema.index({'release.size': 1, _id: 1});
itemSchema.index({status: 1, added: 1, _id: 1});
itemSchema.index({'target.movieId': 1, added: 1, _id: 1});
itemSchema.index({'target.seriesId': 1, added: 1, _id: 1});
itemSchema.index({'client.id': 1, state: 1});
itemSchema.index({'client.id': 1, state: 1, 'release.filesChecked': 1}, {partialFilterExpression: {'release.filesChecked': false}});
itemSchema.index({state: 1, retryAt: 1});
itemSchema.index({state: 1, health: 1});
itemSchema.index({'transfer.downloadId': 1});
itemSchema.index({'release.infoHash': 1});
// Each kind of due work has its own index, so that a crowd of other items never hides it.
itemSchema.index({state: 1, 'import.claim.until': 1}, {partialFilterExpression: {state: 'importing'}});
itemSchema.index({state: 1, transfer: 1, updatedAt: 1}, {partialFilterExpression: {transfer: null}});
itemSchema.index({state: 1, updatedAt: 1}, {partialFilterExpression: {state: 'imported'}});
itemSchema.index({'followUp.since': 1}, {partialFilterExpression: {'followUp.since': {$exists: true}}});

export function toItem({activeKey: _, downloadUrl: _url, magnetUrl: _magnet, ...stored}: StoredItem): QueueItem {
	return toRecord<QueueItem>(stored);
}

/** A change of an item. Of its release, transfer and import, only the named fields change. */
export type ItemChange = Partial<Omit<QueueItem, 'id' | 'state' | 'release' | 'transfer' | 'import'>> & {
	release?: Partial<QueueItem['release']>;
	/** Null when it begins again. */
	transfer?: Partial<NonNullable<QueueItem['transfer']>> | null;
	import?: Partial<NonNullable<QueueItem['import']>>;
};

const parts: ReadonlySet<string> = new Set<keyof ItemChange>(['release', 'transfer', 'import']);

/** The change with dotted paths, as `$set` takes it. */
export function toSet({errorMessage, ...change}: ItemChange): Record<string, unknown> {
	const fields = Object.entries(change).flatMap(([name, value]) =>
		parts.has(name) && value !== null
			? Object.entries(value as object).map(([field, inner]) => [`${name}.${field}`, inner] as const)
			: [[name, value] as const],
	);
	// Clients quote the addresses of trackers in their messages.
	const message = errorMessage === undefined ? {} : {errorMessage: errorMessage && maskSecrets(errorMessage)};
	return {...Object.fromEntries(fields), ...message};
}

/**
 * Matches the item only as the caller saw it: not sent again, taken over by another sender, or decided about
 * since. Whoever writes after a wait uses it.
 */
export function asSeen({
	state,
	transfer,
	sending,
	retryAt,
}: Pick<QueueItem, 'state'> & {transfer: Pick<Transfer, 'started'> | null} & Partial<
		Pick<QueueItem, 'sending' | 'retryAt'>
	>): QueryFilter<StoredItem> {
	const isIntent = state === 'downloading' && transfer === null;
	return {
		state,
		'transfer.started': transfer?.started ?? null,
		...(isIntent && {'sending.token': sending?.token ?? null}),
		// The client decides about a download on its way; its `retryAt` means nothing.
		...(state !== 'downloading' && retryAt !== undefined && {retryAt}),
	};
}

/** Matches the items that have the parts whose fields change. */
export function havingParts(change: ItemChange): QueryFilter<StoredItem> {
	return {...(change.transfer && {transfer: {$ne: null}}), ...(change.import && {import: {$ne: null}})};
}
