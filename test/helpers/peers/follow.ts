import {setTimeout as pause} from 'node:timers/promises';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {DownloadClient} from '#workers/integrations/download-clients/download-client.ts';

const every = 300;

/** Polls the list until the download satisfies `isThere`; throws after `withinMs` with the last state. */
export async function follow(
	client: DownloadClient,
	downloadId: string,
	{isThere, withinMs = 45_000}: {isThere: (download: ClientDownload) => boolean; withinMs?: number},
): Promise<ClientDownload> {
	const signal = AbortSignal.timeout(withinMs);
	let last: ClientDownload | undefined;
	for (;;) {
		if (signal.aborted) {
			throw new Error(`The download did not come there: ${JSON.stringify(last)}`);
		}

		last = (await client.list(signal)).find(download => download.downloadId === downloadId);
		if (last && isThere(last)) {
			return last;
		}

		await pause(every);
	}
}
