import {createCache} from '#shared/coordination/cache.ts';
import type {DownloadClientKind, DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {Http} from '../http/exchange.ts';
import {hiddenOutcome, hider, withoutSecrets} from '../http/without-secrets.ts';
import {type BlackholeDeps, createBlackhole} from './blackhole/blackhole-client.ts';
import {type BuiltinDeps, createBuiltin} from './builtin/builtin-client.ts';
import {createDeluge} from './deluge/deluge-client.ts';
import type {DownloadClient} from './download-client.ts';
import {createNzbget} from './nzbget/nzbget-client.ts';
import {createQbittorrent} from './qbittorrent/qbittorrent-client.ts';
import {createRtorrent} from './rtorrent/rtorrent-client.ts';
import {createSabnzbd} from './sabnzbd/sabnzbd-client.ts';
import {createTransmission} from './transmission/transmission-client.ts';

export interface DownloadClientDeps extends BuiltinDeps, BlackholeDeps {
	http: Http;
}

type Open = (settings: DownloadClientSettings, deps: DownloadClientDeps) => DownloadClient;

const kinds: Record<DownloadClientKind, Open> = {
	qbittorrent: createQbittorrent,
	transmission: createTransmission,
	deluge: createDeluge,
	rtorrent: createRtorrent,
	sabnzbd: createSabnzbd,
	nzbget: createNzbget,
	blackhole: createBlackhole,
	builtin: (_settings, deps) => createBuiltin(deps),
};

/**
 * Nothing that a client says about us shows what we sent to it. Throws Invalid `wrong_protocol` when the address is no
 * web address, `settings_invalid` when settings are missing.
 */
export function openDownloadClient(settings: DownloadClientSettings, deps: DownloadClientDeps): DownloadClient {
	const client = kinds[settings.kind](settings, deps);
	const sent = {addresses: [settings.url], secrets: [settings.password, settings.apiKey]};
	const hide = hider(sent);
	return {
		protocol: client.protocol,
		test: signal => withoutSecrets(sent, async () => hiddenOutcome(await client.test(signal), sent)),
		add: (download, signal) => withoutSecrets(sent, () => client.add(download, signal)),
		list: (signal, wanted) =>
			withoutSecrets(sent, async () => {
				const listed = await client.list(signal, wanted);
				return listed.map(row => (row.message === null ? row : {...row, message: hide(row.message)}));
			}),
		files: (downloadId, signal) => withoutSecrets(sent, () => client.files(downloadId, signal)),
		remove: (downloadId, options, signal) => withoutSecrets(sent, () => client.remove(downloadId, options, signal)),
	};
}

/** Far more than anybody has. */
const maxClients = 50;

/** A client keeps its login between calls, so an open one is reused until its settings change. */
export function createDownloadClients(deps: DownloadClientDeps): (settings: DownloadClientSettings) => DownloadClient {
	const clients = createCache<DownloadClient>({max: maxClients});
	return settings => clients.get(JSON.stringify(settings), () => openDownloadClient(settings, deps));
}
