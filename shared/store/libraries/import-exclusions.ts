import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {Conflict, NotFound} from '../../errors.ts';
import {readPage} from '../lists/page.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export const exclusionTypes = ['movie', 'series'] as const;
export type ExclusionType = (typeof exclusionTypes)[number];

/** A title that is never added by itself: not by a library's backfill, not by a list. */
export interface ImportExclusion {
	id: string;
	type: ExclusionType;
	metaId: number;
	title: string;
	year: number | null;
	createdAt: Date;
	updatedAt: Date;
}

export type NewImportExclusion = Pick<ImportExclusion, 'type' | 'metaId' | 'title' | 'year'>;
export type ImportExclusionStore = ReturnType<typeof createImportExclusionStore>;

const exclusionSchema = new Schema<Stored<ImportExclusion>>(
	{_id: String, type: {type: String}, metaId: Number, title: String, year: Number, createdAt: Date, updatedAt: Date},
	schemaOptions,
);
exclusionSchema.index({type: 1, metaId: 1}, {unique: true});
exclusionSchema.index({createdAt: -1, _id: -1});

export function createImportExclusionStore(connection: Connection) {
	const exclusions = connection.model<Stored<ImportExclusion>>('ImportExclusion', exclusionSchema, 'importExclusions');

	const unknown = (id: string) => new NotFound('import_exclusion_not_found', `There is no import exclusion with the id ${id}.`);
	const taken = (error: unknown) =>
		isDuplicateKey(error) ? new Conflict('already_exists', 'There is an import exclusion of this title already.') : error;

	return {
		async get(id: string): Promise<ImportExclusion> {
			const found = isUuid(id) ? await exclusions.findById(id).lean<Stored<ImportExclusion>>() : null;
			if (!found) {
				throw unknown(id);
			}
			return toRecord<ImportExclusion>(found);
		},
		/** Is this title kept out? */
		async has(type: ExclusionType, metaId: number): Promise<boolean> {
			return (await exclusions.exists({type, metaId})) !== null;
		},
		/** Newest first. */
		async page({page, limit}: {page: number; limit: number}): Promise<{importExclusions: ImportExclusion[]; total: number}> {
			const order = {createdAt: -1, _id: -1} as const;
			const options = {filter: {}, sort: order, page, limit} as const;
			const {rows, total} = await readPage<Stored<ImportExclusion>, Stored<ImportExclusion>>(exclusions, options);
			return {importExclusions: rows.map(row => toRecord<ImportExclusion>(row)), total};
		},
		/** Throws Conflict `already_exists`. */
		async add(exclusion: NewImportExclusion, now: Date): Promise<ImportExclusion> {
			const stored = {_id: randomUUID(), ...exclusion, createdAt: now, updatedAt: now};
			try {
				await exclusions.create([stored]);
			} catch (error) {
				throw taken(error);
			}
			return toRecord<ImportExclusion>(stored);
		},
		/** Adds it unless it is there. */
		async ensure({type, metaId, ...rest}: NewImportExclusion, now: Date): Promise<void> {
			const fresh = {_id: randomUUID(), ...rest, createdAt: now, updatedAt: now};
			await exclusions.updateOne({type, metaId}, {$setOnInsert: fresh}, {upsert: true}).catch(error => {
				if (!isDuplicateKey(error)) {
					throw error;
				}
			});
		},
		async change(id: string, change: Partial<NewImportExclusion>, now: Date): Promise<ImportExclusion> {
			try {
				const changed = await exclusions
					.findOneAndUpdate({_id: id}, {$set: {...change, updatedAt: now}}, {returnDocument: 'after'})
					.lean<Stored<ImportExclusion>>();
				if (!changed) {
					throw unknown(id);
				}
				return toRecord<ImportExclusion>(changed);
			} catch (error) {
				throw taken(error);
			}
		},
		async remove(id: string): Promise<boolean> {
			return (await exclusions.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
