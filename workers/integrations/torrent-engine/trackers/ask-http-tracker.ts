import type {Http} from '../../http/http.ts';
import {type Bencoded, decodeBencoded} from '../../torrents/bencode.ts';
import {type Announce, type AskTracker, answersWithinMs, readCompactPeers, type TrackerReply, wantedPeers} from './announcer.ts';

/** Bytes; 200 peers with all details stay below 30 KB. */
const maxReplyBytes = 256 * 1024;
const maxRedirects = 3;

export interface HttpTrackerDeps {
	http: Http;
	allowPrivate(): boolean;
	userAgent: string;
}

/** BEP 3. */
export function createHttpTracker({http, allowPrivate, userAgent}: HttpTrackerDeps): AskTracker {
	return async (url, announce, signal) => {
		const {status, body} = await http({
			url: `${url}${url.includes('?') ? '&' : '?'}${toQuery(announce)}`,
			headers: {'user-agent': userAgent},
			timeoutMs: answersWithinMs,
			maxBytes: maxReplyBytes,
			redirects: maxRedirects,
			network: allowPrivate() ? 'any' : 'public',
			signal,
		});
		if (status !== 200) {
			throw new Error(`The tracker answered with status ${status}.`);
		}
		return readReply(body);
	};
}

function toQuery({infoHash, peerId, port, uploaded, downloaded, left, event}: Announce): string {
	const params = [
		`info_hash=${escapeHex(infoHash)}`,
		`peer_id=${escapeHex(peerId)}`,
		`port=${port}&uploaded=${uploaded}&downloaded=${downloaded}&left=${left}`,
		`compact=1&numwant=${event === 'stopped' ? 0 : wantedPeers}`,
		...(event ? [`event=${event}`] : []),
	];
	return params.join('&');
}

/** Each byte as `%xx`. */
function escapeHex(hex: string): string {
	return hex.replaceAll(/../g, '%$&');
}

export function readReply(body: Uint8Array): TrackerReply {
	const reply = decodeBencoded(body);
	if (!isDictionary(reply)) {
		throw new Error('The tracker sent something that is not a reply.');
	}
	const failure = reply['failure reason'];
	if (failure !== undefined) {
		throw new Error(`The tracker refuses: ${textOf(failure).slice(0, 200)}`);
	}
	const interval = reply['interval'] ?? reply['min interval'];
	return {
		interval: typeof interval === 'number' ? interval : null,
		peers: [...peersOf(reply['peers'], 4), ...peersOf(reply['peers6'], 16)],
	};
}

function peersOf(value: Bencoded | undefined, addressBytes: 4 | 16): string[] {
	if (value instanceof Uint8Array) {
		return readCompactPeers(value, addressBytes);
	}
	return Array.isArray(value) ? value.slice(0, wantedPeers).flatMap(peerOf) : [];
}

function peerOf(value: Bencoded): string[] {
	if (!isDictionary(value)) {
		return [];
	}
	const host = textOf(value['ip']);
	const port = Number(value['port']);
	return [host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`];
}

function isDictionary(value: Bencoded): value is {[key: string]: Bencoded} {
	return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
}

function textOf(value: Bencoded | undefined): string {
	return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : '';
}
