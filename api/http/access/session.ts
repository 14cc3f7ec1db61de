import {createHmac} from 'node:crypto';
import MongoStore from 'connect-mongo';
import type {Request, RequestHandler, Response} from 'express';
import createSession from 'express-session';
import mongoose, {type Connection} from 'mongoose';
import {dayMs} from '#shared/domain/durations.ts';
import {Unavailable} from '#shared/errors.ts';
import {type SessionAbout, sessionCollection} from '#shared/store/accounts/sessions.ts';

declare module 'express-session' {
	interface SessionData {
		about: SessionAbout;
	}
}

export interface SessionOptions {
	connection: Connection;
	/** Signs the cookies; changing it ends all sessions. */
	secretKey: string;
	/** Path to which the cookie is sent. */
	path: string;
	/** Whether the caller's connection is encrypted; the cookie then stays on such ones. */
	isHttps(request: Request): boolean;
}

export interface Sessions {
	/** Reads the session of a request, or prepares a new one. */
	open: RequestHandler;
	/** Whether the request has a cookie that may belong to a session. */
	hasCookie(request: Request): boolean;
	clearCookie(request: Request, response: Response): void;
}

const weekMs = 7 * dayMs;
/** Minimum seconds between two writes that only extend a session. */
const touchSeconds = 3600;

/**
 * Sessions in MongoDB, valid for seven days after their last use. Over https the cookie `sid` has a prefix with which
 * browsers take it from no other host and over no plain connection; `__Host-` is possible only for the root path. The
 * store is created at first use, because the database may become available later than this process.
 */
export function createSessions({connection, secretKey, path, isHttps}: SessionOptions): Sessions {
	const secret = createHmac('sha256', secretKey).update('session cookies').digest('hex');
	// One for each kind of cookie, because express-session puts the options of the cookie into its store.
	const createStore = () =>
		MongoStore.create({
			client: connection.getClient(),
			dbName: connection.name,
			collectionName: sessionCollection,
			autoRemove: 'disabled',
			stringify: false,
			touchAfter: touchSeconds,
		});
	const kindOf = (secure: boolean) => {
		const name = secure ? `${path === '/' ? '__Host-' : '__Secure-'}sid` : 'sid';
		const cookie = {httpOnly: true, sameSite: 'lax', secure, path} as const;
		const open = lazily(() =>
			createSession({
				name,
				secret,
				resave: false,
				saveUninitialized: false,
				rolling: true,
				// X-Forwarded-Proto is believed only where `isHttps` believes it too.
				...(secure && {proxy: true}),
				cookie: {...cookie, maxAge: weekMs},
				store: createStore(),
			}),
		);
		return {name, cookie, open};
	};
	const [plain, secure] = [kindOf(false), kindOf(true)];
	const kindFor = (request: Request) => (isHttps(request) ? secure : plain);
	return {
		open(request, response, next) {
			if (connection.readyState !== mongoose.ConnectionStates.connected) {
				next(new Unavailable('database_unavailable', 'MongoDB does not answer. Check that it is running and that MONGODB_URI is right.'));
				return;
			}
			void kindFor(request).open()(request, response, next);
		},
		hasCookie(request) {
			const {name} = kindFor(request);
			return (request.headers.cookie ?? '').split(';').some(each => each.trimStart().startsWith(`${name}=`));
		},
		clearCookie(request, response) {
			const {name, cookie} = kindFor(request);
			response.clearCookie(name, cookie);
		},
	};
}

function lazily<T>(make: () => T): () => T {
	let made: T | null = null;
	return () => {
		made ??= make();
		return made;
	};
}
