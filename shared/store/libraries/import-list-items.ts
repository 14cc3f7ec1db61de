import {randomUUID} from 'node:crypto';
import {type ClientSession, type Connection, type Model, Schema} from 'mongoose';
import type {ImportList, ListMedia} from '../../domain/import-lists/import-list.ts';
import type {ItemChanges, ItemState, ListIds, ListItem} from '../../domain/import-lists/list-item.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {readPage} from '../../lists/page.ts';
import {isUuid, type Stored, schemaOptions, toRecord, unlessMadeMeanwhile} from '../mongo/records.ts';
import type {AlsoWrite} from '../mongo/transaction.ts';

/** A change of an item; nothing is written if its state has changed meanwhile. */
export interface ItemStep {
	id: string;
	from: ItemState;
	change: Partial<Omit<ListItem, 'id' | 'listId' | 'key'>>;
}

type Row = Stored<ListItem>;

const itemSchema = new Schema<Row>(
	{
		_id: String,
		listId: String,
		media: String,
		key: String,
		ids: {type: {metaId: Number, imdbId: String, tvMetaId: Number}, _id: false},
		title: String,
		year: Number,
		seasons: {type: [Number], default: undefined},
		state: String,
		titleId: String,
		reason: String,
		isWanted: Boolean,
		isTouched: Boolean,
		isSettled: Boolean,
		retryAt: Date,
		firstSeenAt: Date,
		lastSeenAt: Date,
		leftAt: Date,
	},
	schemaOptions,
);
itemSchema.index({listId: 1, key: 1}, {unique: true});
itemSchema.index({listId: 1, firstSeenAt: -1, _id: -1});
itemSchema.index({listId: 1, state: 1, firstSeenAt: -1, _id: -1});
itemSchema.index({state: 1, firstSeenAt: 1}, {partialFilterExpression: {state: 'waiting'}});
itemSchema.index({titleId: 1});
itemSchema.index({'ids.metaId': 1, media: 1});

/** Fields by which an item is recognized, and judged. */
const knownFields = {
	key: 1,
	ids: 1,
	title: 1,
	year: 1,
	state: 1,
	titleId: 1,
	leftAt: 1,
	lastSeenAt: 1,
	isWanted: 1,
	isTouched: 1,
	retryAt: 1,
} as const;
export type KnownItem = Pick<ListItem, 'id' | keyof typeof knownFields>;

const stepSize = 1000;

interface UploadedFile {
	/** Of the list. */
	_id: string;
	content: Buffer;
}
const fileSchema = new Schema<UploadedFile>({_id: String, content: Buffer}, schemaOptions);

export function createImportListItemStore(connection: Connection) {
	const items = connection.model<Row>('ImportListItem', itemSchema, 'importListItems');
	const files = connection.model<UploadedFile>('ImportListFile', fileSchema, 'importListFiles');
	return {
		...answered(items),
		...adding(items),
		...byPersons(items),
		...leaving(items),
		async get(listId: string, id: string): Promise<ListItem> {
			const found = isUuid(id) ? await items.findOne({_id: id, listId}).lean<Row>() : null;
			if (!found) {
				throw new NotFound('import_list_item_not_found', `The list has no item with the id ${id}.`);
			}
			return toRecord<ListItem>(found);
		},
		/** Newest first. */
		async page({listId, state, page, limit}: {listId: string; state?: ItemState; page: number; limit: number}) {
			const filter = {listId, ...(state && {state})};
			const {rows, total} = await readPage<Row, Row>(items, {filter, sort: {firstSeenAt: -1, _id: -1}, page, limit});
			return {items: toRecords(rows), total};
		},
		/** Items of lists that are gone by now. */
		async removeOrphans(listIds: readonly string[]): Promise<void> {
			await items.deleteMany({listId: {$nin: [...listIds]}});
			await files.deleteMany({_id: {$nin: [...listIds]}});
		},
		/** The file that was uploaded for a list; null for none. */
		async readFile(listId: string): Promise<Uint8Array | null> {
			// The driver's own type of bytes.
			const found = await files.findById(listId).lean<{content: {buffer: Uint8Array}}>();
			return found && new Uint8Array(found.content.buffer);
		},
		/** Replaces the file of a list. */
		async keepFile(listId: string, content: Uint8Array): Promise<void> {
			await files.updateOne({_id: listId}, {$set: {content: Buffer.from(content)}}, {upsert: true});
		},
		async removeOf(listId: string): Promise<void> {
			await items.deleteMany({listId});
		},
	};
}

const toRecords = (rows: Row[]) => rows.map(row => toRecord<ListItem>(row));

/** The items with these ids, in steps. */
async function setMany(items: Model<Row>, ids: readonly string[], change: Partial<Row>): Promise<void> {
	for (let from = 0; from < ids.length; from += stepSize) {
		await items.updateMany({_id: {$in: ids.slice(from, from + stepSize)}}, {$set: change});
	}
}

/** What a list has, and what an answer of it changes. */
function answered(items: Model<Row>) {
	return {
		async known(listId: string): Promise<KnownItem[]> {
			return (await items.find({listId}, knownFields).lean<Stored<KnownItem>[]>()).map(row => toRecord<KnownItem>(row));
		},
		/**
		 * Writes what an answer changes, and nothing if it changes nothing. Only a whole answer makes items leave. May
		 * be repeated after it was interrupted.
		 */
		async apply(
			{added, learned, returned, missing, absent}: ItemChanges,
			{listId, media, isWhole, seenAt, now}: {listId: string; media: ListMedia; isWhole: boolean; seenAt: Date; now: Date},
		): Promise<void> {
			const fresh = added.map(entry => ({...entry, _id: randomUUID(), listId, media, ...unhandled, firstSeenAt: now}));
			for (let from = 0; from < fresh.length; from += stepSize) {
				// An earlier run that was interrupted has stored some of them.
				await items.insertMany(fresh.slice(from, from + stepSize), {ordered: false, lean: true}).catch(unlessMadeMeanwhile);
			}
			for (let from = 0; from < learned.length; from += stepSize) {
				// What has a title, or was decided by a person, is not looked up again.
				const writes = learned.slice(from, from + stepSize).map(({id, ids}) => ({
					updateOne: {
						filter: {_id: id, state: {$in: ['waiting', 'unmatched'] as ItemState[]}},
						update: {$set: {ids, state: 'waiting' as const, reason: null, retryAt: null}},
					},
				}));
				await items.bulkWrite(writes, {ordered: false});
			}
			const onList = {lastSeenAt: null, leftAt: null, isSettled: false};
			for (let from = 0; from < returned.length; from += stepSize) {
				const ids = returned.slice(from, from + stepSize);
				await items.updateMany({_id: {$in: ids}, state: 'left'}, {$set: {state: 'waiting', reason: null}});
				await items.updateMany({_id: {$in: ids}}, {$set: onList});
			}
			await setMany(items, missing, {lastSeenAt: seenAt});
			if (isWhole) {
				await setMany(items, absent, {leftAt: now});
				// What a person deleted stays deleted, whether it is on the list or not.
				await items.updateMany({listId, leftAt: {$ne: null}, state: {$nin: ['left', 'removedByPerson']}}, {$set: {state: 'left'}});
				await items.deleteMany({listId, state: 'left', titleId: null});
			}
		},
		/** Each change is written only if the item has the state that it had. */
		async step(steps: readonly ItemStep[]): Promise<void> {
			for (let from = 0; from < steps.length; from += stepSize) {
				const writes = steps.slice(from, from + stepSize).map(({id, from: state, change}) => ({
					updateOne: {filter: {_id: id, state}, update: {$set: change}},
				}));
				await items.bulkWrite(writes, {ordered: false});
			}
		},
		/** Those that left so long ago are forgotten, unless another list has them or a person is asked about them. */
		async prune({id, onLeave}: Pick<ImportList, 'id' | 'onLeave'>, before: Date): Promise<void> {
			const isOver = {$or: [{isSettled: true}, {isTouched: true}, {titleId: null}]};
			await items.deleteMany({listId: id, state: 'left', leftAt: {$lt: before}, ...(onLeave !== 'nothing' && isOver)});
		},
		async count(listId: string): Promise<number> {
			return items.countDocuments({listId, leftAt: null});
		},
	};
}

/** What waits to be added. */
function adding(items: Model<Row>) {
	return {
		/** The item that has waited longest, of these lists. */
		async nextWaiting(listIds: readonly string[], now: Date): Promise<ListItem | null> {
			const due = {$or: [{retryAt: null}, {retryAt: {$lte: now}}]};
			const found = await items
				.findOne({state: 'waiting', listId: {$in: [...listIds]}, ...due})
				.sort({firstSeenAt: 1})
				.lean<Row>();
			return found && toRecord<ListItem>(found);
		},
		/** Marks the item whose title is being added, in the transaction that adds it. */
		async markAdded(id: string, {titleId, metaId}: {titleId: string; metaId: number}, session: ClientSession): Promise<void> {
			const set = {state: 'added', titleId, reason: null, isWanted: false, isTouched: false, retryAt: null, 'ids.metaId': metaId} as const;
			await items.updateOne({_id: id}, {$set: set}, {session});
		},
		/** Which of these titles did a person delete? */
		async deletedByPersons(media: ListMedia, metaIds: readonly number[]): Promise<Set<number>> {
			const rows = await items
				.find({'ids.metaId': {$in: [...metaIds]}, media, state: 'removedByPerson'}, {ids: 1})
				.lean<{ids: ListIds}[]>();
			return new Set(rows.flatMap(({ids}) => ids.metaId ?? []));
		},
		/** A person wants this title after all: no list holds its deletion against it. */
		async forgive(media: ListMedia, metaId: number): Promise<void> {
			await items.updateMany({'ids.metaId': metaId, media, state: 'removedByPerson'}, {$set: {state: 'waiting'}});
		},
	};
}

/** What persons do to items and their titles. */
function byPersons(items: Model<Row>) {
	return {
		/** To write together with the deletion of titles by a person: no list adds them again. */
		removedByPerson:
			(media: ListMedia, titles: readonly {id: string; metaId: number}[]): AlsoWrite =>
			session =>
				items.updateMany(
					{$or: [{titleId: {$in: titles.map(({id}) => id)}}, {'ids.metaId': {$in: titles.map(({metaId}) => metaId)}, media}]},
					{$set: {state: 'removedByPerson', titleId: null, reason: null, isWanted: false}},
					{session},
				),
		/** Before a person changes these titles: lists leave them alone from now on. */
		async noteTouched(titleIds: readonly string[]): Promise<void> {
			await items.updateMany({titleId: {$in: [...titleIds]}}, {$set: {isTouched: true}});
		},
		/** What a person decides about an item, whatever state it has. */
		async decide(id: string, change: ItemStep['change']): Promise<void> {
			await items.updateOne({_id: id}, {$set: change});
		},
		/** A person wants to keep the titles of these items, which have left. */
		async keepTitles(ids: readonly string[]): Promise<void> {
			await setMany(items, ids, {isTouched: true, isSettled: true, reason: 'Kept by a person.'});
		},
	};
}

/** What has left its list. */
function leaving(items: Model<Row>) {
	return {
		/** Items with a title whose leaving is not settled, the longest away first. */
		async left(listId: string, before: Date): Promise<ListItem[]> {
			const filter = {listId, state: 'left' as const, isSettled: false, titleId: {$ne: null}, leftAt: {$lte: before}};
			return toRecords(await items.find(filter).sort({leftAt: 1, _id: 1}).lean<Row[]>());
		},
		/** Whether any list has the title of an item that left: another list, or its own under another id. */
		async isOnAny({titleId, media, ids}: Pick<ListItem, 'titleId' | 'media' | 'ids'>): Promise<boolean> {
			const same = [...(titleId ? [{titleId}] : []), ...(ids.metaId ? [{'ids.metaId': ids.metaId, media}] : [])];
			return (await items.exists({$or: same, leftAt: null})) !== null;
		},
		/**
		 * Settles that an item has left. Throws Conflict `changed_meanwhile` if it is on the list again, or a person
		 * has changed its title since.
		 */
		async settleLeft(id: string, reason: string, session: ClientSession | null = null): Promise<void> {
			const only = {_id: id, state: 'left' as const, isTouched: false, isSettled: false};
			const {matchedCount} = await items.updateOne(only, {$set: {isSettled: true, reason}}, session ? {session} : {});
			if (matchedCount === 0) {
				throw new Conflict('changed_meanwhile', 'The item of the list was changed meanwhile.');
			}
		},
	};
}

/** What a new item begins with. */
const unhandled = {
	state: 'waiting',
	titleId: null,
	reason: null,
	isWanted: false,
	isTouched: false,
	isSettled: false,
	retryAt: null,
	lastSeenAt: null,
	leftAt: null,
} as const;
