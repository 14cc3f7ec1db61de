import {type Connection, type mongo, Schema} from 'mongoose';
import type {BuiltinProgress, BuiltinTorrent} from '../../domain/downloads/builtin-torrent.ts';
import type {Secrets} from '../../secrets.ts';
import {schemaOptions} from '../mongo/records.ts';
import {createSealing} from '../sealing/sealed-fields.ts';

export type BuiltinTorrentStore = ReturnType<typeof createBuiltinTorrentStore>;
export type NewBuiltinTorrent = Pick<
	BuiltinTorrent,
	'infoHash' | 'title' | 'magnetUrl' | 'torrentFile' | 'seedRatio' | 'seedTimeMinutes' | 'size'
>;

type Bytes = mongo.Binary | Uint8Array | null;
type Stored = Omit<BuiltinTorrent, 'infoHash' | 'torrentFile' | 'bitfield'> & {
	_id: string;
	/** Sealed: the tracker's address in it may contain a passkey. */
	torrentFile: string | null;
	bitfield: Bytes;
};

const torrentSchema = new Schema<Stored>(
	{
		_id: String,
		title: String,
		magnetUrl: String,
		torrentFile: String,
		seedRatio: Number,
		seedTimeMinutes: Number,
		addedAt: Date,
		size: Number,
		bitfield: Buffer,
		uploaded: Number,
		received: Number,
		seedingSeconds: Number,
		completed: Boolean,
		finished: Boolean,
		paused: Boolean,
		starts: Number,
		deaths: Number,
		removal: String,
	},
	schemaOptions,
);

const untouched = {
	bitfield: null,
	uploaded: 0,
	received: 0,
	seedingSeconds: 0,
	completed: false,
	finished: false,
	paused: false,
	starts: 0,
	deaths: 0,
	removal: null,
};

/** The torrents of the built-in client, by info hash. */
export function createBuiltinTorrentStore(connection: Connection, secrets: Secrets) {
	const torrents = connection.model<Stored>('BuiltinTorrent', torrentSchema, 'builtinTorrents');
	const sealing = createSealing('builtinTorrents', secrets);
	const opened = (row: Stored) => toTorrent(sealing.open(row));

	return {
		async find(infoHash: string): Promise<BuiltinTorrent | null> {
			const found = await torrents.findById(infoHash).lean<Stored>();
			return found && opened(found);
		},
		async isEmpty(): Promise<boolean> {
			return (await torrents.exists({})) === null;
		},
		async list(): Promise<BuiltinTorrent[]> {
			return (await torrents.find().sort({addedAt: 1}).lean<Stored[]>()).map(opened);
		},
		/** Returns true when it was added; an existing one stays unchanged. */
		async add({infoHash, ...torrent}: NewBuiltinTorrent, now: Date): Promise<boolean> {
			const stored = {...untouched, ...sealing.seal(infoHash, torrent), addedAt: now} as unknown as Stored; // sealed is text
			const {upsertedCount} = await torrents.updateOne({_id: infoHash}, {$setOnInsert: stored}, {upsert: true});
			return upsertedCount > 0;
		},
		async saveMetadata(infoHash: string, metadata: {torrentFile: Uint8Array; size: number}): Promise<void> {
			await torrents.updateOne({_id: infoHash}, {$set: sealing.seal(infoHash, metadata) as object});
		},
		async saveProgress(infoHash: string, {bitfield, ...progress}: BuiltinProgress): Promise<void> {
			await torrents.updateOne({_id: infoHash}, {$set: {...progress, bitfield: bitfield && Buffer.from(bitfield)}});
		},
		/** The engine died while it was starting these: one of them may be the reason. */
		async noteDeath(starting: readonly string[]): Promise<void> {
			await torrents.updateMany({_id: {$in: [...starting]}}, {$inc: {deaths: 1}});
		},
		async setPaused(infoHash: string, paused: boolean): Promise<void> {
			await torrents.updateOne({_id: infoHash}, {$set: {paused}});
		},
		async markRemoval(infoHash: string, removal: 'keepData' | 'deleteData'): Promise<void> {
			await torrents.updateOne({_id: infoHash}, {$set: {removal}});
		},
		async remove(infoHash: string): Promise<void> {
			await torrents.deleteOne({_id: infoHash});
		},
	};
}

function toTorrent({_id, torrentFile, bitfield, ...rest}: Stored): BuiltinTorrent {
	const file = torrentFile as unknown as Uint8Array | null; // opened
	return {infoHash: _id, ...rest, torrentFile: file, bitfield: toBytes(bitfield)};
}

/** Lean documents return bytes as BSON's Binary. */
function toBytes(stored: Bytes): Uint8Array | null {
	if (stored === null || stored instanceof Uint8Array) {
		return stored;
	}
	return stored.buffer.subarray(0, stored.position);
}
