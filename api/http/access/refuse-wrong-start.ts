import type {RequestHandler} from 'express';
import type {Readiness} from '#api/deps.ts';
import {Unavailable} from '#shared/errors.ts';

/** What tells a person what is wrong. */
const shown: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/api/system/status']);

/** While the process does not fit the installation it answers only questions about its state. */
export function refuseWrongStart({startFault}: Readiness): RequestHandler {
	return (request, _response, next) => {
		const fault = startFault();
		next(fault && !shown.has(request.path) ? new Unavailable(fault.code, fault.message) : undefined);
	};
}
