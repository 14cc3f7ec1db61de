import {createHash, createHmac, randomUUID, timingSafeEqual} from 'node:crypto';
import type {Request, Response} from 'express';
import {dayMs} from '#shared/domain/durations.ts';

/** A browser in which somebody has logged in before. */
export interface KnownDevice {
	id: string;
	/** See `nameKey`. */
	nameKey: string;
}

export interface KnownDevices {
	find(request: Request): KnownDevice | null;
	/** Remembers the browser of a successful login for a year. One that is known already keeps its count. */
	remember(request: Request, response: Response, username: string): void;
}

export interface KnownDeviceOptions {
	secretKey: string;
	/** Path to which the cookie is sent. */
	path: string;
	isHttps(request: Request): boolean;
}

const cookieName = 'device';
const yearMs = 365 * dayMs;
const form = /(?:^|;\s*)device=([\w-]{43})\.([\w-]{36})\.([\w-]{43})(?:;|$)/;

/** The form under which a name is counted, without differences that do not make another user. */
export function nameKey(username: string): string {
	return createHash('sha256').update(username.normalize('NFKC').toLowerCase()).digest('base64url');
}

/** The cookie gives no access; it only has its own count of tries, so that nobody else can use them up. */
export function createKnownDevices({secretKey, path, isHttps}: KnownDeviceOptions): KnownDevices {
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
