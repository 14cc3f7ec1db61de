import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {RemotePathMapping} from '../domain/imports/map-remote-path.ts';
import {Conflict} from '../errors.ts';
import {isDuplicateKey, type Stored, schemaOptions, toRecord} from './record.ts';

export interface StoredMapping extends RemotePathMapping {
	id: string;
	createdAt: Date;
	updatedAt: Date;
}

export type RemotePathMappingStore = ReturnType<typeof createRemotePathMappingStore>;

const mappingSchema = new Schema<Stored<StoredMapping>>(
	{_id: String, host: String, remotePath: String, localPath: String, createdAt: Date, updatedAt: Date},
	schemaOptions,
);
mappingSchema.index({host: 1, remotePath: 1}, {unique: true});

export function createRemotePathMappingStore(connection: Connection) {
	const mappings = connection.model<Stored<StoredMapping>>('RemotePathMapping', mappingSchema, 'remotePathMappings');
	const taken = (error: unknown) =>
		isDuplicateKey(error) ? new Conflict('already_exists', 'There is a mapping of that host and path already.') : error;

	return {
		async find(id: string): Promise<StoredMapping | null> {
			const found = await mappings.findById(id).lean<Stored<StoredMapping>>();
			return found && toRecord<StoredMapping>(found);
		},
		async list(): Promise<StoredMapping[]> {
			const rows = await mappings.find().sort({host: 1, remotePath: 1}).lean<Stored<StoredMapping>[]>();
			return rows.map(row => toRecord<StoredMapping>(row));
		},
		/** Throws Conflict `already_exists`. */
		async add(mapping: RemotePathMapping, now: Date): Promise<StoredMapping> {
			const stored = {_id: randomUUID(), ...mapping, createdAt: now, updatedAt: now};
			try {
				await mappings.create([stored]);
			} catch (error) {
				throw taken(error);
			}
			return toRecord<StoredMapping>(stored);
		},
		/** Null when there is none with that id. */
		async change(id: string, change: Partial<RemotePathMapping>, now: Date): Promise<StoredMapping | null> {
			try {
				const changed = await mappings
					.findOneAndUpdate({_id: id}, {$set: {...change, updatedAt: now}}, {returnDocument: 'after'})
					.lean<Stored<StoredMapping>>();
				return changed && toRecord<StoredMapping>(changed);
			} catch (error) {
				throw taken(error);
			}
		},
		async remove(id: string): Promise<boolean> {
			return (await mappings.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
