import type {Operation} from '#api/http/operation.ts';
import type {Route} from '#api/http/route.ts';

const needsCaller: ReadonlySet<string> = new Set(['auth', 'write', 'admin', 'metrics', 'queue', 'solver', 'calendar']);

/** The failure statuses of a route: those that follow from its declaration, and its own. */
export function failureCodes({path, access, isStream, request}: Route, operation: Operation | undefined): number[] {
	const codes = [
		...(request.query || request.body || isStream ? [400] : []),
		...(needsCaller.has(access) ? [401] : []),
		// A calendar's key may read nothing but its feed.
		...(needsCaller.has(access) && access !== 'calendar' ? [403] : []),
		...(path.includes('/:') ? [404] : []),
		...(request.body ? [413, 415] : []),
		...(operation?.failures ?? []),
		429,
		500,
		503,
	];
	return [...new Set(codes)].sort((a, b) => a - b);
}

export const failureMeanings: Readonly<Record<number, string>> = {
	400: 'The parameters or the body are wrong; `errors` names every fault.',
	401: 'Credentials are missing or wrong.',
	403: 'The caller may not do this.',
	404: 'Nothing has this id.',
	409: 'This is not possible in the current state.',
	413: 'The body is too large; `detail` says what is allowed, usually 1 MiB.',
	415: 'The body is not JSON.',
	429: 'Too many requests; `Retry-After` is the number of seconds to wait.',
	500: 'An internal error occurred.',
	502: 'An external service failed.',
	503: 'Part of this service is down or not configured; `detail` says what to do.',
	504: 'Nobody can say yet whether the work was done; `detail` says what happens next.',
};
