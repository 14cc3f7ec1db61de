import {type Connection, Schema} from 'mongoose';
import type {RemotePathMapping} from '../../domain/imports/map-remote-path.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {createRecords, madeAt, type Stored, schemaOptions} from '../mongo/records.ts';

export interface StoredMapping extends RemotePathMapping {
	id: string;
	createdAt: Date;
	updatedAt: Date;
}

const mappingSchema = new Schema<Stored<StoredMapping>>(
	{_id: String, host: String, remotePath: String, localPath: String, createdAt: Date, updatedAt: Date},
	schemaOptions,
);
numberRecords(mappingSchema, 'pathMapping');
mappingSchema.index({host: 1, remotePath: 1}, {unique: true});

export function createRemotePathMappingStore(connection: Connection) {
	const {get, list, insert, update, remove} = createRecords<StoredMapping>({
		model: connection.model<Stored<StoredMapping>>('RemotePathMapping', mappingSchema, 'remotePathMappings'),
		kind: 'remote path mapping',
		order: {host: 1, remotePath: 1},
		taken: {message: () => 'A mapping for this host and path already exists.'},
	});
	return {
		get,
		list,
		remove,
		add: (mapping: RemotePathMapping, now: Date) => insert({...mapping, ...madeAt(now)}),
		change: (id: string, change: Partial<RemotePathMapping>, now: Date) => update(id, {...change, updatedAt: now}),
	};
}
