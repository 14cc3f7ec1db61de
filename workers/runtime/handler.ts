import type {Jobs} from '#shared/jobs/index.ts';
import type {PayloadOf, ResultOf} from '#shared/jobs/job.ts';
import type {Log} from '#shared/log.ts';
import type {WorkerDeps} from './deps.ts';

/** Why jobs are cancelled at a stop: they are handed back, for another process or the next start. */
export const stopReason = 'The process stops';

/** One run of a job. */
export interface Run {
	id: string;
	/** 1 for the first try. */
	attempt: number;
	/** Aborted when somebody cancels the job or the process stops. */
	signal: AbortSignal;
	log: Log;
}

export type Handler<J> = (payload: PayloadOf<J>, deps: WorkerDeps, run: Run) => Promise<ResultOf<J>>;

/** A missing or mistyped handler does not compile. */
export type Handlers = {[Name in keyof Jobs]: Handler<Jobs[Name]>};
