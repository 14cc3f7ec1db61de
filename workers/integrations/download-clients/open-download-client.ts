import type {DownloadClientKind, DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid} from '#shared/errors.ts';
import type {Http} from '../http/exchange.ts';
import {type BuiltinDeps, createBuiltin} from './builtin/builtin-client.ts';
import {createDeluge} from './deluge/deluge-client.ts';
import type {DownloadClient} from './download-client.ts';
import {createNzbget} from './nzbget/nzbget-client.ts';
import {createQbittorrent} from './qbittorrent/qbittorrent-client.ts';
import {createRtorrent} from './rtorrent/rtorrent-client.ts';
import {createSabnzbd} from './sabnzbd/sabnzbd-client.ts';
import {createTransmission} from './transmission/transmission-client.ts';

export interface DownloadClientDeps extends BuiltinDeps {
	http: Http;
}

type Open = (settings: DownloadClientSettings, deps: DownloadClientDeps) => DownloadClient;

const kinds: Partial<Record<DownloadClientKind, Open>> = {
	qbittorrent: createQbittorrent,
	transmission: createTransmission,
	deluge: createDeluge,
	rtorrent: createRtorrent,
	sabnzbd: createSabnzbd,
	nzbget: createNzbget,
	builtin: (_settings, deps) => createBuiltin(deps),
};

/** Throws Invalid `unsupported_kind`, or `wrong_protocol` when the address is not a web address. */
export function openDownloadClient(settings: DownloadClientSettings, deps: DownloadClientDeps): DownloadClient {
	const open = kinds[settings.kind];
	if (!open) {
		throw new Invalid('unsupported_kind', `Download clients of the kind ${settings.kind} cannot be used yet.`, [
			{path: 'kind', message: `must be one of ${Object.keys(kinds).join(', ')}`},
		]);
	}

	return open(settings, deps);
}

/** Open clients that are remembered; far more than anybody has. */
const mostRemembered = 50;

/** A client keeps its login between calls, so an open one is reused until its settings change. */
export function createDownloadClients(deps: DownloadClientDeps): (settings: DownloadClientSettings) => DownloadClient {
	const opened = new Map<string, {settings: string; client: DownloadClient}>();
	return settings => {
		const wanted = JSON.stringify(settings);
		const known = opened.get(settings.id);
		if (known?.settings === wanted) {
			return known.client;
		}

		const client = openDownloadClient(settings, deps);
		opened.delete(settings.id);
		opened.set(settings.id, {settings: wanted, client});
		for (const id of [...opened.keys()].slice(0, -mostRemembered)) {
			opened.delete(id);
		}

		return client;
	};
}
