import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {RemotePathMapping} from '../../domain/imports/map-remote-path.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

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

	const unknown = (id: string) => new NotFound('remote_path_mapping_not_found', `There is no remote path mapping with the id ${id}.`);

	return {
		/** Throws NotFound `remote_path_mapping_not_found`. */
		async get(id: string): Promise<StoredMapping> {
			const found = isUuid(id) ? await mappings.findById(id).lean<Stored<StoredMapping>>() : null;
			if (!found) {
				throw unknown(id);
			}
			return toRecord<StoredMapping>(found);
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
		async change(id: string, change: Partial<RemotePathMapping>, now: Date): Promise<StoredMapping> {
			try {
				const changed = await mappings
					.findOneAndUpdate({_id: id}, {$set: {...change, updatedAt: now}}, {returnDocument: 'after'})
					.lean<Stored<StoredMapping>>();
				if (!changed) {
					throw unknown(id);
				}
				return toRecord<StoredMapping>(changed);
			} catch (error) {
				throw taken(error);
			}
		},
		async remove(id: string): Promise<boolean> {
			return (await mappings.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
