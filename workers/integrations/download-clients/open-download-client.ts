import type {DownloadClientKind, DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid} from '#shared/errors.ts';
import type {Http} from '../http.ts';
import {type BuiltinDeps, createBuiltin} from './builtin/builtin-client.ts';
import type {DownloadClient} from './download-client.ts';
import {createQbittorrent} from './qbittorrent/qbittorrent-client.ts';
import {createTransmission} from './transmission/transmission-client.ts';

export interface DownloadClientDeps extends BuiltinDeps {
	http: Http;
}

type Open = (settings: DownloadClientSettings, deps: DownloadClientDeps) => DownloadClient;

/** The one table of kinds. */
const kinds: Partial<Record<DownloadClientKind, Open>> = {
	qbittorrent: createQbittorrent,
	transmission: createTransmission,
	builtin: (_settings, deps) => createBuiltin(deps),
};

/**
 * A client keeps its login between calls: open it once and use it again while its settings stay.
 * Throws Invalid `wrong_protocol` when the address is none.
 */
export function openDownloadClient(settings: DownloadClientSettings, deps: DownloadClientDeps): DownloadClient {
	const open = kinds[settings.kind];
	if (!open) {
		throw new Invalid('unsupported_kind', `Download clients of the kind ${settings.kind} cannot be used yet.`, [
			{path: 'kind', message: `must be one of ${Object.keys(kinds).join(', ')}`},
		]);
	}

	return open(settings, deps);
}
