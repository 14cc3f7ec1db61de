import type {ChildProcess} from 'node:child_process';

/** The message of a child that is ready. */
export interface ReadyMessage {
	detail: string | null;
	/** Secrets that a first start generated; they are shown only once. */
	firstKey: string | null;
	firstPassword: string | null;
}

interface Waiting {
	signal: AbortSignal;
	/** Milliseconds without a sign that the child goes on. */
	limitMs: number;
	/** Called once with each thing that takes it long. */
	onBusy(what: string): void;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * Waits for `{ready: true, …}`, and longer after each `{busy}`. Null if the child ends, is silent, or `signal` says
 * that it is not wanted any more.
 */
export async function awaitReady(child: ChildProcess, {signal, limitMs, onBusy}: Waiting): Promise<ReadyMessage | null> {
	const {promise, resolve} = Promise.withResolvers<ReadyMessage | null>();
	const giveUp = () => resolve(null);
	const timer = setTimeout(giveUp, limitMs);
	const told = new Set<string>();
	child.on('message', message => {
		const {ready, busy, detail, firstKey, firstPassword} = message as Record<string, unknown>;
		if (typeof busy === 'string') {
			timer.refresh();
			if (!told.has(busy)) {
				told.add(busy);
				onBusy(busy);
			}
		}
		if (ready === true) {
			resolve({detail: textOrNull(detail), firstKey: textOrNull(firstKey), firstPassword: textOrNull(firstPassword)});
		}
	});
	child.once('exit', giveUp);
	child.once('error', giveUp);
	signal.addEventListener('abort', giveUp, {once: true});
	return await promise.finally(() => clearTimeout(timer));
}
