import {setTimeout as pause} from 'node:timers/promises';
import type {ApiClient} from './api-client.ts';
import type {ServicesReply} from './replies.ts';

const lookMs = 200;
const limitMs = 120_000;

/**
 * Waits until the service reports that every part is ready.
 * @throws Error naming the parts that are not
 */
export async function awaitReady(api: ApiClient, signal: AbortSignal): Promise<void> {
	const deadline = Date.now() + limitMs;
	let missing = 'the API';
	while (Date.now() < deadline) {
		try {
			await api.get('/api/ready');
			const {services} = await api.get<ServicesReply>('/api/system/status');
			const late = services.filter(({status}) => status !== 'ready').map(({name}) => name);
			if (late.length === 0) {
				return;
			}
			missing = late.join(', ');
		} catch {
			// The service does not listen yet, or MongoDB or Redis is not connected.
			signal.throwIfAborted();
		}
		await pause(lookMs, undefined, {signal});
	}
	throw new Error(`Not ready after ${limitMs / 1000} s: ${missing}`);
}
