import {createHash, createHmac, randomUUID, timingSafeEqual} from 'node:crypto';
import type {Request, RequestHandler, Response} from 'express';
import {addressKey} from '#api/http/access/callers.ts';
import {tooMany} from '#api/http/request-limits.ts';
import type {Rates} from '#shared/coordination/rate.ts';
import {dayMs, minuteMs} from '#shared/domain/durations.ts';

interface LoginLimitOptions extends KnownBrowserOptions {
	rates: Pick<Rates, 'hit'>;
	/** Attempts allowed in fifteen minutes from one address, and from one known browser. */
	tries: number;
}

const windowMs = 15 * minuteMs;
/**
 * A name allows the attempts of this many addresses, so that nobody with a single address can use them all up and keep
 * the user out.
 */
const addressesOfName = 5;

export interface LoginLimit {
	/** Counts an attempt before its body is read: for the browser if it is known, otherwise for the address. */
	countOrigin: RequestHandler;
	/**
	 * Counts an attempt for the user name. Attempts from browsers in which this user has logged in before have a count
	 * of their own. Returns whether this is one of them. Throws TooMany.
	 */
	countName(request: Request, username: string): Promise<{isKnown: boolean}>;
	/** A successful login from this browser. */
	remember(request: Request, response: Response, username: string): void;
}

/**
 * Limits password attempts. One that is refused because of its address does not count for the name, and a known browser
 * has its own count, so that nobody can keep a user out by guessing. While Redis is down nobody can log in, because
 * uncounted attempts would allow unlimited guessing.
 */
export function createLoginLimit({rates, tries, ...browsers}: LoginLimitOptions): LoginLimit {
	const ofOrigin = {name: 'login', max: tries, windowMs};
	const ofName = {...ofOrigin, max: tries * addressesOfName};
	const devices = createKnownDevices(browsers);

	async function count(key: string, limit = ofOrigin): Promise<void> {
		const {isOver, freeInMs} = await rates.hit(limit, key);
		if (isOver) {
			throw tooMany(freeInMs);
		}
	}

	return {
		countOrigin(request, _response, next) {
			const device = devices.find(request);
			count(device ? `device:${device.id}` : addressKey(request)).then(() => next(), next);
		},
		async countName(request, username) {
			const device = devices.find(request);
			const key = nameKey(username);
			const isOwn = device?.nameKey === key;
			if (device && !isOwn) {
				await count(addressKey(request));
			}
			await count(`${isOwn ? 'browsers' : 'name'}:${key}`, ofName);
			return {isKnown: isOwn};
		},
		remember: devices.remember,
	};
}

/** A browser in which somebody has logged in before. */
interface KnownDevice {
	id: string;
	/** See `nameKey`. */
	nameKey: string;
}

interface KnownDevices {
	find(request: Request): KnownDevice | null;
	/** Remembers the browser of a successful login for a year. One that is known already keeps its count. */
	remember(request: Request, response: Response, username: string): void;
}

interface KnownBrowserOptions {
	secretKey: string;
	/** Path to which the cookie of a known browser is sent. */
	path: string;
	isHttps(request: Request): boolean;
}

const cookieName = 'device';
const yearMs = 365 * dayMs;
const form = /(?:^|;\s*)device=([\w-]{43})\.([\w-]{36})\.([\w-]{43})(?:;|$)/;

/** The form under which a name is counted, without differences that do not make another user. */
function nameKey(username: string): string {
	return createHash('sha256').update(username.normalize('NFKC').toLowerCase()).digest('base64url');
}

/** The cookie gives no access; it only has its own count of tries, so that nobody else can use them up. */
function createKnownDevices({secretKey, path, isHttps}: KnownBrowserOptions): KnownDevices {
	const secret = createHmac('sha256', secretKey).update('known devices').digest();
	const sign = (text: string) => createHmac('sha256', secret).update(text).digest();
	function find(request: Request): KnownDevice | null {
		const [, key = '', id = '', signature = ''] = form.exec(request.headers.cookie ?? '') ?? [];
		const isOurs = signature !== '' && timingSafeEqual(sign(`${key}.${id}`), Buffer.from(signature, 'base64url'));
		return isOurs ? {id, nameKey: key} : null;
	}

	return {
		find,
		remember(request, response, username) {
			const key = nameKey(username);
			const known = find(request);
			const text = `${key}.${known?.nameKey === key ? known.id : randomUUID()}`;
			const value = `${text}.${sign(text).toString('base64url')}`;
			response.cookie(cookieName, value, {httpOnly: true, sameSite: 'lax', secure: isHttps(request), maxAge: yearMs, path});
		},
	};
}
