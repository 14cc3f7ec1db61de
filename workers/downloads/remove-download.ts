import type {removeDownload} from '#shared/jobs/downloads/remove-download.ts';
import type {Handler} from '../runtime/handler.ts';

/** Removes a download from its client. One that is already gone is fine. */
export const handleRemoveDownload: Handler<typeof removeDownload> = async (
	{downloadClientId, downloadId, deleteData},
	{downloadClients, openDownloadClient},
	{signal},
) => {
	const client = await downloadClients.find(downloadClientId);
	if (client) {
		await openDownloadClient(client).remove(downloadId, {deleteData}, signal);
	}
};
