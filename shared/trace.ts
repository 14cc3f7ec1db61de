import {AsyncLocalStorage} from 'node:async_hooks';

export interface Trace {
	requestId?: string;
	jobId?: string;
}

const storage = new AsyncLocalStorage<Trace>();

/** Runs `work` so that its log lines and the jobs it enqueues carry `trace`. */
export function traced<T>(trace: Trace, work: () => T): T {
	return storage.run({...storage.getStore(), ...trace}, work);
}

export function currentTrace(): Trace {
	return storage.getStore() ?? {};
}
