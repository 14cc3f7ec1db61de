import {setTimeout as pause} from 'node:timers/promises';
import {type ApiClient, ApiRefusal, createApiClient} from '#scripts/command/api-client.ts';

export interface Caller {
	/** Asks the addresses in turn, until one of them answers with anything but an outage. Rejects with ApiRefusal. */
	call<Reply>(ask: (api: ApiClient) => Promise<Reply>): Promise<Reply>;
	/** Like `call`, but keeps asking during an outage, up to the limit. */
	insist<Reply>(ask: (api: ApiClient) => Promise<Reply>, limitMs: number): Promise<Reply>;
	/** Answers with a status of 500 or above other than 503 and 504, which nobody expects. */
	surprises: readonly string[];
}

const pollMs = 300;

/** A client of several API processes. */
export function createCaller(urls: readonly string[], apiKey: string, signal: AbortSignal): Caller {
	const clients = urls.map(url => createApiClient({url, apiKey, signal}));
	const surprises: string[] = [];
	let turn = 0;

	async function call<Reply>(ask: (api: ApiClient) => Promise<Reply>): Promise<Reply> {
		turn += 1;
		let last: unknown;
		for (let index = 0; index < clients.length; index += 1) {
			try {
				return await ask(clients[(turn + index) % clients.length]!); // the remainder is always a place of the list
			} catch (error) {
				if (!isOutage(error)) {
					throw error;
				}
				note(error);
				last = error;
			}
		}
		throw last;
	}

	function note(error: unknown): void {
		if (error instanceof ApiRefusal && ![502, 503, 504].includes(error.status)) {
			surprises.push(error.message);
		}
	}

	return {
		call,
		surprises,
		async insist(ask, limitMs) {
			const end = performance.now() + limitMs;
			for (;;) {
				try {
					return await call(ask);
				} catch (error) {
					if (!isOutage(error) || performance.now() > end || signal.aborted) {
						throw error;
					}
				}
				await pause(pollMs);
			}
		},
	};
}

/** No connection, a broken one, or an answer that says "try again". */
export function isOutage(error: unknown): boolean {
	return error instanceof ApiRefusal ? error.status >= 500 : true;
}
