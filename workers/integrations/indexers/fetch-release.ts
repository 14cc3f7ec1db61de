import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import {type HealthStore, healthRules, recordFailure} from '#shared/coordination/backoff.ts';
import type {Indexer as IndexerRecord} from '#shared/domain/indexers/indexer-record.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Invalid, isExpected, NotFound, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {hostAndPort, isSameHostAndPort, noPrivateAddresses, type PrivateAddresses} from '#shared/network-address.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {largestFile} from '#shared/store/downloads/release-cache.ts';
import type {IndexerEvent} from '#shared/store/providers/indexer-activity.ts';
import type {NewDownload} from '../download-clients/download-client.ts';
import type {Http, HttpReply} from '../http/http.ts';
import {sentTo, withoutSecrets} from '../http/without-secrets.ts';
import {type AddressRule, buildMagnet, countPrivate, parseMagnet, trackerKinds} from '../torrents/magnet.ts';
import {privateAddressesOf, rebuildTorrent} from '../torrents/rebuild-torrent.ts';
import {parseTorrentFile} from '../torrents/torrent-file.ts';
import {parseXml, peekXml} from '../xml.ts';
import {throwIfRefused} from './ask.ts';
import {type ChallengeSolver, pastChallenge} from './challenge-solver.ts';
import {throwIfError} from './feed/error-document.ts';
import type {GrabRest, IndexerRates} from './indexer-rates.ts';
import {noFile} from './site-words.ts';

const maxRedirects = 8;
const timeoutMs = 30_000;

/** A release as it was found, and the indexer it comes from; null if that is gone. */
export interface FetchableRelease extends Pick<FoundRelease, 'protocol' | 'downloadUrl' | 'magnetUrl'> {
	/** For the history of the indexer. */
	title?: string | null;
	/** See `FoundRelease`. */
	site?: string;
	indexer: IndexerRecord | null;
	/** A person chose it: a site that refused another file is asked all the same, one that asked for rest is not. */
	byPerson?: boolean;
}

export interface FetchOptions extends Pick<FetchDeps, 'allowPrivate' | 'now'> {
	httpOf(indexer: IndexerRecord | null): Http;
	indexerRates: Pick<IndexerRates, 'grab' | 'pauseGrabs'>;
	note(event: IndexerEvent): Promise<void>;
	indexers: HealthStore;
	/** Null when challenges of this indexer are not to be solved. */
	solverOf(indexer: IndexerRecord): ChallengeSolver | null;
	/** How an indexer by definition is asked for a file. */
	fromSite(indexer: IndexerRecord, way: Pick<FetchDeps, 'http' | 'network' | 'solver'>): NonNullable<FetchDeps['fromSite']>;
}

export type FetchFromIndexer = ReturnType<typeof createFetchFromIndexer>;

/** Seconds without another grab after a site refused a file, and after it did not answer. */
const refusedSeconds = 300;
const silentSeconds = 60;

/** Faults of one release or of our proxy, which say nothing about the site. */
const ofOthers: ReadonlySet<string> = new Set(['too_many_redirects', 'address_refused', 'address_invalid', 'too_large', 'proxy_failed']);
const silent: ReadonlySet<string> = new Set(['timed_out', 'connection_refused', 'connection_failed', 'name_not_found']);

/** How long the site is left alone after this failure; null if the next release may be asked for. */
function restOf(error: unknown): {seconds: number; isAsked: boolean} | null {
	if (error instanceof TooMany) {
		return {seconds: Math.max(error.retryAfterSeconds, silentSeconds), isAsked: true};
	}
	const isOfSite =
		(error instanceof UpstreamFailed && !ofOthers.has(error.code)) || (error instanceof Invalid && error.code === 'authentication_failed');
	return isOfSite ? {seconds: silent.has(error.code) ? silentSeconds : refusedSeconds, isAsked: false} : null;
}

/** A program that speaks for several sites refuses our key itself, and what does not answer is the program. */
const isOfOneSite = (error: Error) => error instanceof TooMany || (error instanceof UpstreamFailed && !silent.has(error.code));

/**
 * Fetches releases within the grab limits of their indexers. A site that refuses a file is left alone for a while,
 * also by searches, and its health says why. One of several for which an indexer speaks is left alone only by grabs.
 */
export function createFetchFromIndexer({httpOf, indexerRates, note, indexers, solverOf, fromSite, ...deps}: FetchOptions) {
	const startedAt = deps.now();
	const rest = async (indexer: IndexerRecord, {message}: Error, {seconds, isAsked, site}: GrabRest) => {
		await indexerRates.pauseGrabs(indexer, {seconds, isAsked, site});
		if (site !== undefined) {
			// What others have can still be found there, and fetched.
			return;
		}
		const failure = {message, isLimit: isAsked, retryAfterSeconds: seconds};
		await recordFailure(indexers, indexer, failure, {rules: healthRules.indexer, now: deps.now(), startedAt});
	};
	return async (
		{indexer, title = null, byPerson = false, site, ...release}: FetchableRelease,
		signal: AbortSignal,
	): Promise<FetchedRelease> => {
		const http = httpOf(indexer);
		if (!indexer) {
			// Nobody vouches for its address any more.
			return fetchRelease({release, indexerUrl: '', apiKey: null, signal}, {...deps, http, network: 'public', solver: null});
		}
		await indexerRates.grab(indexer, {byPerson, site});
		const done = {indexerId: indexer.id, indexerName: indexer.name, action: 'grab', subject: title, answerMs: null, releases: 0} as const;
		try {
			const way = {http, network: indexer.isPublic === true ? 'public' : 'any', solver: solverOf(indexer)} as const;
			const asked = {release, indexerUrl: indexer.url, apiKey: indexer.apiKey, signal};
			const fetchDeps = {...deps, ...way, ...(indexer.kind === 'definition' && {fromSite: fromSite(indexer, way)})};
			const fetched = await withoutSecrets(sentTo(indexerFamily, indexer), () => fetchRelease(asked, fetchDeps));
			await note({...done, error: null, requests: 0});
			return fetched;
		} catch (error) {
			if (!signal.aborted) {
				await note({...done, error: isExpected(error) ? error.message : 'The log says why.', requests: 0});
				const pause = restOf(error);
				await (pause && isExpected(error) && rest(indexer, error, {...pause, site: isOfOneSite(error) ? site : undefined}));
			}
			throw error;
		}
	};
}

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

const inflate = promisify(gunzip);

/** Exactly one of `magnetUrl`, `torrent` and `nzb` is set. The hash is known for torrents and magnet links. */
export interface FetchedRelease extends Pick<NewDownload, 'magnetUrl' | 'torrent' | 'nzb' | 'infoHash'> {
	/** Addresses of the torrent that are missing now, because they are private. */
	leftOut?: PrivateAddresses;
}

export interface ReadDownload {
	protocol: 'torrent' | 'usenet';
	now: Date;
	/** For the trackers and web seeds of a torrent. */
	rule: AddressRule;
}

/** Parses the reply to a download: a torrent file, a magnet link as text, or an NZB. */
export async function readDownload(reply: HttpReply, {protocol, now, rule}: ReadDownload): Promise<FetchedRelease> {
	if (reply.status === 404 || reply.status === 410) {
		throw new NotFound('release_gone', 'The indexer no longer has this release. Choose another one.');
	}
	throwIfRefused(reply, now);
	const bytes = await unpacked(reply.body);
	throwIfErrorPage(bytes);
	// Some sites answer with the magnet link as text.
	const magnet = protocol === 'torrent' && bytes.length < 65_536 ? fromMagnet(bytes.toString('utf8'), rule) : null;
	if (magnet) {
		return magnet;
	}
	if (!isLikeFile(bytes, protocol)) {
		throw noFile(bytes);
	}
	return protocol === 'usenet' ? readNzb(bytes) : fromTorrent(bytes, rule);
}

/** Whether it is a torrent or an NZB, perhaps a broken one: anything else is the site speaking to us. */
function isLikeFile(bytes: Buffer, protocol: 'torrent' | 'usenet'): boolean {
	const beginning = bytes.toString('latin1', 0, 2000);
	return protocol === 'usenet' ? /<nzb[\s>]/i.test(beginning) : /^\s*d\d+:/.test(beginning);
}

function fromTorrent(bytes: Buffer, rule: AddressRule): FetchedRelease {
	const {infoHash} = parseTorrentFile(bytes);
	return {magnetUrl: null, torrent: rebuildTorrent(bytes, rule), nzb: null, infoHash, ...without(privateAddressesOf(bytes, rule))};
}

function without(leftOut: PrivateAddresses): Pick<FetchedRelease, 'leftOut'> {
	return leftOut.trackers + leftOut.webSeeds > 0 ? {leftOut} : {};
}

function readNzb(bytes: Buffer): FetchedRelease {
	try {
		const names = peekXml(bytes, seen => seen.has('file'));
		if (names.has('nzb') && names.has('file')) {
			return {magnetUrl: null, torrent: null, nzb: bytes, infoHash: null};
		}
	} catch (error) {
		throw new Invalid('not_an_nzb', 'The indexer sent something that is not an NZB file. Choose another release.', [], {cause: error});
	}
	throw new Invalid('not_an_nzb', 'The NZB file of this release lists no files. Choose another release.');
}

/** Sites that store files compressed may send them compressed without saying so. */
async function unpacked(body: Buffer): Promise<Buffer> {
	if (body[0] !== 0x1f || body[1] !== 0x8b) {
		return body;
	}
	try {
		return await inflate(body, {maxOutputLength: largestFile});
	} catch (error) {
		throw new UpstreamFailed('indexer_failed', 'The packed file of this release is broken. Choose another release.', {cause: error});
	}
}

/** Some indexers refuse with a document that has status 200. */
function throwIfErrorPage(bytes: Buffer): void {
	if (
		!/^\s*(?:<\?xml[^>]*>\s*)?<error\b/i.test(
			bytes
				.subarray(0, 2000)
				.toString('utf8')
				.replace(/^\uFEFF/, ''),
		)
	) {
		return;
	}
	try {
		throwIfError(parseXml(bytes));
	} catch (error) {
		throw isExpected(error) && error.code !== 'not_xml' ? error : new UpstreamFailed('indexer_failed', 'The indexer refuses the download.');
	}
}

export function readMagnet(link: string, rule: AddressRule): FetchedRelease {
	const magnet = fromMagnet(link, rule);
	if (!magnet) {
		throw new Invalid('not_a_torrent', 'The indexer sent a magnet link without a usable hash. Choose another release.');
	}
	return magnet;
}

export function fromMagnet(link: string | null, rule: AddressRule): FetchedRelease | null {
	const magnet = link === null ? null : parseMagnet(link);
	if (!magnet) {
		return null;
	}
	const trackers = countPrivate(magnet.trackers, trackerKinds, rule);
	const built = {magnetUrl: buildMagnet(magnet, rule), torrent: null, nzb: null, infoHash: magnet.infoHash};
	return {...built, ...without({...noPrivateAddresses, trackers})};
}
