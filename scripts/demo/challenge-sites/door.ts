import {randomUUID} from 'node:crypto';
import type {IncomingMessage} from 'node:http';

export const clearanceCookie = 'cf_clearance';
/** Timers of a browser may fire a little early. */
const toleranceMs = 20;

export interface Door {
	/** Has this visitor the cookie, and is it still the browser that earned it? */
	isOpen(request: IncomingMessage): boolean;
	/** A new task for a visitor. */
	pose(): string;
	/** The `set-cookie` line for who has solved the task, null for who has not. A task opens once. */
	unlock(request: IncomingMessage, task: unknown, nonce: unknown): string | null;
}

/** `workMs`: who answers sooner has not computed. */
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

/** FNV-1a; also runs in the page, as its text. */
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

/** What the page's script finds; for visitors without a browser. @internal */
export function solveTask(task: string): number {
	let nonce = 0;
	while (!isSolution(task, nonce)) {
		nonce += 1;
	}
	return nonce;
}
