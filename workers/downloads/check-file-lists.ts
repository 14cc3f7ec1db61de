import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {whyFake} from '#shared/domain/imports/fake-files.ts';
import {isExpected} from '#shared/errors.ts';
import {asSeen} from '#shared/store/downloads/download-schema.ts';
import {failItem} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'downloads' | 'events' | 'history' | 'log' | 'now' | 'openDownloadClient' | 'settings'>;

interface Polled {
	client: DownloadClientRecord;
	/** What the client reports, by download id. */
	rows: ReadonlyMap<string, {size: number}>;
}

/** File lists that are asked for in one poll of a client. */
const maxAtOnce = 20;

/**
 * Asks the client once for the files of each new torrent, as soon as it knows them, and fails a download that contains
 * a program or no video. If that fails, it is asked again at the next poll.
 */
export async function checkFileLists({client, rows}: Polled, deps: Deps, signal: AbortSignal): Promise<void> {
	const {downloads, openDownloadClient, log} = deps;
	const unchecked = await downloads.withUncheckedFiles(client.id);
	// A magnet link has no size until its metadata is there.
	const due = unchecked.filter(({transfer}) => (rows.get(transfer.downloadId)?.size ?? 0) > 0);
	// Begins anywhere, so that one list that never comes does not keep the others waiting.
	const start = Math.floor(Math.random() * due.length);
	for (const item of [...due.slice(start), ...due.slice(0, start)].slice(0, maxAtOnce)) {
		try {
			const files = await openDownloadClient(client).files(item.transfer.downloadId, signal);
			const fake = files ? whyFake(files) : null;
			if (fake !== null) {
				await failItem(item, fake, deps, asSeen(item));
			}
		} catch (error) {
			if (!isExpected(error)) {
				throw error;
			}
			log.debug({err: error, queueItemId: item.id, release: item.title}, 'The files of a download could not be listed');
			return;
		}
		// A client that knows the size but not the files is not asked again: the import looks at the files anyway.
		await downloads.change(item.id, {release: {filesChecked: true}}, {matching: asSeen(item)});
	}
}
