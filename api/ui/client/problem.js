import {inWords} from './in-words.js';

/**
 * @typedef {object} Fault
 * @property {string} path The field, as in the body that was sent.
 * @property {string} message
 */

/** A refusal by the service (RFC 9457), or the news that it cannot be reached. */
export class Problem extends Error {
	/** @param {{status: number, code: string, detail: string, errors?: Fault[], retryAfter?: number | null, body?: any}} options */
	constructor({status, code, detail, errors = [], retryAfter = null, body = null}) {
		super(detail);
		this.name = 'Problem';
		/** 0 if there was no answer. */
		this.status = status;
		this.code = code;
		/** @type {readonly Fault[]} */
		this.errors = errors;
		/** Seconds after which the same request may succeed. */
		this.retryAfter = retryAfter;
		/** The whole answer: that of a health check is of use although it is a failure. @type {any} */
		this.body = body;
	}

	/**
	 * What is wrong with a field of a form, and with the parts of that field.
	 * @param {string} path
	 */
	of(path) {
		const own = this.errors.filter(fault => isAt(fault, path));
		return own.map(({message}) => message).join('. ');
	}

	/** Whether it is about more than these fields, and so must be shown by itself too. @param {readonly string[]} paths */
	isBeyond(paths) {
		return this.errors.length === 0 || this.errors.some(fault => !paths.some(path => isAt(fault, path)));
	}
}

/** @param {Fault} fault @param {string} path */
const isAt = ({path: at}, path) => at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`);

/** @param {unknown} error */
export function isAbort(error) {
	return error instanceof DOMException && error.name === 'AbortError';
}

/** Whether a banner or the login tells it already. @param {unknown} error */
export function isShownByBanner(error) {
	return error instanceof Problem && (error.code === 'unreachable' || (error.status === 401 && error.code !== 'wrong_credentials'));
}

/** For forms, which show what is wrong at their fields. @param {unknown} error */
export function toProblem(error) {
	return error instanceof Problem ? error : new Problem({status: 0, code: 'unknown', detail: toMessage(error)});
}

/** What is wrong in single fields says more than that something is. @param {unknown} error */
export function toMessage(error) {
	if (error instanceof Problem && error.errors.length > 0) {
		const faults = error.errors.map(({message}) => message.charAt(0).toUpperCase() + message.slice(1));
		return `${faults.join('. ')}.`.replace(/\.\.$/, '.');
	}
	return error instanceof Error ? error.message : String(error);
}

/** @param {Response} response */
export async function readProblem(response) {
	const retryAfter = Number(response.headers.get('retry-after')) || null;
	/** @type {{code?: string, reason?: string, detail?: string, errors?: Fault[]} | null} */
	const body = await response.json().catch(() => null);
	return new Problem({
		status: response.status,
		code: body?.code ?? 'unknown',
		detail: body?.detail ? inWords(body.detail, body.reason ?? body.code) : `The service answered ${response.status} and gave no reason.`,
		errors: (body?.errors ?? []).map(({path, message}) => ({path, message: inWords(message)})),
		retryAfter,
		body,
	});
}
