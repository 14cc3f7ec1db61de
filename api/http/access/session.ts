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
}

const weekMs = 7 * 24 * 3600 * 1000;
/** Minimum seconds between two writes that only extend a session. */
const touchSeconds = 3600;

/**
 * Sessions in MongoDB, valid for seven days after their last use, with the cookie `sid`. The store is created at first
 * use, because the database may become available later than this process.
 */
export function createSessions({connection, secretKey, path}: SessionOptions): RequestHandler {
	const secret = createHmac('sha256', secretKey).update('session cookies').digest('hex');
	let middleware: RequestHandler | null = null;
	return (request, response, next) => {
		if (connection.readyState !== mongoose.ConnectionStates.connected) {
			next(new Unavailable('database_unavailable', 'MongoDB does not answer. Check that it is running and that MONGODB_URI is right.'));
			return;
		}
		middleware ??= createSession({
			name: 'sid',
			secret,
			resave: false,
			saveUninitialized: false,
			rolling: true,
			cookie: {httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: weekMs, path},
			store: MongoStore.create({
				client: connection.getClient(),
				dbName: connection.name,
				collectionName: sessionCollection,
				autoRemove: 'disabled',
				stringify: false,
				touchAfter: touchSeconds,
			}),
		});
		void middleware(request, response, next);
	};
}
