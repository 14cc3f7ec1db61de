import {createHmac} from 'node:crypto';
import MongoStore from 'connect-mongo';
import type {RequestHandler} from 'express';
import createSession from 'express-session';
import mongoose, {type Connection} from 'mongoose';
import {Unavailable} from '#shared/errors.ts';
import {sessionCollection} from '#shared/store/accounts/sessions.ts';

export interface SessionOptions {
	connection: Connection;
	/** Signs the cookies; changing it ends all sessions. */
	secretKey: string;
	/** Path to which the cookie is sent. */
	path: string;
	/** Whether a proxy is believed that the caller's connection is encrypted; the cookie then stays on such ones. */
	trustsForwarded(): boolean;
}

const weekMs = 7 * 24 * 3600 * 1000;
/** Minimum seconds between two writes that only extend a session. */
const touchSeconds = 3600;

/**
 * Sessions in MongoDB, valid for seven days after their last use, with the cookie `sid`. The store is created at first
 * use, because the database may become available later than this process.
 */
export function createSessions({connection, secretKey, path, trustsForwarded}: SessionOptions): RequestHandler {
	const secret = createHmac('sha256', secretKey).update('session cookies').digest('hex');
	const store = lazily(() =>
		MongoStore.create({
			client: connection.getClient(),
			dbName: connection.name,
			collectionName: sessionCollection,
			autoRemove: 'disabled',
			stringify: false,
			touchAfter: touchSeconds,
		}),
	);
	const open = (proxy: true | undefined) =>
		createSession({
			name: 'sid',
			secret,
			resave: false,
			saveUninitialized: false,
			rolling: true,
			...(proxy && {proxy}),
			cookie: {httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: weekMs, path},
			store: store(),
		});
	const [direct, proxied] = [lazily(() => open(undefined)), lazily(() => open(true))];
	return (request, response, next) => {
		if (connection.readyState !== mongoose.ConnectionStates.connected) {
			next(new Unavailable('database_unavailable', 'MongoDB does not answer. Check that it is running and that MONGODB_URI is right.'));
			return;
		}
		void (trustsForwarded() ? proxied : direct)()(request, response, next);
	};
}

function lazily<T>(make: () => T): () => T {
	let made: T | null = null;
	return () => {
		made ??= make();
		return made;
	};
}
