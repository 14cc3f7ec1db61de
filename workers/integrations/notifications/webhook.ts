import {randomUUID} from 'node:crypto';
import {Webhook} from 'standardwebhooks';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import {messageIdOf} from '#shared/domain/notifications/delivery.ts';
import {Invalid} from '#shared/errors.ts';
import {callLimits, type OpenReceiver, type Receipt, type ReceiverDeps, redirected} from './receiver.ts';

/** We read nothing of the answer but its status. */
const maxBytes = 64 * 1024;

interface Posted {
	url: string;
	method: 'POST' | 'PUT';
	headers: Record<string, string>;
	body: string;
}

/** Sends one message. Only 2xx means that the receiver has it. */
export async function postMessage(
	posted: Posted,
	{http, network, now}: Pick<ReceiverDeps, 'http' | 'network' | 'now'>,
	signal: AbortSignal,
): Promise<Receipt> {
	const reply = await http({...posted, network, signal, maxBytes, ...callLimits});
	const {status} = reply;
	if (status >= 200 && status < 300) {
		return {status, error: null};
	}
	const unknown = `The receiver answered with status ${status}; only 2xx means that it has the message.`;
	const error = redirected(status, 'The receiver') ?? unknown;
	return {status, error, isGone: status === 410, retryAfterSeconds: parseRetryAfter(reply.headers['retry-after'], now())};
}

/** A webhook by standardwebhooks.com: each try of a message has the same id, and a time and a signature of its own. */
export const openWebhook: OpenReceiver = ({url, secret}, {http, network, now}) => {
	const signer = new Webhook(secret ?? '');

	async function post(id: string, message: object, signal: AbortSignal): Promise<Receipt> {
		const body = JSON.stringify(message);
		const sentAt = now();
		const headers = {
			'content-type': 'application/json',
			'webhook-id': id,
			'webhook-timestamp': String(Math.floor(Number(sentAt) / 1000)),
			'webhook-signature': signer.sign(id, sentAt, body),
		};
		return postMessage({url, method: 'POST', headers, body}, {http, network, now}, signal);
	}

	return {
		max: 1,
		inOrder: true,
		divide: deliveries => deliveries.map(delivery => [delivery]),
		async send([delivery], signal) {
			return delivery ? post(messageIdOf(delivery), delivery.message, signal) : {status: 200, error: null};
		},
		async test(signal) {
			const message = {type: 'test', timestamp: now().toISOString(), data: {message: 'This is a test.'}};
			const {status, error} = await post(`msg_${randomUUID().replaceAll('-', '')}`, message, signal);
			if (error !== null) {
				throw new Invalid('wrong_protocol', error);
			}
			return {version: null, details: [`It answered a signed test message with status ${status}.`]};
		},
	};
};
