import type {ChangedFile, Delivery} from '#shared/domain/notifications/delivery.ts';
import type {PathMapping} from '#shared/domain/notifications/notification.ts';
import {translatePath} from '#shared/domain/notifications/translate-path.ts';
import {Invalid, Unauthorized, UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../http/http.ts';
import {asRecord, type JsonRecord, parseJson} from '../http/read-body.ts';
import {type Receipt, redirected} from './receiver.ts';

/** Deliveries that are read at a time: more than a season has episodes. */
export const maxDeliveries = 500;

/** Each changed file once, with its last change, under the server's path. */
export function changedFiles(deliveries: readonly Delivery[], mappings: readonly PathMapping[]): ChangedFile[] {
	const inOrder = deliveries.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt));
	const changes = inOrder.flatMap(({files}) => files).map(({path, change}) => [translatePath(mappings, path), change] as const);
	return [...new Map(changes)].map(([path, change]) => ({path, change}));
}

/** The address of a path below that of the server, which may have a path of its own. */
export function addressOf(url: string, path: string, query: Record<string, string> = {}): URL {
	const address = new URL(`${url.replace(/[?#].*$/, '').replace(/\/+$/, '')}${path}`);
	for (const [name, value] of Object.entries(query)) {
		address.searchParams.set(name, value);
	}
	return address;
}

export function receiptOf({status}: Pick<HttpReply, 'status'>, program: string): Receipt {
	if (status >= 200 && status < 300) {
		return {status, error: null};
	}
	const error = isRefusal(status) ? refused(program) : redirected(status, program);
	return {status, error: error ?? `${program} answered with status ${status}.`};
}

/** The JSON of a successful answer. Throws Unauthorized, Invalid or UpstreamFailed. */
export function readAnswer({status, body}: HttpReply, program: string): JsonRecord {
	if (isRefusal(status)) {
		throw new Unauthorized('authentication_failed', refused(program));
	}
	if (status >= 500) {
		throw new UpstreamFailed('connection_failed', `${program} answered with status ${status}. Try again later.`);
	}
	const record = status === 200 ? asRecord(parseJson(body)) : null;
	if (!record) {
		throw new Invalid(
			'wrong_protocol',
			redirected(status, program) ?? `The answer is not that of ${program}. Check the address, its port and its path.`,
		);
	}
	return record;
}

const isRefusal = (status: number) => status === 401 || status === 403;
const refused = (program: string) => `${program} refuses the API key. Enter one of an administrator as apiKey.`;
