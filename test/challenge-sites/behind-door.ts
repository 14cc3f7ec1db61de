import {createDoor, hash} from './door.ts';
import {insidePage, readJson, sendJson, sendPage} from './reply.ts';
import type {Answer, Visit} from './site.ts';

export const unlockPath = '/cdn-cgi/challenge-platform/unlock';

export interface Guarded {
	name: string;
	workMs: number;
	/** Sends the challenge. */
	challenge(visit: Visit, task: string): void | Promise<void>;
	/** The page behind the door; a small one if not given. */
	inside?: Answer;
	/** Checks data sent with the solution; false keeps the door closed. */
	approves?(solution: Record<string, unknown>, visit: Visit): boolean;
}

/** Every address of the site returns the challenge until cookie and user agent match. */
export function behindDoor({name, workMs, challenge, inside, approves = () => true}: Guarded): Answer {
	const door = createDoor(workMs);
	return async visit => {
		if (visit.url.pathname === unlockPath) {
			const solution = await readJson(visit);
			const cookie = approves(solution, visit) ? door.unlock(visit.request, solution['task'], solution['nonce']) : null;
			visit.note(cookie ? 'solved' : 'refused');
			sendJson(visit, cookie ? 200 : 403, {solved: cookie !== null}, cookie ? {'set-cookie': cookie} : {});
			return;
		}
		if (!door.isOpen(visit.request)) {
			await challenge(visit, door.pose());
			return;
		}
		if (inside) {
			await inside(visit);
			return;
		}
		sendPage(visit, 200, insidePage(name));
	};
}

/**
 * Code for a page's `<script>`: `findNonce()`, `compute(ms)`, which keeps the processor busy without freezing the page,
 * and `unlock(extra)`.
 */
export function solvingScript(task: string): string {
	return `${hash};
const task = ${JSON.stringify(task)};
function findNonce() { let nonce = 0; while (hash(task + nonce) % 1024 !== 0) nonce += 1; return nonce; }
async function compute(ms) {
	const end = Date.now() + ms;
	while (Date.now() < end) {
		const pause = Date.now() + 20;
		for (let round = 0; Date.now() < pause; round += 1) hash(task + round);
		await new Promise(resolve => setTimeout(resolve, 5));
	}
}
async function unlock(extra) {
	const body = JSON.stringify({task, nonce: findNonce(), ...extra});
	const reply = await fetch(${JSON.stringify(unlockPath)}, {method: 'POST', headers: {'content-type': 'application/json'}, body});
	return reply.ok;
}`;
}
