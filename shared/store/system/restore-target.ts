import {BSON} from 'mongodb';
import type {Connection} from 'mongoose';
import {notUndone, stagePrefix} from './snapshots.ts';

export type RestoreTarget = ReturnType<typeof createRestoreTarget>;

/** Keeps every type unchanged: 64-bit numbers, whole doubles, binary data. */
const exactly = {promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true, validation: {utf8: false}} as const;
/** Collection and document that keep the service from starting while collections of two times are there. */
const facts = 'installation';
const mark = {_id: 'restore'};
const batchBytes = 4 * 2 ** 20;
const batchDocuments = 1000;

/**
 * Writes documents under other names, and replaces the existing ones only once all are complete. Indexes are built by
 * the next start.
 */
export function createRestoreTarget(connection: Connection) {
	const db = connection.getClient().db(connection.name);
	const namesOf = async () => (await db.listCollections({}, {nameOnly: true}).toArray()).map(({name}) => name);
	const ours = async () => (await namesOf()).filter(name => !name.startsWith('system.') && !name.startsWith(stagePrefix));

	return {
		/** Whether an earlier restore was interrupted while it replaced collections. */
		isUnfinished: async () => (await db.collection<typeof mark>(facts).findOne(mark)) !== null,
		/** From now on no process starts. */
		async begin(): Promise<void> {
			const staged = (await namesOf()).filter(name => name === stagePrefix + facts);
			for (const name of [facts, ...staged]) {
				await db.collection<typeof mark & {value: string}>(name).updateOne(mark, {$set: {value: 'unfinished'}}, {upsert: true});
			}
		},
		/** From now on processes start. */
		async end(): Promise<void> {
			await db.collection<typeof mark>(facts).deleteOne(mark);
		},
		/** Names of collections that hold something. */
		async filled(): Promise<string[]> {
			const names = (await ours()).filter(name => !notUndone.includes(name));
			const first = await Promise.all(names.map(name => db.collection(name).findOne({}, {projection: {_id: 1}})));
			return names.filter((_name, index) => first[index] !== null);
		},
		/** Removes what an earlier restore left. */
		async clearStage(): Promise<void> {
			for (const name of (await namesOf()).filter(each => each.startsWith(stagePrefix))) {
				await db.dropCollection(name);
			}
		},
		/** Returns the number of documents that were stored. */
		async stage(name: string, batches: AsyncIterable<Uint8Array[]>): Promise<number> {
			const stage = await db.createCollection(stagePrefix + name);
			for await (const batch of inBatches(batches)) {
				await stage.insertMany(
					batch.map(bytes => BSON.deserialize(bytes, exactly)),
					{ordered: false},
				);
			}
			return stage.countDocuments();
		},
		/** Puts the staged collections in place and drops all others. */
		async replaceAll(names: readonly string[]): Promise<void> {
			// The mark is in both, so it stays, whichever is there.
			for (const name of names) {
				await db.renameCollection(stagePrefix + name, name, {dropTarget: true});
			}
			for (const name of (await ours()).filter(each => !names.includes(each) && !notUndone.includes(each))) {
				await db.dropCollection(name);
			}
		},
	};
}

async function* inBatches(source: AsyncIterable<Uint8Array[]>): AsyncGenerator<Uint8Array[]> {
	let batch: Uint8Array[] = [];
	let bytes = 0;
	for await (const documents of source) {
		for (const document of documents) {
			if (batch.length > 0 && (batch.length >= batchDocuments || bytes + document.length > batchBytes)) {
				yield batch;
				[batch, bytes] = [[], 0];
			}
			batch.push(document);
			bytes += document.length;
		}
	}
	if (batch.length > 0) {
		yield batch;
	}
}
