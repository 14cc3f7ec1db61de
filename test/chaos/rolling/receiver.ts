import type {IncomingMessage} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';
import {serve} from '#scripts/demo/sandbox/serve.ts';
import {videosOf} from '../stage/catalogue.ts';
import type {Journey} from '../stage/journeys.ts';

/** A receiver of webhooks, which loses one answer in ten after it has taken the message. */
export interface WebhookReceiver {
	url: string;
	/** What did not arrive, or arrived as two messages. */
	judge(journeys: readonly Journey[]): string[];
	messages(): number;
	close(): Promise<void>;
}

interface Received {
	type: string;
	titleId: string | null;
}

const lostOf = 10;

export async function openReceiver(): Promise<WebhookReceiver> {
	const received = new Map<string, Received>();
	let calls = 0;
	const server = await serve(async (_url, request) => {
		const message = (await readJson(request)) as {type: string; data: {media?: {id: string} | null}};
		calls += 1;
		const id = String(request.headers['webhook-id']);
		received.set(id, {type: message.type, titleId: message.data.media?.id ?? null});
		return {status: calls % lostOf === 0 ? 503 : 204, type: 'text/plain', body: ''};
	});
	const count = (titleId: string, type: string) =>
		[...received.values()].filter(message => message.titleId === titleId && message.type === type).length;
	return {
		url: server.url,
		judge: journeys =>
			journeys.flatMap(({titleId, offer}) =>
				Object.entries({grabbed: 1, imported: videosOf(offer).length})
					.map(([type, expected]) => ({type, expected, times: count(titleId, type)}))
					.filter(({times, expected}) => times !== expected)
					.map(({type, times}) => `the receiver got ${times} messages "${type}" of ${offer.release}`),
			),
		messages: () => received.size,
		close: server.close,
	};
}

async function readJson(request: IncomingMessage): Promise<unknown> {
	const parts: Buffer[] = [];
	for await (const part of request) {
		parts.push(part as Buffer);
	}
	return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/** Receivers rest up to this long after answers that they lost. */
const messagesMs = 300_000;
const pollMs = 2_000;

export async function awaitMessages(receiver: WebhookReceiver, journeys: Parameters<WebhookReceiver['judge']>[0]): Promise<string[]> {
	const end = performance.now() + messagesMs;
	while (receiver.judge(journeys).length > 0 && performance.now() < end) {
		await pause(pollMs);
	}
	return receiver.judge(journeys);
}
