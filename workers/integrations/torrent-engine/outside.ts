import type WebTorrent from 'webtorrent';
import type {Torrent} from 'webtorrent';
import {UpstreamFailed} from '#shared/errors.ts';
import type {Log} from '#shared/log/log.ts';
import {isAddress} from '#shared/network-address.ts';
import type {Lookup} from '../http/guarded-lookup.ts';
import type {Http} from '../http/http.ts';
import {withoutSecrets} from '../http/without-secrets.ts';
import {usableAddress, webSeedKinds} from '../torrents/magnet.ts';
import {createAddressGuard, type MayContact} from './address-guard.ts';
import {guardTorrent} from './patch-wires.ts';
import {createRefusals, type Refusals} from './refusals.ts';
import type {TorrentSource} from './torrent-source.ts';
import {type AskTracker, startAnnouncer} from './trackers/announcer.ts';
import {createHttpTracker} from './trackers/ask-http-tracker.ts';
import {createUdpTracker} from './trackers/ask-udp-tracker.ts';
import {openWebSeed} from './web-seed.ts';

export interface OutsideDeps {
	http: Http;
	/** The setting `security.allowPrivateNetworks`. */
	allowPrivate(): boolean;
	log: Log;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup;
}

/** Everything that a torrent contacts goes through here. */
export interface Outside {
	mayContact: MayContact;
	/**
	 * Limits whom the torrent calls, and finds peers for it until it is closed. Returns what it does not call.
	 * `beforeMetadata` is awaited before webtorrent gets the metadata of a magnet link.
	 */
	attend(torrent: Torrent, client: WebTorrent, source: TorrentSource, beforeMetadata?: () => Promise<void>): Refusals;
}

interface Attended {
	torrent: Torrent;
	refusals: Refusals;
}

/** Seconds until a refused tracker is asked again: an administrator may have allowed it. */
const askAgainSeconds = 60;

export function createOutside({http, allowPrivate, log, lookup}: OutsideDeps): Outside {
	const mayContact = createAddressGuard(allowPrivate);
	const askUdp = createUdpTracker({allowPrivate, lookup});

	const announce = ({torrent, refusals}: Attended, client: WebTorrent, trackers: string[]) => {
		const askHttp = createHttpTracker({http, allowPrivate, userAgent: client.userAgent});
		const ask: AskTracker = async (url, ...rest) => {
			const reply = await withoutSecrets({addresses: [url]}, () => (/^udp:/i.test(url) ? askUdp : askHttp)(url, ...rest));
			refusals.forget('trackers', url);
			return reply;
		};
		const {infoHash} = torrent;
		const fixed = {infoHash, peerId: client.peerId, port: client.torrentPort};
		const announcer = startAnnouncer(ask, {
			trackers,
			figures: () => ({...fixed, uploaded: torrent.uploaded, downloaded: torrent.received, left: leftOf(torrent)}),
			onPeers(peers) {
				for (const peer of torrent.destroyed ? [] : peers) {
					torrent.addPeer(peer, 'tracker');
				}
			},
			onFailure(tracker, error) {
				const isRefused = isAddressRefused(error);
				// An administrator can change a refusal. A tracker's path may hold a passkey.
				const level = isRefused && refusals.note('trackers', tracker) ? 'warn' : 'debug';
				log[level]({infoHash, tracker: URL.parse(tracker)?.host, err: error}, 'A tracker could not be asked');
				return isRefused ? askAgainSeconds : null;
			},
		});
		torrent.once('close', () => void announcer.stop());
		torrent.once('ready', () => {
			if (!torrent.done) {
				torrent.once('done', () => announcer.completed());
			}
		});
	};

	const addWebSeeds = ({torrent, refusals}: Attended, webSeeds: string[]) => {
		const isUsable = usableAddress(webSeedKinds, {network: allowPrivate() ? 'any' : 'public', trustedHost: null});
		for (const url of webSeeds) {
			if (!isUsable(url)) {
				refusals.note('webSeeds', url);
				continue;
			}
			const guarded: Http = request =>
				http(request).catch(error => {
					if (isAddressRefused(error)) {
						refusals.note('webSeeds', url);
					}
					throw error;
				});
			openWebSeed(url, torrent, {http: guarded, allowPrivate})
				.then(seed => torrent.destroyed || torrent.addWebSeed(seed))
				.catch(err => log.warn({infoHash: torrent.infoHash, err}, 'A web seed could not be added'));
		}
	};

	return {
		mayContact,
		attend(torrent, client, {trackers, webSeeds}, beforeMetadata) {
			const refusals = createRefusals(allowPrivate);
			const attended = {torrent, refusals};
			guardTorrent(torrent, notingRefused(mayContact, refusals), undefined, beforeMetadata);
			torrent.once('infoHash', () => announce(attended, client, trackers));
			torrent.once('ready', () => addWebSeeds(attended, torrent.done ? [] : webSeeds));
			return refusals;
		},
	};
}

/** A name that is no address is refused too, but not because it is private. */
function notingRefused(mayContact: MayContact, refusals: Refusals): MayContact {
	return host => {
		const isAllowed = mayContact(host);
		if (!isAllowed && isAddress(host)) {
			refusals.note('peers', host);
		}
		return isAllowed;
	};
}

function isAddressRefused(error: unknown): boolean {
	return error instanceof UpstreamFailed && error.code === 'address_refused';
}

/** Bytes. A torrent without metadata does not know; a tracker must not take it for a seeder. */
function leftOf(torrent: Torrent): number {
	return torrent.ready ? Math.max(0, torrent.length - torrent.downloaded) : 16_384;
}
