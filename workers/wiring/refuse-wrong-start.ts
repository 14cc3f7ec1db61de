import type {Redis} from 'ioredis';
import type {Pool} from '#shared/jobs/queues.ts';
import {reportRefusal, withdrawRefusals} from '#shared/refusals.ts';
import {wrongStart} from '#shared/start/start-problem.ts';
import type {Database} from '#shared/store/database.ts';

export interface Start {
	database: Database;
	secretKey: string;
	pools: readonly Pool[];
	redis: Redis;
	prefix: string;
}

/** Ends the process if it does not fit the installation. The API shows why. */
export async function refuseWrongStart({database, secretKey, pools, ...place}: Start): Promise<void> {
	const fault = await database.installation.findStartFault(secretKey);
	const services = pools.map(pool => `worker:${pool}`);
	if (!fault) {
		await withdrawRefusals(place, services).catch(() => {});
		return;
	}
	await reportRefusal(place, services, fault.message).catch(() => {});
	console.error(`This worker (${pools.join(', ')}) must not start: ${fault.message}`);
	process.exit(wrongStart);
}
