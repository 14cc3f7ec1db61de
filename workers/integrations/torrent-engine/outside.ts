import type WebTorrent from 'webtorrent';
import type {Torrent} from 'webtorrent';
import {UpstreamFailed} from '#shared/errors.ts';
import type {Log} from '#shared/log.ts';
import type {Http} from '../http/exchange.ts';
import type {Lookup} from '../http/guarded-lookup.ts';
import {withoutSecrets} from '../http/without-secrets.ts';
import {usableAddress, webSeedKinds} from '../torrents/usable-address.ts';
import {createAddressGuard, type MayContact} from './address-guard.ts';
import type {TorrentSource} from './torrent-source.ts';
import {startAnnouncer} from './trackers/announcer.ts';
import {createHttpTracker} from './trackers/ask-http-tracker.ts';
import {createUdpTracker} from './trackers/ask-udp-tracker.ts';
import type {AskTracker} from './trackers/tracker.ts';
import {openWebSeed} from './web-seed.ts';
import {guardTorrent} from './wires/guard-torrent.ts';

export interface OutsideDeps {
	http: Http;
	/** The setting `security.allowPrivateNetworks`. */
	allowPrivate(): boolean;
	log: Log;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup;
}

/** All that a torrent contacts passes here. */
export interface Outside {
	mayContact: MayContact;
	/** Limits whom the torrent calls, and finds peers for it until it is closed. */
	attend(torrent: Torrent, client: WebTorrent, source: TorrentSource): void;
}

export function createOutside({http, allowPrivate, log, lookup}: OutsideDeps): Outside {
	const mayContact = createAddressGuard(allowPrivate);
	const askUdp = createUdpTracker({allowPrivate, lookup});

	const announce = (torrent: Torrent, client: WebTorrent, trackers: string[]) => {
		const askHttp = createHttpTracker({http, allowPrivate, userAgent: client.userAgent});
		const ask: AskTracker = (url, ...rest) =>
			withoutSecrets({addresses: [url]}, () => (/^udp:/i.test(url) ? askUdp : askHttp)(url, ...rest));
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
				// An administrator can change a refusal. A tracker's path may hold a passkey.
				const level = error instanceof UpstreamFailed && error.code === 'address_refused' ? 'warn' : 'debug';
				log[level]({infoHash, tracker: URL.parse(tracker)?.host, err: error}, 'A tracker could not be asked');
			},
		});
		torrent.once('close', () => void announcer.stop());
		torrent.once('ready', () => {
			if (!torrent.done) {
				torrent.once('done', () => announcer.completed());
			}
		});
	};

	return {
		mayContact,
		attend(torrent, client, {trackers, webSeeds}) {
			guardTorrent(torrent, mayContact);
			torrent.once('infoHash', () => announce(torrent, client, trackers));
			torrent.once('ready', () => {
				const isUsable = usableAddress(webSeedKinds, {network: allowPrivate() ? 'any' : 'public', trustedHost: null});
				for (const url of torrent.done ? [] : webSeeds.filter(isUsable)) {
					void openWebSeed(url, torrent, {http, allowPrivate}).then(seed => torrent.destroyed || torrent.addWebSeed(seed));
				}
			});
		},
	};
}

/** Bytes. A torrent without metadata does not know; a tracker must not take it for a seeder. */
function leftOf(torrent: Torrent): number {
	return torrent.ready ? Math.max(0, torrent.length - torrent.downloaded) : 16_384;
}
