import {type DownloadClientRecord, downloadClientKinds} from '#shared/domain/downloads/download-client-record.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {isExpected} from '#shared/errors.ts';
import {type controlDownloads, trackDownloads} from '#shared/jobs/downloads.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'downloadClients' | 'downloads' | 'jobs' | 'openDownloadClient'>;

/** Milliseconds that one client may take. */
const clientMs = 15_000;

type Transferring = QueueItem & {transfer: NonNullable<QueueItem['transfer']>};

const words = {pause: 'pause', resume: 'resume', top: 'order', bottom: 'order'} as const;

/** Tells the clients of some downloads what to do with them. A second time changes nothing. */
export const handleControlDownloads: Handler<typeof controlDownloads, keyof Deps> = async ({queueItemIds, action}, deps, {signal}) => {
	const {downloads, downloadClients, openDownloadClient, jobs} = deps;
	const failures: {id: string; error: string}[] = [];
	const items: Transferring[] = [];
	for (const id of new Set(queueItemIds)) {
		const item = await downloads.find(id);
		if (item?.state === 'downloading' && item.transfer) {
			items.push(item as Transferring); // checked above
		} else {
			failures.push({id, error: item ? `${item.release.title} is not being downloaded.` : `There is no download with the id ${id}.`});
		}
	}
	const fail = (some: readonly Transferring[], error: string) => failures.push(...some.map(({id}) => ({id, error})));
	for (const [clientId, own] of Map.groupBy(items, ({client}) => client?.id ?? '')) {
		const record = await downloadClients.find(clientId);
		if (!record || !canDo(record, action)) {
			fail(own, record ? `${record.name} cannot ${words[action]} downloads for us.` : 'Its download client was deleted.');
			continue;
		}
		try {
			const ids = own.map(({transfer}) => transfer.downloadId);
			await openDownloadClient(record).control?.(ids, action, AbortSignal.any([signal, AbortSignal.timeout(clientMs)]));
			// A person decides from now on.
			await downloads.noteHeld(
				own.map(({id, transfer}) => ({id, started: transfer.started})),
				false,
			);
		} catch (error) {
			signal.throwIfAborted();
			fail(own, isExpected(error) ? maskSecrets(error.message) : `${record.name} sent an unexpected answer; see the log.`);
		}
	}
	await jobs.enqueue(trackDownloads, {}).catch(() => {});
	return {failures};
};

function canDo({kind}: DownloadClientRecord, action: keyof typeof words): boolean {
	return (downloadClientKinds[kind].controls as readonly string[]).includes(action);
}
