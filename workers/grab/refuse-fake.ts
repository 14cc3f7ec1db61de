import {itemRelease} from '#shared/domain/downloads/item-subject.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {whyFake} from '#shared/domain/imports/fake-files.ts';
import {Invalid} from '#shared/errors.ts';
import type {NewDownload} from '../integrations/download-clients/download-client.ts';
import {parseTorrentFile} from '../integrations/torrents/torrent-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Reads the file list of a torrent file before it is sent. Blocklists the release and throws Invalid `fake_release`
 * when it holds a program or no video. The list of a magnet link is checked once the client knows it.
 */
export async function refuseFake(
	item: QueueItem,
	{torrent}: Pick<NewDownload, 'torrent'>,
	{blocklist, downloads, now}: Pick<WorkerDeps, 'blocklist' | 'downloads' | 'now'>,
): Promise<void> {
	if (!torrent) {
		return;
	}
	const {files, infoHash} = parseTorrentFile(torrent);
	const reason = whyFake(files);
	if (reason === null) {
		await downloads.change(item.id, {release: {filesChecked: true}});
		return;
	}
	await blocklist.add({...itemRelease(item), infoHash, reason, addedAt: now()});
	throw new Invalid('fake_release', `${item.release.title} is not sent to a download client. ${reason} Choose another release.`);
}
