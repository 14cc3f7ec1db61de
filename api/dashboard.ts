import {createBullBoard} from '@bull-board/api';
import {BullMQAdapter} from '@bull-board/api/bullMQAdapter';
import {ExpressAdapter} from '@bull-board/express';
import type {Router} from 'express';
import type {JobClient} from '#shared/jobs/client.ts';
import {pools} from '#shared/jobs/queues.ts';

export const dashboardPath = '/admin/queues';

/** Bull Board for all job queues. It can remove and retry jobs, so the caller must restrict it to administrators. */
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
