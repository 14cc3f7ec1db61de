import type {StatusMessage} from '#shared/domain/downloads/queue-item.ts';
import {Cancelled, Conflict, type ExpectedError, Invalid, isExpected, NotFound, Unavailable} from '#shared/errors.ts';

/** Milliseconds until a disk is looked at again: room comes back while people watch. */
const soonMs = 60_000;
/** Milliseconds until something is tried again that only a person can change. */
const laterMs = 30 * 60_000;

/** The download is not imported now; its item waits with these messages, and nothing is blocklisted. */
export class ImportRefused extends Conflict {
	readonly messages: StatusMessage[];
	readonly retryMs: number;

	constructor(code: string, messages: StatusMessage[], retryMs = laterMs) {
		super(code, messages.flatMap(({messages: texts}) => texts).join(' '));
		this.messages = messages;
		this.retryMs = retryMs;
	}
}

/** Another worker took the item over, or the user did: nothing more may be written. */
export class ClaimLost extends Cancelled {}

/** One reason for the whole download. */
export function refuse(
	title: string,
	{code, message, isPassing = false}: {code: string; message: string; isPassing?: boolean},
): ImportRefused {
	return new ImportRefused(code, [{title, messages: [message]}], isPassing ? soonMs : laterMs);
}

/** A failure that people can do something about, as a refusal; null for what only a new try can cure. */
export function toRefusal(error: unknown, title: string): ImportRefused | null {
	if (error instanceof ImportRefused) {
		return error;
	}
	if (!isExpected(error) || !isOurs(error)) {
		return null;
	}
	return refuse(title, {code: error.code, message: error.message, isPassing: error instanceof Unavailable || error instanceof NotFound});
}

function isOurs(error: ExpectedError): boolean {
	return error instanceof Unavailable || error instanceof NotFound || error instanceof Conflict || error instanceof Invalid;
}
