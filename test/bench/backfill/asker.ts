import {once} from 'node:events';
import {Agent, get, type IncomingMessage} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';

export interface AskerWish {
	/** Address of a paged list. */
	url: string;
	key: string;
}

/** Milliseconds between a reply and the next request. */
const everyMs = 20;
const pages = 50;
const agent = new Agent({keepAlive: true});
const stopped = new AbortController();

async function ask({url, key}: AskerWish, page: number): Promise<number> {
	const begun = performance.now();
	const request = get(`${url}?limit=20&page=${page}`, {agent, headers: {'x-api-key': key}});
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	for await (const _ of response) {
		// Reads the whole reply, because its time counts too.
	}
	if (response.statusCode !== 200) {
		throw new Error(`The API answered ${response.statusCode}`);
	}
	return performance.now() - begun;
}

const [payload] = (await once(process, 'message')) as [AskerWish];
process.on('message', () => stopped.abort());
// The first call opens the connection.
await ask(payload, 1);
process.send?.('asking');
const durations: number[] = [];
for (let n = 0; !stopped.signal.aborted; n += 1) {
	durations.push(await ask(payload, 1 + (n % pages)));
	await pause(everyMs);
}
// Disconnecting before everything is sent would lose a long list.
process.send?.(durations, () => process.disconnect());
