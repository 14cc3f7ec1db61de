import {inWords} from './in-words.ts';

interface Fault {
	/** The field, as in the body that was sent. */
	path: string;
	message: string;
}

interface Refusal {
	status: number;
	code: string;
	detail: string;
	errors?: readonly Fault[];
	retryAfter?: number | null;
	body?: any;
}

/** A refusal by the service (RFC 9457), or the news that it cannot be reached. */
export class Problem extends Error {
	/** 0 if there was no answer. */
	readonly status: number;
	readonly code: string;
	readonly errors: readonly Fault[];
	/** Seconds after which the same request may succeed. */
	readonly retryAfter: number | null;
	/** The whole answer: that of a health check is of use although it is a failure. */
	readonly body: any;

	constructor({status, code, detail, errors = [], retryAfter = null, body = null}: Refusal) {
		super(detail);
		this.name = 'Problem';
		this.status = status;
		this.code = code;
		this.errors = errors;
		this.retryAfter = retryAfter;
		this.body = body;
	}

	/** What is wrong with a field of a form, and with the parts of that field. */
	of(path: string) {
		const own = this.errors.filter(fault => isAt(fault, path));
		return own.map(({message}) => message).join('. ');
	}

	/** Whether it is about more than these fields, and so must be shown by itself too. */
	isBeyond(paths: readonly string[]) {
		return this.errors.length === 0 || this.errors.some(fault => !paths.some(path => isAt(fault, path)));
	}
}

const isAt = ({path: at}: Fault, path: string) => at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`);

export function isAbort(error: unknown) {
	return error instanceof DOMException && error.name === 'AbortError';
}

/** Whether a banner or the login tells it already. */
export function isShownByBanner(error: unknown) {
	return error instanceof Problem && (error.code === 'unreachable' || (error.status === 401 && error.code !== 'wrong_credentials'));
}

/** For forms, which show what is wrong at their fields. */
export function toProblem(error: unknown) {
	return error instanceof Problem ? error : new Problem({status: 0, code: 'unknown', detail: toMessage(error)});
}

/** What is wrong in single fields says more than that something is. */
export function toMessage(error: unknown) {
	if (error instanceof Problem && error.errors.length > 0) {
		const faults = error.errors.map(({message}) => message.charAt(0).toUpperCase() + message.slice(1));
		return `${faults.join('. ')}.`.replace(/\.\.$/, '.');
	}
	return error instanceof Error ? error.message : String(error);
}

export async function readProblem(response: Response) {
	const retryAfter = Number(response.headers.get('retry-after')) || null;
	const body: {code?: string; reason?: string; detail?: string; errors?: Fault[]} | null = await response.json().catch(() => null);
	return new Problem({
		status: response.status,
		code: body?.code ?? 'unknown',
		detail: body?.detail ? inWords(body.detail, body.reason ?? body.code) : `The service answered ${response.status} and gave no reason.`,
		errors: (body?.errors ?? []).map(({path, message}) => ({path, message: inWords(message)})),
		retryAfter,
		body,
	});
}
