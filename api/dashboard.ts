import type {Request, RequestHandler, Response, Router} from 'express';
import {cached} from '#shared/coordination/cache.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {type Pool, pools} from '#shared/jobs/queues.ts';
import type {AuditOutcome} from '#shared/store/accounts/audit.ts';
import {type Auditor, actorOf} from './http/audit.ts';

export const dashboardPath = '/admin/queues';

/**
 * Bull Board for all job queues. It can remove and retry jobs, so the caller must restrict it to administrators. It is
 * loaded at its first use, because it takes 6 MiB.
 */
export function createDashboard(jobs: JobClient, basePath: string): RequestHandler {
	const open = cached(() => openDashboard(jobs, basePath));
	return (request, response, next) => {
		withoutForeignFiles(response);
		void open().then(router => router(request, response, next), next);
	};
}

/** Its page loads fonts from another site, which would learn who opens it and when. */
const foreignFile = /<link\b[^>]*\bhref="https?:[^>]*>/gi;

function withoutForeignFiles(response: Response): void {
	const {send} = response;
	response.send = body => {
		response.send = send;
		return response.send(isDocument(body) ? body.replace(foreignFile, '') : body);
	};
}

async function openDashboard(jobs: JobClient, basePath: string): Promise<Router> {
	const [{createBullBoard}, {BullMQAdapter}, {ExpressAdapter}] = await Promise.all([
		import('@bull-board/api'),
		import('@bull-board/api/bullMQAdapter'),
		import('@bull-board/express'),
	]);
	const server = new ExpressAdapter();
	server.setBasePath(basePath + dashboardPath);
	createBullBoard({
		queues: pools.map(pool => new BullMQAdapter(jobs.queue(pool))),
		serverAdapter: server,
		options: {uiConfig: {boardTitle: 'Kinoteka'}},
	});
	return server.getRouter() as Router; // the adapter types it as any Express router
}

function isDocument(body: unknown): body is string {
	return typeof body === 'string' && /^\s*<!doctype html/i.test(body);
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const ofJob = /^\/api\/queues\/([^/]+)\/([^/]+)\/[^/]+$/;

/**
 * Notes what people change in Bull Board, whose routes are not ours: `PUT /api/queues/grab/12/retry` is
 * `dashboard.retry` of `grab/12`, under the name of that job.
 */
export function auditDashboard(auditor: Auditor, jobs: Pick<JobClient, 'queue'>): RequestHandler {
	return (request, response, next) => {
		if (reading.has(request.method)) {
			next();
			return;
		}
		// Bull Board has an Express application of its own, which knows neither our callers nor our proxies.
		const known = {actor: actorOf(response), address: request.ip ?? ''};
		const {path} = request;
		const begin = async () => {
			const name = await nameOfJob(path, jobs);
			const subject = {id: subjectOf(request, path), name};
			const end = await auditor.open({...known, outcome: 'failed', action: `dashboard.${lastWordOf(path)}`, subject}, request);
			beforeSending(response, () => {
				const outcome = outcomeOf(response.statusCode);
				return end(outcome && {...known, outcome, action: actionOf(request), subject: {id: subjectOf(request, path), name}});
			});
		};
		begin().then(() => next(), next);
	};
}

/** A job that is removed has its name no longer. */
async function nameOfJob(path: string, {queue}: Pick<JobClient, 'queue'>): Promise<string | null> {
	const [, pool = '', id = ''] = ofJob.exec(path) ?? [];
	if (!(pools as readonly string[]).includes(pool)) {
		return null;
	}
	const job = await queue(pool as Pool)
		.getJob(id)
		.catch(() => undefined);
	return job?.name ?? null;
}

function beforeSending(response: Response, work: () => Promise<void>): void {
	const {send} = response;
	response.send = body => {
		response.send = send;
		void work().then(() => response.send(body));
		return response;
	};
}

/** Null when nothing was changed. */
function outcomeOf(status: number): AuditOutcome | null {
	if (status >= 500) {
		return 'failed';
	}
	return status < 400 ? 'done' : null;
}

/** What is known of the action before Bull Board has found its route. */
const lastWordOf = (path: string) => path.split('/').at(-1) ?? '';

/** The words of the route that Bull Board found: `/api/queues/:queueName/job-schedulers/:schedulerId/run`. */
function actionOf({route}: Request): string {
	const path = String((route as {path?: unknown} | undefined)?.path ?? '');
	const words = path.split('/').filter(word => word !== '' && word !== 'api' && word !== 'queues' && !word.startsWith(':'));
	return ['dashboard', ...words].join('.');
}

/** `grab/12`, `grab/failed` or `grab`; null for all queues. A failure has left the parameters of its route. */
function subjectOf({params}: Request, path: string): string | null {
	return Object.values(params).join('/') || ofJob.exec(path)?.slice(1).join('/') || null;
}
