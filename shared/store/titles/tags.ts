import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {maxLabels} from '../../domain/media/tags.ts';
import {Conflict} from '../../errors.ts';
import {takeNumbers} from '../mongo/record-numbers.ts';
import {createRecords, isDuplicateKey, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {type AlsoWrite, inTransaction} from '../mongo/transaction.ts';

/** A label that titles and records may have. */
export interface Tag {
	id: string;
	/** See `toLabel`. */
	label: string;
	/** For programs that know tags by number, from 1. It is never given again. */
	number: number;
	/** The label that titles and records may still have; null unless a rename is under way. */
	renamedFrom: string | null;
	createdAt: Date;
	updatedAt: Date;
}

export type TagStore = ReturnType<typeof createTagStore>;

const tagSchema = new Schema<Stored<Tag>>(
	{_id: String, label: String, number: Number, renamedFrom: String, createdAt: Date, updatedAt: Date},
	schemaOptions,
);
tagSchema.index({label: 1}, {unique: true});
tagSchema.index({number: 1}, {unique: true});
tagSchema.index({renamedFrom: 1}, {partialFilterExpression: {renamedFrom: {$gt: ''}}});

const renameRunning = () => new Conflict('rename_running', 'The tag is being renamed. Wait until that has ended, then try again.');

/** Tries to get a number that was not just taken by another process. */
const maxTries = 20;

export function createTagStore(connection: Connection) {
	const tags = connection.model<Stored<Tag>>('Tag', tagSchema, 'tags');
	const {find, get, list, update} = createRecords<Tag>({
		model: tags,
		kind: 'tag',
		order: {label: 1},
		taken: {message: ({label}) => `There is already a tag named ${label}. Give its titles that tag, and delete this one.`},
	});

	async function known(labels: readonly string[]): Promise<Tag[]> {
		const named = {$in: [...labels]};
		const rows = await tags.find({$or: [{label: named}, {renamedFrom: named}]}).lean<Stored<Tag>[]>();
		return rows.map(row => toRecord<Tag>(row));
	}

	async function add(label: string, now: Date): Promise<Tag> {
		for (let tries = 1; ; tries += 1) {
			if ((await tags.estimatedDocumentCount()) >= maxLabels) {
				throw new Conflict('too_many_tags', `There are ${maxLabels} tags, and no more are possible. Delete one first.`);
			}
			const number = await takeNumbers(connection, 'tag', 1);
			const row = {_id: randomUUID(), label, number, renamedFrom: null, ...madeAt(now)};
			try {
				await tags.create([row]);
				return toRecord<Tag>(row);
			} catch (error) {
				const [same] = isDuplicateKey(error) ? await known([label]) : [];
				if (same) {
					return same;
				}
				if (!isDuplicateKey(error) || tries === maxTries) {
					throw error;
				}
			}
		}
	}

	return {
		find,
		get,
		/** By label. */
		list,
		/**
		 * Removes it, together with what `alsoWrite` writes. Throws Conflict `rename_running` while titles and records
		 * have its last label still, or get another one than `label`: they would keep a label that no tag has.
		 */
		async remove({id, label}: Pick<Tag, 'id' | 'label'>, alsoWrite: AlsoWrite = async () => {}): Promise<void> {
			await inTransaction(connection, async session => {
				const {deletedCount} = await tags.deleteOne({_id: id, label, renamedFrom: null}, {session});
				if (deletedCount === 0) {
					await get(id);
					throw renameRunning();
				}
				await alsoWrite(session);
			});
		},
		/** How many of these labels would be new. */
		async countNew(labels: readonly string[]): Promise<{unknown: string[]; room: number}> {
			const found = new Set((await known(labels)).flatMap(({label, renamedFrom}) => [label, renamedFrom]));
			return {unknown: labels.filter(label => !found.has(label)), room: maxLabels - (await tags.estimatedDocumentCount())};
		},
		/**
		 * Makes these labels known. Returns what they are called: a label that is being renamed has its new name.
		 * Throws Conflict `too_many_tags`.
		 */
		async take(labels: readonly string[], now: Date): Promise<Tag[]> {
			const found = labels.length > 0 ? await known(labels) : [];
			const taken: Tag[] = [];
			for (const label of labels) {
				const same = found.find(each => each.label === label) ?? found.find(each => each.renamedFrom === label);
				taken.push(same ?? (await add(label, now)));
			}
			return taken;
		},
		/**
		 * Gives a tag another label, together with what `alsoWrite` writes. Throws Conflict `already_exists`, and
		 * `rename_running` while titles still get the last one.
		 */
		async rename(id: string, label: string, {alsoWrite, now}: {alsoWrite: AlsoWrite; now: Date}): Promise<Tag> {
			const before = await get(id);
			if ((await tags.exists({label, _id: {$ne: id}})) !== null) {
				throw new Conflict('already_exists', `There is already a tag named ${label}. Give its titles that tag, and delete this one.`);
			}
			await inTransaction(connection, async session => {
				const change = {label, renamedFrom: before.label, updatedAt: now};
				const {matchedCount} = await tags.updateOne({_id: id, label: before.label, renamedFrom: null}, {$set: change}, {session});
				if (matchedCount === 0) {
					await get(id);
					throw renameRunning();
				}
				await alsoWrite(session);
			});
			return get(id);
		},
		/** No title and no record has the former label any more. */
		async endRename(id: string, now: Date): Promise<void> {
			await update(id, {renamedFrom: null, updatedAt: now});
		},
	};
}
