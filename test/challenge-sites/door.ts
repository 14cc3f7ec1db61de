import {randomUUID} from 'node:crypto';
import type {IncomingMessage} from 'node:http';

export const clearanceCookie = 'cf_clearance';
/** Browser timers may fire slightly early. */
const toleranceMs = 20;

export interface Door {
	/** Whether this visitor has the cookie and is the browser that earned it. */
	isOpen(request: IncomingMessage): boolean;
	/** Creates a task for a visitor. */
	pose(): string;
	/** The `set-cookie` line for a visitor who has solved the task, else null. Each task works once. */
	unlock(request: IncomingMessage, task: unknown, nonce: unknown): string | null;
}

/** An answer that arrives before `workMs` is refused, because nothing can have been computed. */
export function createDoor(workMs: number): Door {
	const tasks = new Map<string, number>();
	const userAgents = new Map<string, string>();
	return {
		isOpen: ({headers}) =>
			cookiesOf(headers.cookie, clearanceCookie).some(value => userAgents.get(value) === (headers['user-agent'] ?? '')),
		pose: () => {
			const task = randomUUID();
			tasks.set(task, Date.now());
			return task;
		},
		unlock: ({headers}, task, nonce) => {
			const posed = typeof task === 'string' ? tasks.get(task) : undefined;
			if (posed === undefined || Date.now() - posed < workMs - toleranceMs || !isSolution(String(task), Number(nonce))) {
				return null;
			}
			tasks.delete(String(task));
			const value = randomUUID();
			userAgents.set(value, headers['user-agent'] ?? '');
			return `${clearanceCookie}=${value}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`;
		},
	};
}

function cookiesOf(header: string | undefined, name: string): string[] {
	return (header ?? '')
		.split(/;\s*/)
		.filter(each => each.startsWith(`${name}=`))
		.map(each => each.slice(name.length + 1));
}

/** FNV-1a; its source text also runs in the page. */
export function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1) {
		value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
	}
	return value >>> 0;
}

function isSolution(task: string, nonce: number): boolean {
	return Number.isSafeInteger(nonce) && hash(task + nonce) % 1024 === 0;
}

/** Finds what the page's script finds, for visitors without a browser. @internal */
export function solveTask(task: string): number {
	let nonce = 0;
	while (!isSolution(task, nonce)) {
		nonce += 1;
	}
	return nonce;
}
