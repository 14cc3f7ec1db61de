import type {Request, Response} from 'express';
import {ipKeyGenerator} from 'express-rate-limit';
import {createCache} from '#shared/coordination/cache.ts';
import type {AddedBy} from '#shared/domain/media/title.ts';
import {Forbidden} from '#shared/errors.ts';
import {type ApiKeyStore, type ApiKeyType, type AppRights, hashOfKey, isExpired} from '#shared/store/accounts/api-keys.ts';
import type {User, UserRight, UserRights, UserRole, UserStore} from '#shared/store/accounts/users.ts';

export interface SessionCaller {
	kind: 'session';
	user: {id: string; username: string; role: UserRole; rights: UserRights};
}

export interface KeyCaller {
	kind: 'key';
	key: {id: string; name: string; type: ApiKeyType; app?: AppRights | null};
}

/** The caller: a person with a session, or a program with an API key. */
export type Caller = SessionCaller | KeyCaller;

export function isAdministrator(caller: Caller): boolean {
	return caller.kind === 'session' ? caller.user.role === 'admin' : caller.key.type === 'main';
}

/** Streaming keys are read-only. */
export function mayWrite(caller: Caller): boolean {
	return caller.kind === 'session' || caller.key.type === 'main';
}

/** The only use of a key that may be part of an address, where others may read it; null for all other callers. */
export function onlyUseOf(caller: Caller): 'apps' | 'calendar' | 'solver' | null {
	const type = caller.kind === 'key' ? caller.key.type : null;
	return type === 'apps' || type === 'calendar' || type === 'solver' ? type : null;
}

/** Whether a user has this right. A key that only reads may search, too; what it may not change is refused before. */
export function hasRight(caller: Caller, right: UserRight): boolean {
	return isAdministrator(caller) || (caller.kind === 'session' ? caller.user.rights[right] : right === 'searchReleases');
}

/** What somebody without the right may not do. */
const lostRights: Readonly<Record<UserRight, string>> = {
	addTitles: 'add titles',
	searchReleases: 'search for releases and grab them',
	deleteTitles: 'delete titles and libraries',
	deleteFiles: 'delete files',
	editTitles: 'change titles and libraries',
	runTasks: 'run and change tasks or the captcha solver',
};

/** Throws Forbidden `right_required`. */
export function refuseWithout(caller: Caller | null, right: UserRight): void {
	if (caller === null || !hasRight(caller, right)) {
		throw new Forbidden('right_required', `You may not ${lostRights[right]} here. An administrator can allow it in the list of users.`);
	}
}

/** The key under which limits are counted. */
export function callerId(caller: Caller): string {
	return caller.kind === 'session' ? `user:${caller.user.id}` : `key:${caller.key.id}`;
}

/** What a title stores about the caller that added it. */
export function addedByOf(caller: Caller | null): AddedBy {
	return caller?.kind === 'key' ? {kind: 'app', id: caller.key.id} : {kind: 'person', id: caller?.user.id ?? null};
}

export function setCaller(response: Response, caller: Caller): void {
	response.locals['caller'] = caller;
}

/** Null on public endpoints, which ignore credentials. */
export function callerOf(response: Response): Caller | null {
	return (response.locals['caller'] as Caller | undefined) ?? null;
}

/** The network that a request came from; of IPv6, the part that one customer gets. */
export const addressKey = (request: Request): string => `address:${ipKeyGenerator(request.ip ?? '')}`;

/** What a limit counts by: the caller, or its address on public endpoints. */
export function limitKey(request: Request, response: Response): string {
	const caller = callerOf(response);
	return caller ? callerId(caller) : addressKey(request);
}

/** Looks up the owner of credentials. */
export interface Credentials {
	/** Whether the key was valid not long ago. */
	remembersKey(value: string): boolean;
	/** Null for a key that is unknown or has expired. */
	callerOfKey(value: string): Promise<KeyCaller | null>;
	/** Null if the user is gone, or has changed the password since the session began. */
	callerOfMark(mark: SessionMark): Promise<SessionCaller | null>;
}

export interface CredentialsOptions {
	users: UserStore;
	apiKeys: ApiKeyStore;
	verified: VerifiedCallers;
	now: () => Date;
}

/** Content of a session: the user, and the stamp that changes with the password. */
export type SessionMark = string;

const longestKey = 200;

export function createCredentials({users, apiKeys, verified, now}: CredentialsOptions): Credentials {
	return {
		remembersKey: value => verified.remembers(hashOfKey(value)),
		async callerOfKey(value) {
			if (value.length > longestKey) {
				return null;
			}
			const hash = hashOfKey(value);
			const known = verified.find(hash);
			if (known?.kind === 'key') {
				return known;
			}
			const verification = verified.begin();
			const key = await apiKeys.findByHash(hash);
			if (!key || isExpired(key, now())) {
				return null;
			}
			// Failing to record the use must not refuse the caller.
			apiKeys.markUsed(key, now()).catch(() => {});
			const caller: KeyCaller = {kind: 'key', key: {id: key.id, name: key.name, type: key.type, ...(key.app && {app: key.app})}};
			verification.keep(hash, caller, key.expiresAt);
			return caller;
		},
		async callerOfMark(mark) {
			const known = verified.find(mark);
			if (known?.kind === 'session') {
				return known;
			}
			const verification = verified.begin();
			const user = await users.find(mark.split(':')[0] ?? '');
			if (!user || markOf(user) !== mark) {
				return null;
			}
			const {id, username, role, rights} = user;
			const caller: SessionCaller = {kind: 'session', user: {id, username, role, rights}};
			verification.keep(mark, caller);
			return caller;
		},
	};
}

export function markOf({id, stamp}: Pick<User, 'id' | 'stamp'>): SessionMark {
	return `${id}:${stamp}`;
}

/** How long a verified key or user is trusted without asking the database again, in milliseconds. */
const trustedMs = 5000;
const maxCallers = 1000;

/** Callers that were verified recently; cleared whenever a user or a key changes anywhere. */
export type VerifiedCallers = ReturnType<typeof createVerifiedCallers>;

export function createVerifiedCallers(now: () => Date) {
	const callers = createCache<Caller>({max: maxCallers, ttlMs: trustedMs, now: () => Number(now())});
	let clearings = 0;
	return {
		find: (key: string): Caller | null => callers.peek(key) ?? null,
		/** Whether the key was valid not long ago, so that it need not queue with unknown ones. */
		remembers: (key: string): boolean => callers.peek(key, {stale: true}) !== undefined,
		/** Must be called before the database is asked: nothing is cached if a user or key changed meanwhile. */
		begin() {
			const begun = clearings;
			return {
				/** Not beyond `latest`. */
				keep(key: string, caller: Caller, latest: Date | null = null): void {
					if (begun === clearings) {
						// An entry still counts in its last millisecond, and a key does not in that of its expiry.
						callers.set(key, caller, Math.min(trustedMs, Number(latest ?? Number.POSITIVE_INFINITY) - Number(now()) - 1));
					}
				},
			};
		},
		clear(): void {
			clearings += 1;
			callers.clear();
		},
	};
}

/** Ways to send a key other than its header. */
export interface KeyWays {
	/** As `?apikey=` in the address. */
	keyInAddress: boolean;
	/** As the password of basic authentication, with any user name; in the path, only keys of type solver. */
	keyForSolver: boolean;
	/** As `?key=` in the address, only for keys of type calendar. */
	calendarKeyInAddress: boolean;
}

export interface SentKey {
	value: string;
	/** The type that a key must have to be sent in this way; null for any. */
	only: 'calendar' | 'solver' | null;
}

/** The key that a request sends outside the header, or null. */
export function sentKey({query, params, headers}: Request, {keyInAddress, keyForSolver, calendarKeyInAddress}: KeyWays): SentKey | null {
	const ways: [unknown, SentKey['only']][] = [
		[keyInAddress ? query['apikey'] : null, null],
		[calendarKeyInAddress ? query['key'] : null, 'calendar'],
		[keyForSolver ? params['key'] : null, 'solver'],
		[keyForSolver ? basicPassword(headers.authorization) : null, null],
	];
	const [value, only = null] = ways.find(([each]) => typeof each === 'string') ?? [];
	return typeof value === 'string' ? {value, only} : null;
}

/** The password in a basic authentication header, or null if there is none. */
function basicPassword(header: string | undefined): string | null {
	const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(header ?? '') ?? [];
	if (!encoded) {
		return null;
	}
	const decoded = Buffer.from(encoded, 'base64').toString('utf8');
	const colon = decoded.indexOf(':');
	return colon < 0 ? null : decoded.slice(colon + 1);
}
