import {type Connection, Schema} from 'mongoose';
import {schemaOptions} from '../mongo/record.ts';

interface StoredSession {
	_id: string;
	session: unknown;
	expires: Date;
	lastModified: Date;
}

export const sessionCollection = 'sessions';

const sessionSchema = new Schema<StoredSession>(
	{_id: String, session: Schema.Types.Mixed, expires: Date, lastModified: Date},
	schemaOptions,
);
sessionSchema.index({expires: 1}, {expireAfterSeconds: 0});

/** connect-mongo reads and writes the sessions. This declares only the index by which MongoDB removes expired ones. */
export function declareSessions(connection: Connection): void {
	connection.model<StoredSession>('Session', sessionSchema, sessionCollection);
}
