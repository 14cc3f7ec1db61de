import type {NextFunction, Request, RequestHandler, Response} from 'express';
import {Passport} from 'passport';
import {HeaderAPIKeyStrategy} from 'passport-headerapikey';
import {type ApiKeyStore, hashOfKey} from '#shared/store/accounts/api-keys.ts';
import type {SessionStore} from '#shared/store/accounts/sessions.ts';
import type {User, UserStore} from '#shared/store/accounts/users.ts';
import {basicPassword} from './basic-password.ts';
import type {Caller, SessionCaller} from './caller.ts';
import type {VerifiedCallers} from './verified-callers.ts';

/** Ways to send a key other than its header. */
export interface KeyWays {
	/** As `?apikey=` in the address. */
	keyInAddress: boolean;
	/** As the password of basic authentication, with any user name. */
	keyAsPassword: boolean;
}

export interface Authentication {
	/**
	 * Identifies the caller of this request by `x-api-key`, by the session cookie, or in one of the `ways` that the
	 * route allows; null if there is none.
	 */
	identify(request: Request, response: Response, ways: KeyWays): Promise<Caller | null>;
	/** Whether the key or session of a caller that was identified some time ago still exists. */
	isStillKnown(request: Request, caller: Caller): Promise<boolean>;
	/** Starts a session under a new id. */
	logIn(request: Request, response: Response, user: User): Promise<void>;
	logOut(request: Request, response: Response): Promise<void>;
}

export interface AuthenticationOptions {
	users: UserStore;
	apiKeys: ApiKeyStore;
	sessions: SessionStore;
	session: RequestHandler;
	verified: VerifiedCallers;
	now: () => Date;
}

/** Content of a session: the user, and the stamp that changes with the password. */
type SessionMark = string;

const longestKey = 200;
const sidCookie = /(?:^|;\s*)sid=/;

export function createAuthentication({users, apiKeys, sessions, session, verified, now}: AuthenticationOptions): Authentication {
	const passport = new Passport();
	passport.use(
		new HeaderAPIKeyStrategy({header: 'x-api-key', prefix: ''}, false, (key, done) => {
			verifyKey(key).then(
				caller => done(null, caller ?? undefined),
				error => done(error),
			);
		}),
	);
	passport.serializeUser<SessionMark>((user, done) => done(null, markOf(user as User))); // logIn below is the only caller
	passport.deserializeUser<SessionMark>((mark, done) => {
		verifySession(mark).then(
			caller => done(null, caller ?? false),
			error => done(error),
		);
	});
	const readSession: RequestHandler = passport.authenticate('session');

	async function verifyKey(value: string): Promise<Caller | null> {
		if (value.length > longestKey) {
			return null;
		}
		const hash = hashOfKey(value);
		const known = verified.find(hash);
		if (known) {
			return known;
		}
		const key = await apiKeys.findByHash(hash);
		if (!key) {
			return null;
		}
		// Failing to record the use must not refuse the caller.
		apiKeys.markUsed(key, now()).catch(() => {});
		const caller: Caller = {kind: 'key', key: {id: key.id, name: key.name, type: key.type}};
		verified.keep(hash, caller);
		return caller;
	}

	async function verifySession(mark: SessionMark): Promise<SessionCaller | null> {
		const known = verified.find(mark);
		if (known?.kind === 'session') {
			return known;
		}
		const user = await users.find(mark.split(':')[0] ?? '');
		if (!user || markOf(user) !== mark) {
			return null;
		}
		const caller: SessionCaller = {kind: 'session', user: {id: user.id, username: user.username, role: user.role}};
		verified.keep(mark, caller);
		return caller;
	}

	return {
		async identify(request, response, {keyInAddress, keyAsPassword}) {
			if (request.headers['x-api-key'] !== undefined) {
				return byHeader(passport, request, response);
			}
			const inAddress = request.query['apikey'];
			if (keyInAddress && typeof inAddress === 'string') {
				return verifyKey(inAddress);
			}
			const inPath = keyAsPassword ? request.params['key'] : undefined;
			if (typeof inPath === 'string') {
				return verifyKey(inPath);
			}
			const password = keyAsPassword ? basicPassword(request.headers.authorization) : null;
			if (password !== null) {
				return verifyKey(password);
			}
			if (!sidCookie.test(request.headers.cookie ?? '')) {
				return null;
			}
			await run(session, request, response);
			await run(readSession, request, response);
			return (request.user as SessionCaller | undefined) ?? null; // deserializeUser above made it
		},
		async isStillKnown({sessionID}, caller) {
			return caller.kind === 'key' ? (await apiKeys.find(caller.key.id)) !== null : sessions.isOpen(sessionID, now());
		},
		async logIn(request, response, user) {
			await run(session, request, response);
			await run(passport.initialize(), request, response);
			await new Promise<void>((resolve, reject) => {
				request.logIn(user, error => (error ? reject(error) : resolve()));
			});
		},
		async logOut(request, response) {
			if (!request.session) {
				return;
			}
			await new Promise<void>((resolve, reject) => {
				request.session.destroy(error => (error ? reject(error) : resolve()));
			});
			response.clearCookie('sid', {path: request.baseUrl || '/', httpOnly: true, sameSite: 'lax'});
		},
	};
}

function markOf({id, stamp}: Pick<User, 'id' | 'stamp'>): SessionMark {
	return `${id}:${stamp}`;
}

function byHeader(passport: InstanceType<typeof Passport>, request: Request, response: Response): Promise<Caller | null> {
	return new Promise((resolve, reject) => {
		const done = (error: unknown, caller: unknown) => (error ? reject(error) : resolve((caller || null) as Caller | null)); // verifyKey made it
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
