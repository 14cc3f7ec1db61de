import {type Connection, Schema} from 'mongoose';
import {dayMs, minuteMs} from '../../domain/durations.ts';
import {schemaOptions} from '../mongo/records.ts';

interface Stored {
	_id: string;
	clientId: string;
	downloadId: string;
	minutes: number;
	expiresAt: Date;
}

/** Milliseconds by which a record outlives the seeding time, for the download itself and its import. */
const marginMs = 90 * dayMs;

const seedTimeSchema = new Schema<Stored>(
	{_id: String, clientId: String, downloadId: String, minutes: Number, expiresAt: Date},
	schemaOptions,
);
seedTimeSchema.index({clientId: 1});
seedTimeSchema.index({expiresAt: 1}, {expireAfterSeconds: 0});

export type SeedTimeStore = ReturnType<typeof createSeedTimeStore>;

/** The seeding times of torrents in clients that have no such limit, and no place to store it with the torrent. */
export function createSeedTimeStore(connection: Connection) {
	const seedTimes = connection.model<Stored>('SeedTime', seedTimeSchema, 'seedTimes');
	const idOf = (clientId: string, downloadId: string) => `${clientId} ${downloadId}`;
	return {
		async put({clientId, downloadId, minutes}: Pick<Stored, 'clientId' | 'downloadId' | 'minutes'>, now: Date): Promise<void> {
			const expiresAt = new Date(Number(now) + minutes * minuteMs + marginMs);
			await seedTimes.updateOne({_id: idOf(clientId, downloadId)}, {$set: {clientId, downloadId, minutes, expiresAt}}, {upsert: true});
		},
		/** Minutes, by download id. */
		async ofClient(clientId: string): Promise<Map<string, number>> {
			const rows = await seedTimes.find({clientId}).lean<Stored[]>();
			return new Map(rows.map(({downloadId, minutes}) => [downloadId, minutes]));
		},
		async remove(clientId: string, downloadId: string): Promise<void> {
			await seedTimes.deleteOne({_id: idOf(clientId, downloadId)});
		},
	};
}
