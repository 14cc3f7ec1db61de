import {type ExpectedError, type Fault, failureClasses, Invalid, isExpected, TooMany, UpstreamFailed} from '../errors.ts';

/** A failure as it is sent from a worker to the process that asked. */
export interface WireFailure {
	kind: string;
	code: string;
	message: string;
	faults?: Fault[];
	retryAfterSeconds?: number | null;
}

export type Answer = {jobId: string; result: unknown} | {jobId: string; failure: WireFailure};

/** Redis channel for the answers. It uses the prefix of the queues, because pub/sub has no other separation. */
export const answersChannel = (prefix: string) => `${prefix}:answers`;

export function toWireFailure(error: unknown): WireFailure {
	if (!isExpected(error)) {
		return {kind: 'Unavailable', code: 'internal_error', message: 'The worker failed unexpectedly; its log says why.'};
	}
	return {
		kind: kindOf(error),
		code: error.code,
		message: error.message,
		...(error instanceof Invalid && {faults: error.faults}),
		...((error instanceof UpstreamFailed || error instanceof TooMany) && {retryAfterSeconds: error.retryAfterSeconds}),
	};
}

/** A pool's own failure, such as a refused import, is known to the process that asked by the class that it extends. */
function kindOf(error: ExpectedError): string {
	return Object.entries(failureClasses).find(([, known]) => error instanceof known)?.[0] ?? error.name;
}

/** For a caller who sent too many requests and got no delay. */
const defaultRetrySeconds = 60;
const {NotFound, Conflict, Forbidden, Unauthorized, Unavailable, Unclear} = failureClasses;
/** Failures with only a code and a message. */
const plain: Readonly<Record<string, new (code: string, message: string) => ExpectedError>> = {
	NotFound,
	Conflict,
	Forbidden,
	Unauthorized,
	Unclear,
};

export function fromWireFailure({kind, code, message, faults, retryAfterSeconds}: WireFailure): ExpectedError {
	switch (kind) {
		case 'Invalid':
			return new Invalid(code, message, faults);
		case 'UpstreamFailed':
			return new UpstreamFailed(code, message, {retryAfterSeconds: retryAfterSeconds ?? null});
		case 'TooMany':
			return new TooMany(code, message, retryAfterSeconds ?? defaultRetrySeconds);
		case 'Cancelled':
			return new failureClasses.Cancelled(message);
		default:
			return new (plain[kind] ?? Unavailable)(code, message);
	}
}
