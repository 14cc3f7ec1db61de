import type {Delivery} from '#shared/domain/notifications/delivery.ts';
import type {NotificationSettings} from '#shared/domain/notifications/notification.ts';
import type {RootFolderStore} from '#shared/store/libraries/root-folders.ts';
import type {Connect} from '../http/connect.ts';
import {type Http, type HttpRequest, redirectStatuses} from '../http/http.ts';

/** What a receiver answered. */
export interface Receipt {
	/** Of HTTP, or of SMTP; null without an answer. */
	status: number | null;
	/** Null when it took everything. */
	error: string | null;
	/** It wants nothing more, ever. */
	isGone?: boolean;
	/** Another try would fail in the same way. */
	isFinal?: boolean;
	/** Every message would fail in the same way until its settings are corrected. */
	isRefused?: boolean;
	/** It takes so many messages in some time, and works apart from that. */
	isLimit?: boolean;
	/** The delay that it asked for. */
	retryAfterSeconds?: number | null;
}

/** A program that receives events. */
export interface Receiver {
	/** How many deliveries are read at a time. */
	max: number;
	/** What it is sent tells a story: a message that failed holds those that happened after it. */
	inOrder: boolean;
	/** Which of them are sent, and noted, together. They are sent in this order. */
	divide(deliveries: readonly Delivery[]): Delivery[][];
	/** Throws UpstreamFailed or Invalid when there is no answer, or one of another program. */
	send(together: readonly Delivery[], signal: AbortSignal): Promise<Receipt>;
	/** Throws UpstreamFailed, Unauthorized or Invalid with a code of connection tests. */
	test(signal: AbortSignal): Promise<{version: string | null; details: string[]}>;
}

export interface ReceiverDeps {
	http: Http;
	network: HttpRequest['network'];
	rootFolders: Pick<RootFolderStore, 'list'>;
	/** The bytes of a picture of the metadata provider. Throws if it cannot be read. */
	picture(url: string, signal: AbortSignal): Promise<Buffer>;
	/** A connection to a server that an administrator entered. Throws UpstreamFailed. */
	connect: Connect;
	/** Milliseconds for each answer of a mail server; other ones only in tests. */
	mailStepMs?: number;
	now: () => Date;
}

export type OpenReceiver = (settings: NotificationSettings, deps: ReceiverDeps) => Receiver;

/** Of one call; redirects are not followed, because they would take the secret along. */
export const callLimits = {timeoutMs: 10_000, redirects: 0} as const;

/** What an answer that leads to another address means; null for any other. That address may contain the key. */
export function redirected(status: number, named: string): string | null {
	return redirectStatuses.includes(status)
		? `${named} leads to another address (${status}), which we do not follow. Enter that one, often the same with https://.`
		: null;
}
