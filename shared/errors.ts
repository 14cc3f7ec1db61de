/** One error in an input: its location and what is allowed there. */
export interface Fault {
	path: string;
	message: string;
}

/**
 * An expected failure. `code` is stable and machine-readable (snake_case); `message` is for people and says what to do
 * next. These classes know nothing about HTTP or BullMQ: `api/http/failures.ts` maps class to status,
 * `workers/runtime/run-job.ts` maps class to retry.
 */
abstract class Expected extends Error {
	readonly code: string;

	constructor(code: string, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
		this.name = new.target.name;
	}
}

/** The requested object does not exist. */
export class NotFound extends Expected {}

/** Not possible in the current state: it already exists, or is in use. */
export class Conflict extends Expected {}

/** The input is invalid, and a retry with the same input would fail again. */
export class Invalid extends Expected {
	readonly faults: Fault[];

	constructor(code: string, message: string, faults: Fault[] = [], options?: ErrorOptions) {
		super(code, message, options);
		this.faults = faults;
	}
}

/** The caller may not do this. */
export class Forbidden extends Expected {}

/** The caller is not authenticated. */
export class Unauthorized extends Expected {}

/** What is wrong and what a person can do about it: two sentences, the second without its full stop. */
export interface Remedy {
	fact: string;
	remedy: string;
	/** What to try if the message turns out to be wrong. */
	otherwise?: string;
}

/** `next` is what happens once the person has done it: `it continues by itself`. */
export const spokenRemedy = ({fact, remedy, otherwise}: Remedy, next: string) =>
	`${fact} ${remedy}; ${next}.${otherwise === undefined ? '' : ` ${otherwise}`}`;

/**
 * Something of our own is missing or does not answer in time; the message says what to do. With `remedy` the message
 * adds that the work continues by itself; what waits for a person instead makes another sentence of it.
 */
export class Unavailable extends Expected {
	readonly remedy: Remedy | null;

	constructor(code: string, message: string | Remedy, options?: ErrorOptions) {
		super(code, typeof message === 'string' ? message : spokenRemedy(message, 'it continues by itself'), options);
		this.remedy = typeof message === 'string' ? null : message;
	}
}

interface UpstreamFailure extends ErrorOptions {
	retryAfterSeconds?: number | null;
	links?: readonly string[];
}

/**
 * An external service failed while we waited for it. `retryAfterSeconds` is the delay it asked for, if any; `links` are
 * other addresses of it, from which a person may choose.
 */
export class UpstreamFailed extends Expected {
	readonly retryAfterSeconds: number | null;
	readonly links: readonly string[];

	constructor(code: string, message: string, {retryAfterSeconds = null, links = [], ...options}: UpstreamFailure = {}) {
		super(code, message, options);
		this.retryAfterSeconds = retryAfterSeconds;
		this.links = links;
	}
}

/** Nobody can say yet whether the work was done. The message says what happens next; repeating it may do it twice. */
export class Unclear extends Expected {}

/** The caller sent too many requests. */
export class TooMany extends Expected {
	readonly retryAfterSeconds: number;

	constructor(code: string, message: string, retryAfterSeconds: number) {
		super(code, message);
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/** The work was cancelled by a caller. */
export class Cancelled extends Expected {
	constructor(message = 'Cancelled') {
		super('cancelled', message);
	}
}

/** All expected failures by class name. */
export const failureClasses = {
	NotFound,
	Conflict,
	Invalid,
	Forbidden,
	Unauthorized,
	Unavailable,
	Unclear,
	UpstreamFailed,
	TooMany,
	Cancelled,
};
export type FailureName = keyof typeof failureClasses;

export type ExpectedError = InstanceType<(typeof failureClasses)[FailureName]>;

export function isExpected(error: unknown): error is ExpectedError {
	return error instanceof Expected;
}

/** A failure as it is sent from one process to another. */
export interface WireFailure {
	kind: string;
	code: string;
	message: string;
	faults?: Fault[];
	retryAfterSeconds?: number | null;
	links?: readonly string[];
}

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
		...(error instanceof UpstreamFailed && error.links.length > 0 && {links: error.links}),
	};
}

/** The process that asked knows a pool's own failure, such as a refused import, only by the class that it extends. */
function kindOf(error: ExpectedError): string {
	return Object.entries(failureClasses).find(([, known]) => error instanceof known)?.[0] ?? error.name;
}

/** For a caller who sent too many requests and got no delay. */
const defaultRetrySeconds = 60;
/** Failures with only a code and a message. */
const plain: Readonly<Record<string, new (code: string, message: string) => ExpectedError>> = {
	NotFound,
	Conflict,
	Forbidden,
	Unauthorized,
	Unclear,
};

export function fromWireFailure({kind, code, message, faults, retryAfterSeconds, links}: WireFailure): ExpectedError {
	switch (kind) {
		case 'Invalid':
			return new Invalid(code, message, faults);
		case 'UpstreamFailed':
			return new UpstreamFailed(code, message, {retryAfterSeconds: retryAfterSeconds ?? null, links: links ?? []});
		case 'TooMany':
			return new TooMany(code, message, retryAfterSeconds ?? defaultRetrySeconds);
		case 'Cancelled':
			return new Cancelled(message);
		default:
			return new (plain[kind] ?? Unavailable)(code, message);
	}
}
