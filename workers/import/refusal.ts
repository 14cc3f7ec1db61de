import type {StatusMessage} from '#shared/domain/downloads/queue-item.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {Cancelled, Conflict, type ExpectedError, Invalid, isExpected, NotFound, Unavailable} from '#shared/errors.ts';

/** Milliseconds until a disk is checked again: space often becomes free within minutes. */
export const soonMs = 60_000;
/** Milliseconds until the next try when only a person can fix the cause. */
export const laterMs = 30 * minuteMs;
/** There is no next try until a person asks for one. */
export const neverMs = Number.POSITIVE_INFINITY;

/** Most messages an item shows. */
export const maxMessages = 20;

/** The download is not imported for now. Its item waits and shows these messages, and nothing is blocklisted. */
export class ImportRefused extends Conflict {
	readonly messages: StatusMessage[];
	readonly retryMs: number;

	constructor(code: string, messages: StatusMessage[], retryMs = laterMs) {
		super(code, messages.flatMap(({messages: texts}) => texts).join(' '));
		this.messages = messages;
		this.retryMs = retryMs;
	}
}

/** The download is a fake: it fails, is blocklisted, and another release is searched. */
export class FakeRefused extends ImportRefused {}

/** Another worker or the user took over the item, so nothing more may be written. */
export class ClaimLost extends Cancelled {}

/** Refuses the whole download for one reason. */
export function refuse(
	title: string,
	{code, message, isPassing = false}: {code: string; message: string; isPassing?: boolean},
): ImportRefused {
	return new ImportRefused(code, [{title, messages: [message]}], isPassing ? soonMs : laterMs);
}

/** Turns a failure that people can fix into a refusal. Null for a failure that only another try can fix. */
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
