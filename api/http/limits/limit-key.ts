import type {Request, Response} from 'express';
import {ipKeyGenerator} from 'express-rate-limit';
import {callerId, callerOf} from '../access/callers.ts';

/** The network that a request came from; of IPv6, the part that one customer gets. */
export const addressKey = (request: Request): string => `address:${ipKeyGenerator(request.ip ?? '')}`;

/** Whom a limit counts: the caller, or on public endpoints his address. */
export function limitKey(request: Request, response: Response): string {
	const caller = callerOf(response);
	return caller ? callerId(caller) : addressKey(request);
}
