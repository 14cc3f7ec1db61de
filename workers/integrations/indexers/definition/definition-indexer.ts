import type {ReadReply} from '#shared/definitions/read-reply.ts';
import type {SiteRequest} from '#shared/domain/definitions/build-requests.ts';
import type {Definition} from '#shared/domain/definitions/definition.ts';
import type {SiteRelease} from '#shared/domain/definitions/read-release.ts';
import type {SiteSearch} from '#shared/domain/definitions/search-variables.ts';
import {type Capabilities, historicCapabilities, type SearchMode} from '#shared/domain/indexers/capabilities.ts';
import {type SearchCriteria, type ShowSearch, titlesOf} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {ConnectionTested, TestedRelease} from '#shared/jobs/connections.ts';
import {maskRequest} from '#shared/mask-secrets.ts';
import type {Indexer, IndexerSettings} from '../indexer.ts';
import {toSearchText, withSpacedTitle} from '../search-text.ts';
import {throwIfSaysLimit} from '../site-words.ts';
import {uniqueByGuid} from '../to-found-release.ts';
import {type OpenSite, openSite} from './open-site.ts';
import {withOtherLinks} from './other-links.ts';
import {isInCategories, toFoundRelease} from './to-found-release.ts';
import {type SiteVisit, type VisitDeps, visitSite} from './visit-site.ts';

/** A site that a definition describes. */
export function createDefinitionIndexer(settings: IndexerSettings & {kind: 'definition'}, deps: VisitDeps): Indexer {
	const open = () => openSite(settings, deps.sites, deps.now());

	/** Tries each search until one finds something. Several may result in the same requests, which are sent once. */
	async function askInOrder(
		searchesOf: (definition: Definition) => readonly SiteSearch[],
		{categories, limit, signal}: {categories: readonly number[]; limit: number; signal: AbortSignal},
	): Promise<FoundRelease[]> {
		const site = await open();
		const visit = visitSite(site, deps, signal);
		const sent = new Set<string>();
		for (const search of searchesOf(site.definition)) {
			const replies = (await askSite(search, {site, visit, sent})).map(({reply}) => reply);
			const wanted = replies.flatMap(({releases}) => releases).filter(each => isInCategories(each, categories));
			const found = uniqueByGuid(wanted.flatMap(each => toFoundRelease(each, settings) ?? []));
			if (found.length > 0) {
				return found.slice(0, limit);
			}
		}
		return [];
	}

	async function test(signal: AbortSignal): Promise<ConnectionTested> {
		const site = await open();
		return withOtherLinks(site, () => testSite(site, signal), {deps, signal});
	}

	async function testSite(site: OpenSite, signal: AbortSignal): Promise<ConnectionTested> {
		const visit = visitSite(site, deps, signal);
		const page = await site.ask('loginTest', {question: site.question});
		if (page && (await visit.isForgotten(await visit.ask(page)))) {
			await visit.giveUp();
		}
		const replies = await askSite({kind: 'newest'}, {site, visit, sent: new Set()});
		return {
			version: null,
			details: [`The definition ${site.file.key} is readable`, ...(page ? ['The login was taken'] : []), ...describe(replies)],
			releases: replies.flatMap(({reply}) => reply.releases.map(toTested)).slice(0, maxShown),
		};
	}

	return {
		kind: 'definition',
		search: (criteria: SearchCriteria, signal) =>
			askInOrder(definition => siteSearches(criteria, definition), {
				categories: criteria.categories ?? settings.categories,
				limit: criteria.limit,
				signal,
			}),
		recent: signal => askInOrder(() => [{kind: 'newest'}], {categories: settings.categories, limit: Number.POSITIVE_INFINITY, signal}),
		test,
		showCaptcha: async signal => visitSite(await open(), deps, signal).showCaptcha(),
		answerCaptcha: async (answer, signal) => visitSite(await open(), deps, signal).answerCaptcha(answer),
		capabilities: async () => capabilitiesOf((await open()).definition),
	};
}

interface Asking {
	site: OpenSite;
	visit: SiteVisit;
	/** Requests of earlier searches. */
	sent: Set<string>;
}

interface Answered {
	request: SiteRequest;
	reply: ReadReply;
}

async function askSite(search: SiteSearch, {site, visit, sent}: Asking): Promise<Answered[]> {
	const question = {...site.question, search};
	const replies: Answered[] = [];
	for (const [requestIndex, request] of (await site.ask('requests', {question})).entries()) {
		const key = JSON.stringify([request.method, request.url, request.body]);
		if (!sent.has(key)) {
			sent.add(key);
			const {status, body, isStranger} = await visit.ask(toRequest(request));
			const reply = await site.ask('read', {question, reply: {status, body}, requestIndex});
			if (reply.releases.length + reply.dropped === 0) {
				throwIfSaysLimit(body);
			}
			// Releases are good, whatever the page lacks by which the definition knows a login.
			if (isStranger && reply.releases.length + reply.dropped === 0) {
				await visit.giveUp();
			}
			replies.push({request, reply});
		}
	}
	return replies;
}

function toRequest({method, url, headers, body, path}: SiteRequest) {
	return {method, url, headers, body, followsRedirects: path.followsRedirects};
}

/** Missing fields that a test names. */
const maxMissed = 10;

/** Releases and characters of a title that a test shows. */
const maxShown = 10;
const maxTitle = 200;

/** The caller that opened the indexer masks its secrets; keys that only the definition contains are masked here. */
function describe(answers: readonly Answered[]): string[] {
	const replies = answers.map(({reply}) => reply);
	const releases = replies.flatMap(reply => reply.releases);
	const missed = replies.flatMap(reply => reply.missed).slice(0, maxMissed);
	const dropped = replies.reduce((sum, reply) => sum + reply.dropped, 0);
	return [
		...answers.map(({request: {method, url}, reply}) => `${method} ${maskRequest(url)}: ${reply.releases.length + reply.dropped} rows`),
		`${releases.length} releases on the first page`,
		...(dropped > 0 ? [`${dropped} rows were no releases`] : []),
		...missed.map(({field, reason, rows}) => `The field ${field} is missing in ${rows} rows: ${reason}`),
	];
}

function toTested({title = '', size, seeders, leechers, date, categories = []}: SiteRelease): TestedRelease {
	return {
		title: title.slice(0, maxTitle),
		size: size ?? null,
		seeders: seeders ?? null,
		leechers: leechers ?? null,
		publishDate: date ?? null,
		categories,
	};
}

function capabilitiesOf({name, key, caps}: Definition): Capabilities {
	const mode = (wanted: string): SearchMode => {
		const params = caps.modes.find(([each]) => each === wanted)?.[1];
		return params ? {params, engine: 'raw', takesSeveralIds: false} : null;
	};
	return {
		...historicCapabilities,
		title: name ?? key,
		search: mode('search'),
		tvSearch: mode('tv-search'),
		movieSearch: mode('movie-search'),
	};
}

/**
 * What to ask a site for, in order; the next is asked only when the ones before found nothing. First with the ids of a
 * title, which the definition uses if its site takes them, then by each of its names. Definitions expect names as plain
 * words, unless their sites take any.
 */
function siteSearches(criteria: SearchCriteria, {caps}: Definition): SiteSearch[] {
	if (criteria.kind === 'text') {
		return criteria.query.trim() === '' ? [{kind: 'newest'}] : [{kind: 'text', query: criteria.query}];
	}
	const engine = caps.allowsRawSearch ? 'raw' : 'sphinx';
	const spaced = caps.allowsRawSearch ? null : withSpacedTitle(criteria);
	return [...namedSearches(criteria, engine), ...(spaced === null ? [] : namedSearches(spaced, engine).slice(1))];
}

function namedSearches(criteria: SearchCriteria, engine: 'raw' | 'sphinx'): SiteSearch[] {
	const [title = '', ...others] = titlesOf(criteria).map(each => toSearchText(each, engine) || each);
	const titles = [title, ...others];
	if (criteria.kind === 'movie') {
		const {year, imdbId, metaId: tmdbId} = criteria;
		return [{kind: 'movie', title, year, imdbId, tmdbId}, ...titles.map((each): SiteSearch => ({kind: 'movie', title: each, year}))];
	}
	if (criteria.kind === 'text') {
		return [];
	}
	const {tvMetaId: tvdbId, imdbId, metaId: tmdbId} = criteria.series;
	const numbers = numbersOf(criteria);
	const absolute = criteria.kind === 'anime' ? titles.map((each): SiteSearch => absoluteSearch(each, criteria.absoluteEpisode)) : [];
	return [
		{kind: 'episode', title, ...numbers, tvdbId, imdbId, tmdbId},
		...absolute,
		...titles.map((each): SiteSearch => ({kind: 'episode', title: each, ...numbers})),
	];
}

const absoluteSearch = (title: string, number: number): SiteSearch => ({
	kind: 'episode',
	title: `${title} ${String(number).padStart(2, '0')}`,
});

function numbersOf(criteria: ShowSearch): Pick<SiteSearch, 'season' | 'episode'> {
	switch (criteria.kind) {
		case 'season':
			return {season: criteria.season};
		case 'episode':
		case 'anime':
			return {season: criteria.season, episode: criteria.episode};
		case 'daily': {
			const [year, month, day] = criteria.airDate.split('-');
			return {season: year ?? null, episode: `${month}/${day}`};
		}
		default:
			return {};
	}
}
