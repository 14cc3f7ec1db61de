import type {DownloadClientKind, DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid} from '#shared/errors.ts';
import type {Http} from '../http.ts';
import type {DownloadClient} from './download-client.ts';
import {createQbittorrent} from './qbittorrent/qbittorrent-client.ts';
import {createTransmission} from './transmission/transmission-client.ts';

export interface DownloadClientDeps {
	http: Http;
	now: () => Date;
}

type Opener = (settings: DownloadClientSettings, deps: DownloadClientDeps) => DownloadClient;

/** The one table of kinds. */
const openers: Partial<Record<DownloadClientKind, Opener>> = {
	qbittorrent: createQbittorrent,
	transmission: createTransmission,
};

/** Stored settings -> something that downloads. */
export function openDownloadClient(settings: DownloadClientSettings, deps: DownloadClientDeps): DownloadClient {
	const open = openers[settings.kind];
	if (!open) {
		throw new Invalid('unsupported_kind', `Download clients of the kind ${settings.kind} cannot be used yet.`, [
			{path: 'kind', message: `must be one of ${Object.keys(openers).join(', ')}`},
		]);
	}
	return open(settings, deps);
}
