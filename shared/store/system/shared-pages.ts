import {type Connection, Schema} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import {schemaOptions} from '../mongo/records.ts';

interface Stored {
	/** The version of the page, a slash, and the name of the file. */
	_id: string;
	/** Compressed. */
	bytes: Buffer;
	/** When an API of the version was last started. */
	usedAt: Date;
}

const fileSchema = new Schema<Stored>({_id: String, bytes: Buffer, usedAt: Date}, schemaOptions);
fileSchema.index({usedAt: 1}, {expireAfterSeconds: (30 * dayMs) / 1000});

type Bundle = ReadonlyMap<string, Buffer>;

/** A page has a few files. */
const maxFiles = 200;

export type SharedPageStore = ReturnType<typeof createSharedPageStore>;

/**
 * The page of each version that was started in the last 30 days: a browser that has it from one machine may ask one for
 * the rest that runs another version.
 */
export function createSharedPageStore(connection: Connection) {
	const files = connection.model<Stored>('PageFile', fileSchema, 'pageFiles');
	return {
		async keep(version: string, bundle: Bundle, at: Date): Promise<void> {
			const writes = [...bundle].map(([name, bytes]) => ({
				updateOne: {filter: {_id: `${version}/${name}`}, update: {$set: {bytes, usedAt: at}}, upsert: true},
			}));
			await files.bulkWrite(writes, {ordered: false});
		},
		/** Null if nobody has started this version. */
		async find(version: string): Promise<Bundle | null> {
			const found = await files
				.find({_id: {$gte: `${version}/`, $lt: `${version}0`}}, {bytes: 1})
				.limit(maxFiles)
				.lean<Pick<Stored, '_id' | 'bytes'>[]>();
			// Lean documents return bytes as BSON's Binary.
			const bytesOf = (stored: unknown) => {
				const {buffer, position} = stored as {buffer: Uint8Array; position: number};
				return Buffer.from(buffer.subarray(0, position));
			};
			return found.length === 0 ? null : new Map(found.map(({_id, bytes}) => [_id.slice(version.length + 1), bytesOf(bytes)]));
		},
	};
}
