import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {decodeXml} from '../../xml.ts';
import {createAsk} from '../ask.ts';
import {guidOf, maxAddress, maxTitle} from '../feed/read-item.ts';
import type {Indexer, IndexerDeps, IndexerSettings} from '../indexer.ts';
import {joinSecret} from '../join-secret.ts';
import {matchesCriteria} from '../rss/matches-criteria.ts';
import {feedCapabilities} from '../rss/rss-indexer.ts';
import {uniqueByGuid} from '../unique-by-guid.ts';
import {type Channel, parseM3u} from './parse-m3u.ts';

/** What a media player can open from the network. */
const schemes = ['http:', 'https:', 'rtsp:', 'rtp:', 'udp:'];

/** Characters. */
const maxGroup = 100;

/** Live TV: each channel or film of a playlist is a release that is streamed instead of downloaded. */
export function createM3u(settings: IndexerSettings & {kind: 'm3u'}, deps: IndexerDeps): Indexer {
	const ask = createAsk(settings, deps);

	async function read(signal: AbortSignal): Promise<FoundRelease[]> {
		const reply = await ask(joinSecret(settings), signal);
		const playlist = parseM3u(decodeXml(reply.body));
		if (!playlist) {
			throw new UpstreamFailed('not_a_playlist', 'The answer is not an M3U playlist. Check the address.');
		}
		const releases = playlist.channels.map(channel => toRelease(channel, {base: reply.url, settings, now: deps.now()}));
		return uniqueByGuid(releases.filter(release => release !== null));
	}

	return {
		kind: 'm3u',
		search: async (criteria, signal) => (await read(signal)).filter(({title}) => matchesCriteria(title, criteria)).slice(0, criteria.limit),
		// A playlist has no order in time, so nothing in it is new.
		recent: async () => [],
		async test(signal) {
			const channels = await read(signal);
			if (channels.length === 0) {
				throw new Invalid('no_categories', 'The playlist has no channel that can be streamed. Check the address.');
			}
			return {version: null, details: [`${channels.length} channels`]};
		},
		capabilities: async () => feedCapabilities,
	};
}

function toRelease(
	{name, url, group}: Channel,
	{base, settings, now}: {base: string; settings: IndexerSettings; now: Date},
): FoundRelease | null {
	const address = url.length > maxAddress ? null : URL.parse(url, base);
	if (!address || name === '' || name.length > maxTitle || !schemes.includes(address.protocol)) {
		return null;
	}
	// One address may appear under several names, and one name at several addresses.
	const guid = guidOf(`${address.href}#${encodeURIComponent(name)}`);
	return {
		guid,
		title: name,
		size: 0,
		indexer: settings.name,
		indexerId: settings.id,
		indexerPriority: settings.priority,
		publishDate: now,
		downloadUrl: address.href,
		magnetUrl: null,
		infoUrl: null,
		category: group ? [group.slice(0, maxGroup)] : [],
		protocol: 'stream',
		seeders: null,
		leechers: null,
		infoHash: null,
		flags: [],
		container: null,
		files: null,
		languages: [],
		imdbId: null,
		metaId: null,
		tvMetaId: null,
	};
}
