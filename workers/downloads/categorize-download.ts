import {importedCategoryFor} from '#shared/domain/downloads/download-client-record.ts';
import {isExpected} from '#shared/errors.ts';
import type {categorizeDownload} from '#shared/jobs/downloads.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'downloadClients' | 'downloads' | 'openDownloadClient'>;

/** Milliseconds that the client may take. */
const clientMs = 15_000;

/** Gives a download the category of imported ones. A second time changes nothing. */
export const handleCategorizeDownload: Handler<typeof categorizeDownload, keyof Deps> = async ({queueItemId}, deps, {signal}) => {
	const {client, target, transfer, release} = await deps.downloads.get(queueItemId);
	const record = client && (await deps.downloadClients.find(client.id));
	if (!record || !transfer) {
		return {error: record ? `${release.title} is not at its client yet.` : 'Its download client was deleted.'};
	}
	const category = importedCategoryFor(target.seriesId ? 'tv' : 'movie', record);
	const opened = deps.openDownloadClient(record);
	if (category === null || !opened.setCategory) {
		return {error: `${record.name} has no category for imported downloads.`};
	}
	try {
		await opened.setCategory(transfer.downloadId, category, AbortSignal.any([signal, AbortSignal.timeout(clientMs)]));
		return {error: null};
	} catch (error) {
		signal.throwIfAborted();
		return {error: isExpected(error) ? maskSecrets(error.message) : `${record.name} sent an unexpected answer; see the log.`};
	}
};
