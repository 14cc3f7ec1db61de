import {type Connection, Schema} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import {schemaOptions} from '../mongo/records.ts';

/** A file of the page for people. */
export interface PageFile {
	path: string;
	type: string;
	gzipped: Buffer;
}

interface Stored extends PageFile {
	_id: string;
	/** When the version was last started. */
	usedAt: Date;
}

const fileSchema = new Schema<Stored>({_id: String, path: String, type: String, gzipped: Buffer, usedAt: Date}, schemaOptions);
fileSchema.index({usedAt: 1}, {expireAfterSeconds: (30 * dayMs) / 1000});

/** The page of each version that was started in the last 30 days. */
export function createPageFileStore(connection: Connection) {
	const files = connection.model<Stored>('PageFile', fileSchema, 'pageFiles');
	return {
		/** A browser that loaded the page from one API may ask an API of another version for the rest. */
		async keep(version: string, all: readonly PageFile[], at: Date): Promise<void> {
			const writes = all.map(({path, ...file}) => ({
				updateOne: {filter: {_id: `${version}/${path}`}, update: {$set: {...file, path, usedAt: at}}, upsert: true},
			}));
			await files.bulkWrite(writes, {ordered: false});
		},
		async find(version: string, path: string): Promise<Pick<PageFile, 'type' | 'gzipped'> | null> {
			const found = await files.findById(`${version}/${path}`, {type: 1, gzipped: 1}).lean<Stored>();
			// Lean documents return bytes as BSON's Binary.
			const bytes = found?.gzipped as unknown as {buffer: Uint8Array; position: number} | undefined;
			return found && bytes ? {type: found.type, gzipped: Buffer.from(bytes.buffer.subarray(0, bytes.position))} : null;
		},
	};
}
