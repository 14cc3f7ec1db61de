import {
	Cancelled,
	Conflict,
	type ExpectedError,
	type Fault,
	Forbidden,
	Invalid,
	isExpected,
	NotFound,
	TooMany,
	Unauthorized,
	Unavailable,
	UpstreamFailed,
} from '../errors.ts';

/** A failure as it travels from a worker to the process that asked. */
export interface WireFailure {
	kind: string;
	code: string;
	message: string;
	faults?: Fault[];
	retryAfterSeconds?: number | null;
}

export type Answer = {jobId: string; result: unknown} | {jobId: string; failure: WireFailure};

/** Redis channel of the answers; the same prefix as the queues, because pub/sub knows no other border. */
export const answersChannel = (prefix: string) => `${prefix}:answers`;

export function toWireFailure(error: unknown): WireFailure {
	if (!isExpected(error)) {
		return {kind: 'Unavailable', code: 'internal_error', message: 'The worker failed unexpectedly; its log says why.'};
	}
	return {
		kind: error.name,
		code: error.code,
		message: error.message,
		...(error instanceof Invalid && {faults: error.faults}),
		...((error instanceof UpstreamFailed || error instanceof TooMany) && {retryAfterSeconds: error.retryAfterSeconds}),
	};
}

const revive: Record<string, (failure: WireFailure) => ExpectedError> = {
	NotFound: ({code, message}) => new NotFound(code, message),
	Conflict: ({code, message}) => new Conflict(code, message),
	Invalid: ({code, message, faults}) => new Invalid(code, message, faults),
	Forbidden: ({code, message}) => new Forbidden(code, message),
	Unauthorized: ({code, message}) => new Unauthorized(code, message),
	Unavailable: ({code, message}) => new Unavailable(code, message),
	UpstreamFailed: ({code, message, retryAfterSeconds}) => new UpstreamFailed(code, message, {retryAfterSeconds: retryAfterSeconds ?? null}),
	TooMany: ({code, message, retryAfterSeconds}) => new TooMany(code, message, retryAfterSeconds ?? 60),
	Cancelled: ({message}) => new Cancelled(message),
};

export function fromWireFailure(failure: WireFailure): ExpectedError {
	return (revive[failure.kind] ?? revive['Unavailable']!)(failure); // the table has Unavailable
}
