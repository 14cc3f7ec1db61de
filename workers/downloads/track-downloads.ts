import type {trackDownloads} from '#shared/jobs/downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {settleWaitingItems} from './settle-waiting-items.ts';
import {trackClient} from './track-client.ts';

type Deps = Pick<
	WorkerDeps,
	| 'blocklist'
	| 'downloadClients'
	| 'downloads'
	| 'events'
	| 'history'
	| 'jobs'
	| 'leases'
	| 'leftovers'
	| 'log'
	| 'movies'
	| 'now'
	| 'openDownloadClient'
	| 'pauses'
	| 'prefix'
	| 'producer'
	| 'series'
	| 'settings'
>;

/** Milliseconds after which the work of a process that has died may be done by another one. */
const leaseMs = 25_000;

/**
 * Polls every client that is due, then continues what waits. Only one process at a time polls a client, however long
 * that takes. A client without active downloads is polled once a minute.
 */
export const handleTrackDownloads: Handler<typeof trackDownloads, keyof Deps> = async (_payload, deps, {signal}) => {
	const {downloadClients, log} = deps;
	const clients = await downloadClients.list();
	await Promise.all(
		clients.map(client =>
			alone(`tracking:${client.id}`, {deps, signal}, ending => trackClient(client, deps, ending)).catch(error =>
				log.warn({err: error, downloadClient: client.name}, 'A download client could not be polled'),
			),
		),
	);
	await alone('settling', {deps, signal}, ending => settleWaitingItems(deps, ending));
};

/** Does nothing while another process, or an earlier run of this job, is at it. */
async function alone(
	name: string,
	{deps, signal}: {deps: Pick<WorkerDeps, 'leases'>; signal: AbortSignal},
	work: (ending: AbortSignal) => Promise<void>,
): Promise<void> {
	await deps.leases.with(name, {ms: leaseMs, signal, maxWaitMs: 0}, work);
}
