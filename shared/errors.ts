/** One fault of an input: where it is and what is allowed there. */
export interface Fault {
	path: string;
	message: string;
}

/**
 * A failure that we expect. `code` is stable and machine-readable (snake_case), `message` is for people
 * and says what to do next.
 * No class knows HTTP or BullMQ: `api/http/problem.ts` maps class to status, `workers/pool.ts` maps class to retry.
 */
abstract class Expected extends Error {
	readonly code: string;

	constructor(code: string, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
		this.name = new.target.name;
	}
}

/** What was asked for does not exist. */
export class NotFound extends Expected {}

/** It cannot be done in the present state: it exists already, or is in use. */
export class Conflict extends Expected {}

/** The input is wrong, and the same input will be wrong again. */
export class Invalid extends Expected {
	readonly faults: Fault[];

	constructor(code: string, message: string, faults: Fault[] = [], options?: ErrorOptions) {
		super(code, message, options);
		this.faults = faults;
	}
}

/** The caller may not do this. */
export class Forbidden extends Expected {}

/** The caller is not known. */
export class Unauthorized extends Expected {}

/** Something of ours is missing or does not answer in time; the message says what to do. */
export class Unavailable extends Expected {}

/** Somebody else's service failed while we waited for it. `retryAfterSeconds` is its own wish, if it told one. */
export class UpstreamFailed extends Expected {
	readonly retryAfterSeconds: number | null;

	constructor(code: string, message: string, options: ErrorOptions & {retryAfterSeconds?: number | null} = {}) {
		super(code, message, options);
		this.retryAfterSeconds = options.retryAfterSeconds ?? null;
	}
}

/** The caller came too often. */
export class TooMany extends Expected {
	readonly retryAfterSeconds: number;

	constructor(code: string, message: string, retryAfterSeconds: number) {
		super(code, message);
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/** Somebody asked this work to stop. */
export class Cancelled extends Expected {
	constructor(message = 'Cancelled') {
		super('cancelled', message);
	}
}

/** The failures that we expect, by their names. */
export const failureClasses = {NotFound, Conflict, Invalid, Forbidden, Unauthorized, Unavailable, UpstreamFailed, TooMany, Cancelled};
export type FailureName = keyof typeof failureClasses;

export type ExpectedError = InstanceType<(typeof failureClasses)[FailureName]>;

export function isExpected(error: unknown): error is ExpectedError {
	return error instanceof Expected;
}
