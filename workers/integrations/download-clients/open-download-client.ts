import type {SharedBackoff} from '#shared/coordination/backoff.ts';
import {createCache, idOf} from '#shared/coordination/cache.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {DownloadClientKind, DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid} from '#shared/errors.ts';
import {downloadClientFamily} from '#shared/providers/download-clients.ts';
import type {Http} from '../http/http.ts';
import {guardedClient, hider, sentTo} from '../http/without-secrets.ts';
import {type BlackholeDeps, createBlackhole} from './blackhole/blackhole-client.ts';
import {type BuiltinDeps, createBuiltin} from './builtin-client.ts';
import {createDeluge, type DelugeDeps} from './deluge/deluge-client.ts';
import type {DownloadClient} from './download-client.ts';
import {createNzbget} from './nzbget-client.ts';
import {createQbittorrent} from './qbittorrent/qbittorrent-client.ts';
import {createRtorrent, type RtorrentDeps} from './rtorrent/rtorrent-client.ts';
import {createSabnzbd} from './sabnzbd/sabnzbd-client.ts';
import {createTransmission} from './transmission/transmission-client.ts';

export interface DownloadClientDeps
	extends BuiltinDeps,
		Pick<BlackholeDeps, 'watchedDownloads'>,
		RtorrentDeps,
		Pick<DelugeDeps, 'seedTimes'> {
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

/** Characters. No client gives a longer id. */
const maxId = 500;
/** Names on a disk have at most 255 bytes, their paths at most 4,096. */
const maxText = 1000;
const maxPath = 4096;

/** What a client says may come from a torrent of anybody, and every list and event of the queue carries it. */
function withLimits({title, message, outputPath, ...row}: ClientDownload, hide: (text: string) => string): ClientDownload {
	return {
		...row,
		title: title.slice(0, maxText),
		message: message && hide(message).slice(0, maxText),
		outputPath: outputPath !== null && mayExist(outputPath) ? outputPath : null,
	};
}

/** A disk is not even asked for a path with NUL; the call throws something of its own. */
const mayExist = (path: string) => path.length <= maxPath && !path.includes('\0');

/**
 * Throws Invalid `wrong_protocol` when the address is no
 * web address, `settings_invalid` when settings are missing.
 */
export function openDownloadClient(settings: DownloadClientSettings, deps: DownloadClientDeps): DownloadClient {
	const sent = sentTo(downloadClientFamily, settings);
	const hide = hider(sent);
	const client = guardedClient(kinds[settings.kind](settings, deps), sent);
	return {
		...client,
		async list(signal, wanted) {
			const listed = await client.list(signal, wanted);
			return listed.filter(({downloadId}) => downloadId.length <= maxId).map(row => withLimits(row, hide));
		},
	};
}

/** Far more than anybody has. */
const maxClients = 50;

/** A client keeps its login between calls, so an open one is reused until its settings change. */
export function createDownloadClients({
	httpOf,
	refusedLogins,
	...deps
}: Omit<DownloadClientDeps, 'http'> & {refusedLogins: SharedBackoff; httpOf(settings: DownloadClientSettings): Http}): (
	settings: DownloadClientSettings,
) => DownloadClient {
	const clients = createCache<DownloadClient>({max: maxClients});
	const open = (settings: DownloadClientSettings) => {
		const client = openDownloadClient(settings, {...deps, http: httpOf(settings)});
		return settings.url === null ? client : withPausedLogin(client, {refusedLogins, login: loginOf(settings), now: deps.now});
	};
	return settings => clients.get(JSON.stringify(settings), () => open(settings));
}

/** Of the address and the login together, so that others are tried at once; a digest, because it holds the password. */
const loginOf = ({url, username, password, apiKey}: DownloadClientSettings) => idOf(JSON.stringify([url, username, password, apiKey]));

/** A Redis that is away says nothing about a client. */
const orNothing = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

interface LoginMemory {
	refusedLogins: SharedBackoff;
	login: string;
	now: () => Date;
}

/**
 * A client whose refused login is not tried again with every poll: some ban our address for an hour after five of them.
 * A test by a person always tries it, and one that succeeds is believed by all processes.
 */
function withPausedLogin(client: DownloadClient, {refusedLogins, login, now}: LoginMemory): DownloadClient {
	let isKnownGood = false;
	const tried = async <T>(call: () => Promise<T>): Promise<T> => {
		try {
			const answer = await call();
			await (isKnownGood ? null : orNothing(refusedLogins.recordSuccess(login)));
			isKnownGood = true;
			return answer;
		} catch (error) {
			if (error instanceof Invalid && error.code === 'authentication_failed') {
				isKnownGood = false;
				await orNothing(refusedLogins.recordFailure(login, {message: error.message}, now()));
			}
			throw error;
		}
	};
	const unlessPaused = async <T>(call: () => Promise<T>): Promise<T> => {
		const paused = await orNothing(refusedLogins.find(login, now()));
		if (paused) {
			throw new Invalid('authentication_failed', paused.message);
		}
		return tried(call);
	};
	const {ping, setCategory, control} = client;
	return {
		...client,
		test: signal => tried(() => client.test(signal)),
		...(ping && {ping: signal => unlessPaused(() => ping(signal))}),
		add: (download, signal) => unlessPaused(() => client.add(download, signal)),
		list: (signal, wanted) => unlessPaused(() => client.list(signal, wanted)),
		files: (downloadId, signal) => unlessPaused(() => client.files(downloadId, signal)),
		...(setCategory && {setCategory: (downloadId, category, signal) => unlessPaused(() => setCategory(downloadId, category, signal))}),
		...(control && {control: (downloadIds, action, signal) => unlessPaused(() => control(downloadIds, action, signal))}),
		remove: (downloadId, options, signal) => unlessPaused(() => client.remove(downloadId, options, signal)),
	};
}
