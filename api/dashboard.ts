import type {RequestHandler, Router} from 'express';
import {cached} from '#shared/coordination/cache.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {pools} from '#shared/jobs/queues.ts';

export const dashboardPath = '/admin/queues';

/**
 * Bull Board for all job queues. It can remove and retry jobs, so the caller must restrict it to administrators. It is
 * loaded at its first use, because it takes 6 MiB.
 */
export function createDashboard(jobs: JobClient, basePath: string): RequestHandler {
	const open = cached(() => openDashboard(jobs, basePath));
	return (request, response, next) => void open().then(router => router(request, response, next), next);
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
