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

export type SessionStore = ReturnType<typeof createSessionStore>;

/** connect-mongo writes the sessions. This declares the index by which MongoDB removes expired ones. */
export function createSessionStore(connection: Connection) {
	const sessions = connection.model<StoredSession>('Session', sessionSchema, sessionCollection);
	return {
		/** Neither logged out nor expired. */
		isOpen: async (id: string, now: Date): Promise<boolean> => (await sessions.exists({_id: id, expires: {$gt: now}})) !== null,
	};
}
