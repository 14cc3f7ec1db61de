import type {RouteDeps} from '#api/services.ts';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import {secondMs} from '#shared/domain/durations.ts';
import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import type {FoundRelease, IndexerFlag} from '#shared/domain/release/release.ts';
import {escapeXml} from '#shared/domain/text/escape-xml.ts';
import {isExpected, TooMany} from '#shared/errors.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import {type AppCall, type FaceReply, type IndexerRoute, indexerRoute} from '../faces.ts';
import {categoriesOf} from './categories.ts';
import {kindsOfSearch} from './indexers.ts';
import type {Links} from './links.ts';
import {pageOfReleases, search} from './search.ts';
import {findShown, type ShownIndexer} from './shown-indexers.ts';
import {fieldsIn} from './wanted.ts';

/** Each indexer as a server of Newznab or Torznab, at `/prowlarr/5/api` and where Prowlarr itself has them, too. */
export function torznabRoutes(deps: RouteDeps, links: Links): IndexerRoute[] {
	return [':n/api', 'indexer/:n/newznab'].map(path =>
		indexerRoute(`GET ${path}`, async call => {
			const indexer = await findShown(call.number(), deps);
			return answer(indexer, call, deps, links);
		}),
	);
}

async function answer(indexer: ShownIndexer, call: AppCall, deps: RouteDeps, links: Links): Promise<FaceReply> {
	const kind = call.query.text('t')?.toLowerCase() ?? null;
	if (kind === null) {
		return failure(200, 'Missing parameter (t)', 400);
	}
	if (kind === 'caps') {
		return xml(capsOf(indexer));
	}
	if (!searchKinds.includes(kind)) {
		return failure(202, `No such function (${kind})`, 400);
	}
	if (!indexer.record.enabled) {
		return failure(410, 'Indexer is disabled', 410);
	}
	const asked = {kind, fields: fieldsIn(call.query, 'q'), indexerIds: [indexer.record.id], categories: call.query.numbers('cat')};
	const found = await search(asked, call, deps).catch(error => (isExpected(error) ? error : Promise.reject(error)));
	if (!('releases' in found)) {
		const seconds = found instanceof TooMany ? found.retryAfterSeconds : null;
		return failure(seconds === null ? 900 : 500, maskSecrets(found.message), seconds === null ? 503 : 429, seconds);
	}
	const [result] = found.results;
	if (result && result.status !== 'ok') {
		// Programs take an empty list for an answer: nothing new, or an indexer that has nothing.
		return notAsked(result, indexer.record, deps.now());
	}
	const {offset, page} = pageOfReleases(found.releases, call);
	return xml(feedOf(page, {indexer, call, links, offset, total: found.releases.length, now: deps.now()}));
}

const searchKinds = ['search', 'tvsearch', 'movie', 'music', 'book'];

function notAsked({status, errorMessage}: IndexerResult, {disabledUntil}: Indexer, now: Date): FaceReply {
	const message = errorMessage ?? 'The indexer did not answer.';
	const seconds = disabledUntil && disabledUntil > now ? Math.ceil((Number(disabledUntil) - Number(now)) / secondMs) : null;
	const isLimited = status === 'rate_limited' || status === 'disabled';
	return isLimited ? failure(500, message, 429, seconds ?? usualRestSeconds) : failure(900, message, 503, seconds);
}

/** Seconds after which a program may try again, where nobody says more. */
const usualRestSeconds = 60;

const xml = (body: string, status = 200, headers: Record<string, string> = {}): FaceReply => ({
	status,
	body: Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n${body}`),
	headers: {'Content-Type': 'application/rss+xml; charset=utf-8', ...headers},
});

function failure(code: number, description: string, status: number, retryAfterSeconds: number | null = null): FaceReply {
	return xml(element('error', {code, description}), status, {
		...(retryAfterSeconds !== null && {'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds)))}),
	});
}

type Attributes = Readonly<Record<string, string | number>>;

const opened = (name: string, attributes: Attributes) =>
	[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(String(value))}"`)].join(' ');
const element = (name: string, attributes: Attributes, content = '') =>
	content === '' ? `<${opened(name, attributes)}/>` : `<${opened(name, attributes)}>${content}</${name}>`;
/** Left out without a text. */
const text = (name: string, content: string | number | null) =>
	content === null || content === '' ? '' : element(name, {}, escapeXml(String(content)));

function capsOf({record, capabilities}: ShownIndexer): string {
	const kinds = kindsOfSearch(record, capabilities);
	const searching = Object.entries({...kinds, 'music-search': null, 'audio-search': null, 'book-search': null}).map(([name, params]) =>
		element(name, {available: params ? 'yes' : 'no', supportedParams: (params ?? ['q']).join(',').toLowerCase()}),
	);
	const categories = capabilities.categories.map(({id, name, subCategories}) =>
		element('category', {id, name}, subCategories.map(each => element('subcat', {...each})).join('')),
	);
	return element(
		'caps',
		{},
		[
			element('server', {title: 'Prowlarr'}),
			element('limits', {default: capabilities.limitsDefault, max: capabilities.limitsMax}),
			element('searching', {}, searching.join('')),
			element('categories', {}, categories.join('')),
			element('tags', {}),
		].join('\n'),
	);
}

interface Feed {
	indexer: ShownIndexer;
	call: AppCall;
	links: Links;
	offset: number;
	total: number;
	now: Date;
}

const spaces = {
	'xmlns:atom': 'http://www.w3.org/2005/Atom',
	'xmlns:newznab': 'http://www.newznab.com/DTD/2010/feeds/attributes/',
	'xmlns:torznab': 'http://torznab.com/schemas/2015/feed',
};

function feedOf(releases: readonly FoundRelease[], {indexer, call, links, offset, total, now}: Feed): string {
	const {record, number} = indexer;
	const items = releases.map(release =>
		itemOf(release, {indexer, address: links.make(call, {number, guid: release.guid, title: release.title}), now}),
	);
	const channel = [
		text('title', record.name),
		text('description', `${record.name} by way of Kinoteka`),
		element('newznab:response', {offset, total}),
		...items,
	];
	return element('rss', {version: '2.0', ...spaces}, element('channel', {}, channel.join('\n')));
}

/** The share of the size that still counts as downloaded. */
const factors: Partial<Record<IndexerFlag, number>> = {freeleech: 0, freeleech75: 0.25, halfleech: 0.5, freeleech25: 0.75};
/** Bytes of a torrent file or an NZB are not known before it is fetched; programs read the size of the release here. */
const types = {torrent: 'application/x-bittorrent', usenet: 'application/x-nzb', stream: 'application/x-bittorrent'} as const;

function itemOf(release: FoundRelease, {indexer, address, now}: {indexer: ShownIndexer; address: string; now: Date}): string {
	const {title, guid, publishDate, size, protocol, flags, seeders, leechers, minimumSeeding} = release;
	const categories = categoriesOf(release.category).map(({id}) => id);
	const space = protocol === 'usenet' ? 'newznab' : 'torznab';
	const attribute = (name: string, value: string | number | null | undefined) =>
		value === null || value === undefined ? '' : element(`${space}:attr`, {name, value});
	const factor = flags.map(flag => factors[flag]).find(each => each !== undefined);
	const ofTorrents = [
		attribute('seeders', seeders),
		attribute('peers', seeders === null && leechers === null ? null : (seeders ?? 0) + (leechers ?? 0)),
		attribute('infohash', release.infoHash),
		attribute('minimumratio', minimumSeeding?.ratio),
		attribute('minimumseedtime', minimumSeeding?.minutes ? minimumSeeding.minutes * 60 : null),
		attribute('downloadvolumefactor', factor ?? 1),
		attribute('uploadvolumefactor', flags.includes('doubleUpload') ? 2 : 1),
	];
	const parts = [
		text('title', title),
		element('guid', {isPermaLink: 'false'}, escapeXml(guid)),
		element('prowlarrindexer', {id: indexer.number, type: indexer.privacy}, escapeXml(indexer.record.name)),
		// Programs refuse one without a date.
		text('pubDate', (publishDate ?? now).toUTCString()),
		text('size', size),
		text('link', address),
		...categories.map(id => text('category', id)),
		element('enclosure', {url: address, length: size, type: types[protocol]}),
		...categories.map(id => attribute('category', id)),
		attribute('size', size),
		attribute('files', release.files?.length),
		attribute('imdb', release.imdbId?.replace(/^tt/, '')),
		attribute('imdbid', release.imdbId),
		attribute('tmdbid', release.metaId),
		attribute('tvdbid', release.tvMetaId),
		...release.languages.map(each => attribute('language', each)),
		...flags.map(flag => attribute('tag', flag)),
		attribute('nuked', flags.includes('nuked') ? 1 : null),
		...(protocol === 'usenet' ? [] : ofTorrents),
	];
	return element('item', {}, parts.join(''));
}
