import type {Request} from 'express';
import {basicPassword} from './basic-password.ts';

/** Ways to send a key other than its header. */
export interface KeyWays {
	/** As `?apikey=` in the address. */
	keyInAddress: boolean;
	/** As the password of basic authentication, with any user name, or in the path. */
	keyAsPassword: boolean;
	/** As `?key=` in the address, only for keys of type calendar. */
	calendarKeyInAddress: boolean;
}

export interface SentKey {
	value: string;
	isForCalendar: boolean;
}

/** The key that a request sends outside the header, or null. */
export function sentKey({query, params, headers}: Request, {keyInAddress, keyAsPassword, calendarKeyInAddress}: KeyWays): SentKey | null {
	const ways: [unknown, boolean][] = [
		[keyInAddress ? query['apikey'] : null, false],
		[calendarKeyInAddress ? query['key'] : null, true],
		[keyAsPassword ? params['key'] : null, false],
		[keyAsPassword ? basicPassword(headers.authorization) : null, false],
	];
	const [value, isForCalendar = false] = ways.find(([each]) => typeof each === 'string') ?? [];
	return typeof value === 'string' ? {value, isForCalendar} : null;
}
