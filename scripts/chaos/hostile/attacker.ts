import {Agent, request} from 'node:http';
import {parentPort, workerData} from 'node:worker_threads';
import {type Attack, attacks} from './attacks.ts';

/** What the thread of a hostile caller is told. */
export interface AttackerWish {
	url: string;
	kind: string;
	cookie: string;
	seconds: number;
}

const {url, kind, cookie, seconds} = workerData as AttackerWish;
const until = performance.now() + seconds * 1000;
const agent = new Agent({keepAlive: true, maxSockets: 100});
const statuses: Record<string, number> = {};
const heldMs = 60_000;

function send({method, path, withSession, body, isHeld}: Attack): Promise<void> {
	const {promise, resolve} = Promise.withResolvers<void>();
	const headers = {
		...(withSession && {cookie, 'sec-fetch-site': 'same-origin'}),
		...(body !== undefined && {'content-type': 'application/json', 'content-length': Buffer.byteLength(body)}),
	};
	const sent = request(url + path, {method, headers, agent, timeout: heldMs}, response => {
		const status = String(response.statusCode);
		statuses[status] = (statuses[status] ?? 0) + 1;
		response.resume();
		if (isHeld && response.statusCode === 200) {
			resolve();
			return;
		}
		response.once('close', resolve);
	});
	sent.on('error', () => {
		statuses['broken'] = (statuses['broken'] ?? 0) + 1;
		resolve();
	});
	sent.end(body);
	return promise;
}

const plan = attacks[kind] ?? [];
for (let turn = 0; performance.now() < until; turn += 1) {
	await send(plan[turn % plan.length]!); // the remainder is always a place of the list
}
agent.destroy();
parentPort?.postMessage(statuses);
