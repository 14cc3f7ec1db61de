import {createBullBoard} from '@bull-board/api';
import {BullMQAdapter} from '@bull-board/api/bullMQAdapter';
import {ExpressAdapter} from '@bull-board/express';
import type {Router} from 'express';
import type {JobClient} from '#shared/jobs/client.ts';
import {pools} from '#shared/jobs/queues.ts';

export const dashboardPath = '/admin/queues';

/**
 * Bull Board over all job queues. Whoever mounts it must keep others than administrators out: it
 * can remove and retry jobs.
 */
export function createDashboard(jobs: JobClient, basePath: string): Router {
	const server = new ExpressAdapter();
	server.setBasePath(basePath + dashboardPath);
	createBullBoard({
		queues: pools.map(pool => new BullMQAdapter(jobs.queue(pool))),
		serverAdapter: server,
		options: {uiConfig: {boardTitle: 'Kinoteka'}},
	});
	return server.getRouter() as Router; // the adapter types it as any Express router
}
