import {type Connection, Schema} from 'mongoose';
import type {BackfillStatus, Library} from '../../domain/media/library.ts';
import {backfillTaskId} from '../../domain/tasks/tasks.ts';
import {Conflict} from '../../errors.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {byName, createRecords, madeAt, type Stored, schemaOptions} from '../mongo/records.ts';
import {type AlsoWrite, inTransaction} from '../mongo/transaction.ts';

export type NewLibrary = Pick<
	Library,
	'name' | 'type' | 'rootFolderId' | 'qualityProfileId' | 'languageProfileId' | 'enabled' | 'monitored' | 'backfillEnabled' | 'appSlug'
>;
export type LibraryChange = Partial<Omit<NewLibrary, 'type' | 'rootFolderId'>>;

export type LibraryAlone = Pick<Library, 'id' | 'name' | 'rootFolderId'> & {appSlug: string};

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
		appSlug: {type: String, default: undefined},
		backfillStatus: String,
		lastScanAt: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
numberRecords(librarySchema, 'library');
librarySchema.index({name: 1}, {unique: true, collation: byName});
librarySchema.index({qualityProfileId: 1});
librarySchema.index({languageProfileId: 1});
librarySchema.index({rootFolderId: 1});
librarySchema.index({appSlug: 1, type: 1}, {unique: true, partialFilterExpression: {appSlug: {$gt: ''}}} as never);

/** Every user may add libraries, and their list has no pages. */
const maxLibraries = 500;

export function createLibraryStore(connection: Connection) {
	const libraries = connection.model<Stored<Library>>('Library', librarySchema, 'libraries');
	const {find, get, list, insert, update} = createRecords<Library>({
		model: libraries,
		kind: 'library',
		order: {name: 1},
		collation: byName,
		taken: {code: 'library_exists', message: ({name}) => `A library named ${name} already exists.`},
	});
	const namesOf = async (filter: {rootFolderId?: string; qualityProfileId?: string; languageProfileId?: string}) =>
		(await libraries.find(filter, {name: 1}).limit(5).lean<{name: string}[]>()).map(({name}) => name);

	return {
		find,
		get,
		list,
		/** Removes it, together with what `alsoWrite` writes. */
		remove: (id: string, alsoWrite: AlsoWrite): Promise<void> =>
			inTransaction(connection, async session => {
				await libraries.deleteOne({_id: id}, {session});
				await alsoWrite(session);
			}),
		/** Throws Conflict `library_exists` and `too_many_libraries`. */
		async add(library: NewLibrary, now: Date): Promise<Library> {
			if ((await libraries.estimatedDocumentCount()) >= maxLibraries) {
				throw new Conflict('too_many_libraries', `There are ${maxLibraries} libraries, and no more are possible. Delete one first.`);
			}
			return insert({...library, backfillStatus: 'idle', lastScanAt: null, ...madeAt(now)});
		},
		change: (id: string, change: LibraryChange, now: Date) => update(id, {...change, updatedAt: now}),
		async setBackfill(id: string, status: BackfillStatus, scannedAt?: Date): Promise<void> {
			await libraries.updateOne({_id: id}, {$set: {backfillStatus: status, ...(scannedAt && {lastScanAt: scannedAt})}});
		},
		/**
		 * Sets libraries whose status says that a backfill is running, although none of these tasks is unfinished, to
		 * failed. Returns how many.
		 */
		async settleStatuses(activeTaskIds: readonly string[]): Promise<number> {
			const active = new Set(activeTaskIds);
			const running = await libraries.find({backfillStatus: 'running'}, {_id: 1}).lean<{_id: string}[]>();
			const stale = running.map(({_id}) => _id).filter(id => !active.has(backfillTaskId(id)));
			return (await libraries.updateMany({_id: {$in: stale}, backfillStatus: 'running'}, {$set: {backfillStatus: 'failed'}})).modifiedCount;
		},
		/** The libraries that programs for Radarr or Sonarr find at addresses of their own. */
		async withAppSlug(type: Library['type']): Promise<LibraryAlone[]> {
			const rows = libraries.find({appSlug: {$gt: ''}, type}, {name: 1, appSlug: 1, rootFolderId: 1});
			return (await rows.lean<Stored<LibraryAlone>[]>()).map(({_id: id, name, appSlug, rootFolderId}) => ({
				id,
				name,
				appSlug,
				rootFolderId,
			}));
		},
		/** Names of the libraries that use the folder. */
		inRootFolder: (rootFolderId: string) => namesOf({rootFolderId}),
		withQualityProfile: (qualityProfileId: string) => namesOf({qualityProfileId}),
		withLanguageProfile: (languageProfileId: string) => namesOf({languageProfileId}),
	};
}
