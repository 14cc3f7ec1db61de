import type {Jobs} from '#shared/jobs/index.ts';
import type {PayloadOf, ResultOf} from '#shared/jobs/job.ts';
import type {Log} from '#shared/log/log.ts';
import type {WorkerDeps} from './deps.ts';

/** The abort reason at shutdown: jobs are handed back, for another process or the next start. */
export const stopReason = 'The process stops';

/** One run of a job. */
export interface Run {
	id: string;
	/** 1 for the first try. */
	attempt: number;
	/** Aborts when the job is cancelled or the process stops. */
	signal: AbortSignal;
	log: Log;
}

/** The handler of a job. `Used` names the members of WorkerDeps that it and the functions it calls use. */
export type Handler<J, Used extends keyof WorkerDeps = keyof WorkerDeps> = (
	payload: PayloadOf<J>,
	deps: Pick<WorkerDeps, Used>,
	run: Run,
) => Promise<ResultOf<J>>;

/** A missing or wrongly typed handler does not compile. */
export type Handlers = {[Name in keyof Jobs]: Handler<Jobs[Name]>};
