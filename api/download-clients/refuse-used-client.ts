import {refuseUsed} from '#api/http/references.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {Conflict} from '#shared/errors.ts';
import type {DownloadStore} from '#shared/store/downloads/downloads.ts';
import type {IndexerStore} from '#shared/store/downloads/indexers.ts';

/** Throws Conflict `in_use`, naming the downloads and indexers that use the client. */
export async function refuseUsedClient(
	{id, kind, name}: DownloadClientRecord,
	{downloads, indexers}: {downloads: DownloadStore; indexers: IndexerStore},
): Promise<void> {
	if (kind === 'builtin') {
		throw new Conflict('in_use', 'The built-in client cannot be removed. Disable it instead.');
	}
	const [titles, all] = await Promise.all([downloads.titlesAt(id), indexers.list()]);
	const users = [...all.filter(({downloadClientId}) => downloadClientId === id).map(indexer => indexer.name), ...titles];
	refuseUsed(name, users, 'Remove them, or disable the client.');
}
