import {once} from 'node:events';
import {Agent, type IncomingMessage, request} from 'node:http';
import {text} from 'node:stream/consumers';
import {parentPort, workerData} from 'node:worker_threads';
import {type Attack, attacksOf} from './attacks.ts';

/** What the thread of a hostile caller is told. */
export interface AttackerWish {
	url: string;
	kind: string;
	name: string;
	password: string;
	cookie: string;
	/** From which it comes, as the proxy says. */
	address: string;
	seconds: number;
}

const {url, kind, name, password, cookie, address, seconds} = workerData as AttackerWish;
const agent = new Agent({keepAlive: true, maxSockets: 100});
const statuses: Record<string, number> = {};
const heldMs = 60_000;
const ourFault = 500;

function count(status: string): void {
	statuses[status] = (statuses[status] ?? 0) + 1;
}

/** Of our own faults the code is counted, too. */
async function read(response: IncomingMessage): Promise<void> {
	const status = response.statusCode ?? 0;
	if (status < ourFault) {
		count(String(status));
		response.resume();
		return;
	}
	const {code, reason = code} = JSON.parse(await text(response)) as {code: string; reason?: string};
	count(`${status} ${reason}`);
}

function send({method, path, withSession, body, isHeld}: Attack): Promise<void> {
	const {promise, resolve} = Promise.withResolvers<void>();
	const headers = {
		'x-forwarded-for': address,
		...(withSession && {cookie, 'sec-fetch-site': 'same-origin'}),
		...(body !== undefined && {'content-type': 'application/json', 'content-length': Buffer.byteLength(body)}),
	};
	const sent = request(url + path, {method, headers, agent, timeout: heldMs}, response => {
		read(response).catch(() => count('broken'));
		if (isHeld && response.statusCode === 200) {
			resolve();
			return;
		}
		response.once('close', resolve);
	});
	sent.on('error', () => {
		count('broken');
		resolve();
	});
	sent.end(body);
	return promise;
}

const plan = attacksOf({name, password})[kind] ?? [];
if (parentPort) {
	parentPort.postMessage('ready');
	await once(parentPort, 'message');
}
const until = performance.now() + seconds * 1000;
for (let turn = 0; performance.now() < until; turn += 1) {
	await send(plan[turn % plan.length]!); // the remainder is always a place of the list
}
agent.destroy();
parentPort?.postMessage(statuses);
