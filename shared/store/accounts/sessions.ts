import {type Connection, type QueryFilter, Schema} from 'mongoose';
import {readPage} from '../../lists/page.ts';
import {schemaOptions} from '../mongo/records.ts';

/** The data of a session, apart from its secret id. */
export interface SessionAbout {
	/** Its public id, which gives no access. */
	id: string;
	userId: string;
	username: string;
	/** Browser and system, such as `Firefox on Linux`. */
	device: string | null;
	/** The address of its last use. */
	address: string | null;
	startedAt: Date;
	/** Its last use, accurate to ten minutes. */
	seenAt: Date;
}

interface StoredSession {
	_id: string;
	session: {about?: SessionAbout};
	expires: Date;
	lastModified: Date;
}

/** Sessions that count: not expired, and not begun too long ago. */
export interface OpenSessions {
	now: Date;
	startedAfter: Date;
}

export interface ListedSession extends SessionAbout {
	/** When it ends without further use. */
	expiresAt: Date;
}

export const sessionCollection = 'sessions';

const sessionSchema = new Schema<StoredSession>(
	{_id: String, session: Schema.Types.Mixed, expires: Date, lastModified: Date},
	schemaOptions,
);
sessionSchema.index({expires: 1}, {expireAfterSeconds: 0});
sessionSchema.index({'session.about.id': 1});
sessionSchema.index({'session.about.userId': 1, 'session.about.startedAt': -1, _id: 1});
sessionSchema.index({'session.about.startedAt': -1, _id: 1});

export type SessionStore = ReturnType<typeof createSessionStore>;

const open = ({now, startedAfter}: OpenSessions): QueryFilter<StoredSession> => ({
	expires: {$gt: now},
	'session.about.startedAt': {$gt: startedAfter},
});

/** connect-mongo writes the sessions when they begin, and extends them while they are used. */
export function createSessionStore(connection: Connection) {
	const sessions = connection.model<StoredSession>('Session', sessionSchema, sessionCollection);
	return {
		/** Neither logged out, revoked nor expired. */
		isOpen: async (id: string, limits: OpenSessions): Promise<boolean> => (await sessions.exists({_id: id, ...open(limits)})) !== null,
		async noteUse(id: string, {address, seenAt}: Pick<SessionAbout, 'address' | 'seenAt'>): Promise<void> {
			await sessions.updateOne({_id: id}, {$set: {'session.about.address': address, 'session.about.seenAt': seenAt}});
		},
		/** The sessions of one user, or of all if there is no `userId`; the newest first. */
		async page({
			page,
			limit,
			userId,
			...limits
		}: OpenSessions & {page: number; limit: number; userId?: string}): Promise<{sessions: ListedSession[]; total: number}> {
			const filter = {...(userId !== undefined && {'session.about.userId': userId}), ...open(limits)};
			const sort = {'session.about.startedAt': -1, _id: 1} as const;
			const projection = {expires: 1, 'session.about': 1} as const;
			const {rows, total} = await readPage<StoredSession, StoredSession>(sessions, {filter, sort, page, limit, projection});
			return {sessions: rows.flatMap(({session: {about}, expires}) => (about ? [{...about, expiresAt: expires}] : [])), total};
		},
		/** Ends one session, of this user if `userId` is given. Returns whether there was one. */
		async end(aboutId: string, userId?: string): Promise<boolean> {
			const {deletedCount} = await sessions.deleteOne({
				'session.about.id': aboutId,
				...(userId !== undefined && {'session.about.userId': userId}),
			});
			return deletedCount > 0;
		},
		async endAllOf(userId: string): Promise<void> {
			await sessions.deleteMany({'session.about.userId': userId});
		},
	};
}
