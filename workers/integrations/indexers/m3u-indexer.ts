import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {decodeXml} from '../xml.ts';
import {createAsk} from './ask.ts';
import {guidOf, maxAddress, maxTitle} from './feed/read-item.ts';
import type {Indexer, IndexerDeps, IndexerSettings} from './indexer.ts';
import {joinSecret} from './join-secret.ts';
import {feedCapabilities, matchesCriteria} from './rss-indexer.ts';
import {uniqueByGuid} from './to-found-release.ts';

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

interface Channel {
	name: string;
	/** As written in the list; may be relative to the list's own address. */
	url: string;
	/** Number of the `#EXTINF` line, counted from 1. */
	line: number;
	/** Seconds; -1 for live. */
	duration: number;
	/** All `key="value"` pairs of the line, by lower-case key. */
	attributes: Record<string, string>;
	id: string | null;
	logo: string | null;
	group: string | null;
	userAgent: string | null;
	referrer: string | null;
}

interface Playlist {
	/** The pairs of the `#EXTM3U` line, by lower-case key. */
	header: Record<string, string>;
	channels: Channel[];
}

const maxChannels = 200_000;
const longestLine = 20_000;
const pair = /(?<key>[A-Za-z][\w-]{0,60})=(?:"(?<quoted>[^"]*)"|(?<bare>[^\s",]{1,2000}))/g;

/**
 * Parses an extended M3U list. Skips unknown and empty lines, and tolerates a byte-order mark, CRLF and leading spaces.
 * Null when the text is not such a list.
 */
export function parseM3u(text: string): Playlist | null {
	const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
	const first = lines.findIndex(line => line.trim() !== '');
	const start = lines[first]?.trim() ?? '';
	if (!/^#EXT(?:M3U|INF)/i.test(start)) {
		return null;
	}
	const channels: Channel[] = [];
	let open: Channel | null = null;
	for (const [index, raw] of lines.entries()) {
		const line = raw.trim().slice(0, longestLine);
		if (/^#EXTINF:/i.test(line)) {
			open = openChannel(line.slice(8), index + 1);
		} else if (open && line.startsWith('#')) {
			applyOption(open, line);
		} else if (open && line !== '' && channels.length < maxChannels) {
			channels.push(withAddress(open, line));
			open = null;
		}
	}
	return {header: /^#EXTM3U/i.test(start) ? readPairs(start.slice(7, longestLine)) : {}, channels};
}

function openChannel(text: string, line: number): Channel {
	const comma = firstBareComma(text);
	const facts = comma < 0 ? text : text.slice(0, comma);
	const attributes = readPairs(facts);
	return {
		name: (comma < 0 ? '' : text.slice(comma + 1).trim()) || attributes['tvg-name'] || '',
		url: '',
		line,
		duration: Number(/^\s*(-?\d{1,9}(?:\.\d{1,9})?)/.exec(facts)?.[1] ?? -1),
		attributes,
		id: attributes['tvg-id'] || attributes['channel-id'] || null,
		logo: attributes['tvg-logo'] || null,
		group: attributes['group-title'] || null,
		userAgent: attributes['http-user-agent'] || attributes['user-agent'] || null,
		referrer: attributes['http-referrer'] || attributes['http-referer'] || null,
	};
}

/** The name begins at the first comma outside quotes, and may contain commas itself. */
function firstBareComma(text: string): number {
	let isQuoted = false;
	for (let at = 0; at < text.length; at += 1) {
		if (text[at] === '"') {
			isQuoted = !isQuoted;
		}
		if (text[at] === ',' && !isQuoted) {
			return at;
		}
	}
	// An unclosed quote swallows the rest of the line. The last comma is then the best guess.
	return text.lastIndexOf(',');
}

function readPairs(text: string): Record<string, string> {
	const pairs = [...text.matchAll(pair)].map(({groups}) => [
		groups?.['key']?.toLowerCase() ?? '',
		(groups?.['quoted'] ?? groups?.['bare'] ?? '').trim(),
	]);
	return Object.fromEntries(pairs);
}

function applyOption(channel: Channel, line: string): void {
	const group = /^#EXTGRP:(.*)$/i.exec(line)?.[1]?.trim();
	if (group) {
		channel.group = group;
	}
	const [, key = '', value = ''] = /^#EXTVLCOPT:\s*([\w-]{1,40})=(.*)$/i.exec(line) ?? [];
	applyHeader(channel, key, value.trim().replace(/^"(.*)"$/, '$1'));
}

function applyHeader(channel: Channel, key: string, value: string): void {
	const name = key.toLowerCase().replace(/^http-/, '');
	if (name === 'user-agent' && value !== '') {
		channel.userAgent = value;
	}
	if ((name === 'referrer' || name === 'referer') && value !== '') {
		channel.referrer = value;
	}
}

/** Some lists put the headers after the address: `http://host/a.m3u8|User-Agent=x&Referer=y`. */
function withAddress(channel: Channel, line: string): Channel {
	const bar = line.indexOf('|');
	for (const [key, value] of bar < 0 ? [] : new URLSearchParams(line.slice(bar + 1))) {
		applyHeader(channel, key, value);
	}
	return {...channel, url: bar < 0 ? line : line.slice(0, bar)};
}
