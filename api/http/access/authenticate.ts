import {createHmac, randomUUID} from 'node:crypto';
import MongoStore from 'connect-mongo';
import type {NextFunction, Request, RequestHandler, Response} from 'express';
import createSession from 'express-session';
import mongoose, {type Connection} from 'mongoose';
import {Passport} from 'passport';
import {HeaderAPIKeyStrategy} from 'passport-headerapikey';
import {createSlots} from '#shared/coordination/slots.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {Forbidden, Unavailable} from '#shared/errors.ts';
import {isExpired} from '#shared/store/accounts/api-keys.ts';
import {type SessionAbout, type SessionStore, sessionCollection} from '#shared/store/accounts/sessions.ts';
import type {User} from '#shared/store/accounts/users.ts';
import {
	addressKey,
	type Caller,
	type CredentialsOptions,
	createCredentials,
	type KeyCaller,
	type KeyWays,
	markOf,
	onlyUseOf,
	type SentKey,
	type SessionCaller,
	type SessionMark,
	sentKey,
} from './callers.ts';

export interface Authentication {
	/**
	 * Identifies the caller of this request by `x-api-key`, by the session cookie, or in one of the `ways` that the
	 * route allows; null if there is none.
	 */
	identify(request: Request, response: Response, ways: KeyWays): Promise<Caller | null>;
	/** The owner of a key of type apps, which may also be part of an address; null for any other key. */
	identifyApp(request: Request, value: string): Promise<KeyCaller | null>;
	/** Whether the key or session of a caller that was identified some time ago still exists. */
	isStillKnown(request: Request, caller: Caller): Promise<boolean>;
	/** Sessions that began before this moment have ended. */
	startedAfter(): Date;
	/** Starts a session under a new id. */
	logIn(request: Request, response: Response, user: User): Promise<void>;
	logOut(request: Request, response: Response): Promise<void>;
}

export interface AuthenticationOptions extends CredentialsOptions {
	sessions: SessionStore;
	session: Sessions;
	/** Days after which a session ends however often it is used. */
	sessionDays(): number;
	/** Milliseconds that a caller with a key that nobody remembers waits at most for others like him. */
	unknownKeyMs: number;
}

/** Keys from one address that are looked up at a time: somebody who guesses must leave the database to others. */
const unknownKeys = {maxOfCaller: 4, maxWaitingOfCaller: 1000};
/** Minimum milliseconds between two notes of the last use. */
const seenNoteMs = 600_000;

export function createAuthentication(options: AuthenticationOptions): Authentication {
	const {apiKeys, sessions, session, sessionDays, now} = options;
	const strangers = createSlots({...unknownKeys, maxWaitMs: options.unknownKeyMs});
	const credentials = createCredentials(options);
	const passport = new Passport();
	passport.use(
		new HeaderAPIKeyStrategy({header: 'x-api-key', prefix: ''}, false, (key, done) => {
			credentials.callerOfKey(key).then(
				caller => done(null, caller ?? undefined),
				error => done(error),
			);
		}),
	);
	passport.serializeUser<SessionMark>((user, done) => done(null, markOf(user as User))); // logIn below is the only caller
	passport.deserializeUser<SessionMark>((mark, done) => {
		credentials.callerOfMark(mark).then(
			caller => done(null, caller ?? false),
			error => done(error),
		);
	});
	const readSession: RequestHandler = passport.authenticate('session');

	const startedAfter = () => new Date(Number(now()) - sessionDays() * dayMs);

	async function bySession(request: Request, response: Response): Promise<Caller | null> {
		await run(session.open, request, response);
		const {about} = request.session;
		if (!about || about.startedAt <= startedAfter()) {
			await destroy(request);
			return null;
		}
		if (Number(now()) - Number(about.seenAt) > seenNoteMs) {
			// Failing to record the use must not refuse the caller.
			sessions.noteUse(request.sessionID, {address: request.ip ?? null, seenAt: now()}).catch(() => {});
		}
		await run(readSession, request, response);
		return (request.user as SessionCaller | undefined) ?? null; // deserializeUser above made it
	}

	async function byKey(request: Request, response: Response, sent: SentKey | null): Promise<Caller | null> {
		const value = sent?.value ?? request.get('x-api-key') ?? '';
		const leave = credentials.remembersKey(value) ? () => {} : await strangers.take(addressKey(request));
		try {
			const caller = await (sent ? credentials.callerOfKey(value) : byHeader(passport, request, response));
			if (sent?.only === 'solver' && caller && onlyUseOf(caller) !== 'solver') {
				const message =
					'The key in the path must be of type solver: proxies write paths to their logs. Create one at /api/settings/system/api-keys.';
				throw new Forbidden('solver_key_required', message);
			}
			return sent?.only && caller && onlyUseOf(caller) !== sent.only ? null : caller;
		} finally {
			leave();
		}
	}

	return {
		async identify(request, response, ways) {
			const sent = request.headers['x-api-key'] === undefined ? sentKey(request, ways) : null;
			if (sent || request.headers['x-api-key'] !== undefined) {
				return byKey(request, response, sent);
			}
			return session.hasCookie(request) ? bySession(request, response) : null;
		},
		async identifyApp(request, value) {
			const leave = credentials.remembersKey(value) ? () => {} : await strangers.take(addressKey(request));
			try {
				const caller = await credentials.callerOfKey(value);
				return caller?.key.type === 'apps' ? caller : null;
			} finally {
				leave();
			}
		},
		async isStillKnown({sessionID}, caller) {
			if (caller.kind === 'session') {
				return sessions.isOpen(sessionID, {now: now(), startedAfter: startedAfter()});
			}
			const key = await apiKeys.find(caller.key.id);
			return key !== null && !isExpired(key, now());
		},
		startedAfter,
		async logIn(request, response, user) {
			await run(session.open, request, response);
			await run(passport.initialize(), request, response);
			await new Promise<void>((resolve, reject) => {
				request.logIn(user, error => (error ? reject(error) : resolve()));
			});
			request.session.about = {
				id: randomUUID(),
				userId: user.id,
				username: user.username,
				device: deviceName(request.get('user-agent')),
				address: request.ip ?? null,
				startedAt: now(),
				seenAt: now(),
			};
		},
		async logOut(request, response) {
			if (!request.session) {
				return;
			}
			await destroy(request);
			session.clearCookie(request, response);
		},
	};
}

function destroy(request: Request): Promise<void> {
	return new Promise((resolve, reject) => {
		request.session.destroy(error => (error ? reject(error) : resolve()));
	});
}

function byHeader(passport: InstanceType<typeof Passport>, request: Request, response: Response): Promise<Caller | null> {
	return new Promise((resolve, reject) => {
		const done = (error: unknown, caller: unknown) => (error ? reject(error) : resolve((caller || null) as Caller | null)); // callerOfKey made it
		passport.authenticate('headerapikey', {session: false}, done)(request, response, reject);
	});
}

/** Runs a middleware as a promise. */
function run(middleware: RequestHandler, request: Request, response: Response): Promise<void> {
	return new Promise((resolve, reject) => {
		const next: NextFunction = error => (error ? reject(error) : resolve());
		void middleware(request, response, next);
	});
}

/** Each of these also names those after it in its `User-Agent`. */
const browsers: readonly (readonly [mark: string, name: string])[] = [
	['Edg', 'Edge'],
	['OPR', 'Opera'],
	['SamsungBrowser', 'Samsung Internet'],
	['Firefox', 'Firefox'],
	['FxiOS', 'Firefox'],
	['CriOS', 'Chrome'],
	['Chrome', 'Chrome'],
	['Safari', 'Safari'],
];
const systems: readonly (readonly [mark: string, name: string])[] = [
	['iPhone', 'iPhone'],
	['iPad', 'iPad'],
	['Android', 'Android'],
	['Windows', 'Windows'],
	['CrOS', 'ChromeOS'],
	['Mac OS X', 'macOS'],
	['Linux', 'Linux'],
];
const product = /^([\w .-]{1,40})(?:\/|$)/;
const longest = 1000;

/** What people call the device of a `User-Agent`: `Firefox on Linux`, or the program's own name; null if unknown. */
export function deviceName(userAgent: string | undefined): string | null {
	const text = (userAgent ?? '').slice(0, longest);
	const browser = browsers.find(([mark]) => text.includes(`${mark}/`))?.[1];
	const system = systems.find(([mark]) => text.includes(mark))?.[1];
	if (!browser) {
		return product.exec(text)?.[1] ?? null;
	}
	return system ? `${browser} on ${system}` : browser;
}

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
	/** Whether the caller's connection is encrypted; the cookie is then sent only over encrypted ones. */
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
