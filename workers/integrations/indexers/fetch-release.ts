import {hostAndPort, isSameHostAndPort} from '#shared/domain/network/host-and-port.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../http/http.ts';
import {withoutSecrets} from '../http/without-secrets.ts';
import type {AddressRule} from '../torrents/magnet.ts';
import type {ChallengeSolver} from './challenge-solver.ts';
import {pastChallenge} from './past-challenge.ts';
import {type FetchedRelease, fromMagnet, largestFile, readDownload, readMagnet} from './read-download.ts';

const maxRedirects = 8;
const timeoutMs = 30_000;

export interface FetchRelease {
	release: Pick<FoundRelease, 'protocol' | 'downloadUrl' | 'magnetUrl'>;
	/** The indexer's own address, empty if it is gone. Its host may be in the private network; other hosts may not. */
	indexerUrl: string;
	apiKey: string | null;
	signal: AbortSignal;
}

export interface FetchDeps {
	http: Http;
	now(): Date;
	/** As for the indexer itself. */
	network: 'any' | 'public';
	/** The setting `security.allowPrivateNetworks`, for the trackers and web seeds of a torrent. */
	allowPrivate(): boolean;
	/** See `IndexerDeps`; null when challenges of this indexer are not to be solved. */
	solver: ChallengeSolver | null;
	/** How this indexer is asked for a file, if it has a way of its own: the reply, or a magnet link. */
	fromSite?: (url: string, signal: AbortSignal) => Promise<HttpReply | string>;
}

/**
 * Turns what an indexer offers into what a download client can take. A magnet link needs no request.
 * Throws NotFound `release_gone`; TooMany `rate_limited`; Invalid `not_a_torrent`, `unsafe_torrent`, `not_an_nzb`,
 * `nothing_to_fetch`, `authentication_failed`; UpstreamFailed `challenge`, `challenge_failed`, `too_many_redirects`,
 * `indexer_failed` and those of `Http`.
 */
export function fetchRelease(asked: FetchRelease, deps: FetchDeps): Promise<FetchedRelease> {
	const {release, indexerUrl, apiKey} = asked;
	return withoutSecrets({addresses: [release.downloadUrl, indexerUrl], secrets: [apiKey]}, () => fetch(asked, deps));
}

async function fetch(
	{release: {protocol, downloadUrl, magnetUrl}, indexerUrl, signal}: FetchRelease,
	deps: FetchDeps,
): Promise<FetchedRelease> {
	const own = deps.network === 'any' ? URL.parse(indexerUrl) : null;
	const rule: AddressRule = {network: deps.allowPrivate() ? 'any' : 'public', trustedHost: own && hostAndPort(own)};
	const magnet = protocol === 'torrent' ? (fromMagnet(magnetUrl, rule) ?? fromMagnet(downloadUrl, rule)) : null;
	if (magnet) {
		return magnet;
	}
	if (!downloadUrl || protocol === 'stream') {
		throw new Invalid('nothing_to_fetch', 'The release contains no file to download. Choose another one.');
	}
	const ask = (url: string) => {
		const network = isSameHostAndPort(url, indexerUrl) ? deps.network : 'public';
		const send = (headers: Record<string, string>) => deps.http({url, headers, maxBytes: largestFile, timeoutMs, network, signal});
		return pastChallenge(send, {url, solver: deps.solver, now: deps.now, signal});
	};
	const reply = await (deps.fromSite?.(downloadUrl, signal) ?? follow(downloadUrl, ask));
	return typeof reply === 'string' ? readMagnet(reply, rule) : readDownload(reply, {protocol, now: deps.now(), rule});
}

/**
 * Follows redirects itself, because each hop is checked again, and the last may be a magnet link,
 * which is returned as it is.
 */
async function follow(first: string, ask: (url: string) => Promise<HttpReply>): Promise<HttpReply | string> {
	let url = first;
	for (let hop = 0; hop <= maxRedirects; hop += 1) {
		const reply = await ask(url);
		const location = reply.status >= 300 && reply.status < 400 ? reply.headers['location'] : undefined;
		if (location === undefined) {
			return reply;
		}
		if (/^magnet:/i.test(location)) {
			return location;
		}
		url = URL.parse(location, url)?.href ?? '';
	}
	throw new UpstreamFailed('too_many_redirects', 'The download address leads in a circle. Choose another release.');
}
