import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {BackfillStatus, Library} from '../../domain/media/library.ts';
import {backfillTaskId} from '../../domain/tasks/tasks.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {byName, isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export type NewLibrary = Pick<
	Library,
	'name' | 'type' | 'rootFolderId' | 'qualityProfileId' | 'languageProfileId' | 'enabled' | 'monitored' | 'backfillEnabled'
>;
export type LibraryChange = Partial<Omit<NewLibrary, 'type' | 'rootFolderId'>>;

export type LibraryStore = ReturnType<typeof createLibraryStore>;

const librarySchema = new Schema<Stored<Library>>(
	{
		_id: String,
		name: String,
		type: {type: String},
		rootFolderId: String,
		qualityProfileId: String,
		languageProfileId: String,
		enabled: Boolean,
		monitored: Boolean,
		backfillEnabled: Boolean,
		backfillStatus: String,
		lastScanAt: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
librarySchema.index({name: 1}, {unique: true, collation: byName});
librarySchema.index({qualityProfileId: 1});
librarySchema.index({languageProfileId: 1});
librarySchema.index({rootFolderId: 1});

export function createLibraryStore(connection: Connection) {
	const libraries = connection.model<Stored<Library>>('Library', librarySchema, 'libraries');
	const taken = (error: unknown, name: string | undefined) =>
		isDuplicateKey(error) ? new Conflict('library_exists', `There is a library named ${name} already.`) : error;
	const namesOf = async (filter: {rootFolderId?: string; qualityProfileId?: string; languageProfileId?: string}) =>
		(await libraries.find(filter, {name: 1}).limit(5).lean<{name: string}[]>()).map(({name}) => name);

	async function find(id: string): Promise<Library | null> {
		const found = isUuid(id) ? await libraries.findById(id).lean<Stored<Library>>() : null;
		return found && toRecord<Library>(found);
	}

	return {
		find,
		/** Throws NotFound `library_not_found`. */
		async get(id: string): Promise<Library> {
			const library = await find(id);
			if (!library) {
				throw new NotFound('library_not_found', `There is no library with the id ${id}.`);
			}
			return library;
		},
		async list(): Promise<Library[]> {
			return (await libraries.find().sort({name: 1}).collation(byName).lean<Stored<Library>[]>()).map(row => toRecord<Library>(row));
		},
		/** Throws Conflict `library_exists`. */
		async add(library: NewLibrary, now: Date): Promise<Library> {
			const stored: Stored<Library> = {
				_id: randomUUID(),
				...library,
				backfillStatus: 'idle',
				lastScanAt: null,
				createdAt: now,
				updatedAt: now,
			};
			try {
				await libraries.create([stored]);
			} catch (error) {
				throw taken(error, library.name);
			}
			return toRecord<Library>(stored);
		},
		/** Throws Conflict `library_exists`. */
		async change(id: string, change: LibraryChange, at: Date): Promise<void> {
			try {
				await libraries.updateOne({_id: id}, {$set: {...change, updatedAt: at}});
			} catch (error) {
				throw taken(error, change.name);
			}
		},
		async setBackfill(id: string, status: BackfillStatus, scannedAt?: Date): Promise<void> {
			await libraries.updateOne({_id: id}, {$set: {backfillStatus: status, ...(scannedAt && {lastScanAt: scannedAt})}});
		},
		/** Libraries that say a backfill runs while none of these tasks is unfinished have failed; answers how many. */
		async settleStatuses(activeTaskIds: readonly string[]): Promise<number> {
			const active = new Set(activeTaskIds);
			const running = await libraries.find({backfillStatus: 'running'}, {_id: 1}).lean<{_id: string}[]>();
			const stale = running.map(({_id}) => _id).filter(id => !active.has(backfillTaskId(id)));
			return (await libraries.updateMany({_id: {$in: stale}, backfillStatus: 'running'}, {$set: {backfillStatus: 'failed'}})).modifiedCount;
		},
		/** Names of libraries that need the folder. */
		inRootFolder: (rootFolderId: string) => namesOf({rootFolderId}),
		withQualityProfile: (qualityProfileId: string) => namesOf({qualityProfileId}),
		withLanguageProfile: (languageProfileId: string) => namesOf({languageProfileId}),
		async remove(id: string): Promise<boolean> {
			return (await libraries.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
