import type {RouteDeps} from '#api/services.ts';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {NotFound, Unavailable} from '#shared/errors.ts';
import {searchReleases} from '#shared/jobs/search.ts';
import {type AppCall, type IndexerRoute, indexerRoute, shown} from '../faces.ts';
import type {Looked} from '../movies.ts';
import {idOf} from '../tables.ts';
import {integerIn, textIn} from '../wire.ts';
import {categoriesOf, isIn} from './categories.ts';
import type {Links} from './links.ts';
import {shownIndexers} from './shown-indexers.ts';
import {type AskedFields, fieldsIn, wantedOf} from './wanted.ts';

/** Milliseconds; the search itself may take 60 s. */
const searchMs = 65_000;
/** Releases of a search. */
const maxReleases = 1000;

interface Asked {
	kind: string;
	fields: AskedFields;
	/** Null for all enabled ones. */
	indexerIds: string[] | null;
	categories: readonly number[];
}

interface Found {
	releases: FoundRelease[];
	results: IndexerResult[];
}

const nothing: Found = {releases: [], results: []};

/** Searches as a person does: the limits, pauses and health of the indexers hold. */
export async function search({kind, fields, indexerIds, categories}: Asked, call: AppCall, deps: RouteDeps): Promise<Found> {
	const lookUp = async (titles: 'movies' | 'series', query: string) =>
		(await call.ask(`GET /api/lookup/${titles}`, {query: {query}})) as Looked;
	const {subject, fits} = await wantedOf(kind.toLowerCase(), fields, deps, lookUp);
	if (!subject) {
		return nothing;
	}
	const limits = {minSeeders: null, maxAge: null, limit: maxReleases};
	const payload = {subject, indexerIds, categories: categories.length > 0 ? [...categories] : null, ...limits};
	const searched = await deps.jobs.ask(searchReleases, payload, {timeoutMs: searchMs}).catch(error => {
		// A title that nobody knows has no releases.
		if (error instanceof NotFound) {
			return null;
		}
		throw error;
	});
	if (!searched) {
		return nothing;
	}
	const found = await deps.releaseCache.readSearch(searched.searchId);
	if (!found) {
		throw new Unavailable('search_lost', 'Redis lost the results of the search. Search again.');
	}
	const releases = found.releases.map(({release}) => release);
	return {
		releases: releases.filter(({title, protocol, category}) => protocol !== 'stream' && fits(title) && isIn(category, categories)),
		results: found.indexerResults,
	};
}

/** Of a page, in thousands at most. */
export function pageOfReleases<T>(all: readonly T[], {query}: Pick<AppCall, 'query'>): {offset: number; page: T[]} {
	const offset = Math.max(0, query.number('offset') ?? 0);
	const limit = Math.min(Math.max(1, query.number('limit') ?? maxReleases), maxReleases);
	return {offset, page: all.slice(offset, offset + limit)};
}

export function searchRoutes(deps: RouteDeps, links: Links): IndexerRoute[] {
	return [
		indexerRoute('GET search', async call => {
			const {query} = call;
			const numbers = query.numbers('indexerIds');
			const records = await shownIndexers(deps);
			// -1 stands for all of Usenet, -2 for all of torrents.
			const isAsked = ({number, protocol}: (typeof records)[number]) =>
				numbers.includes(number) || numbers.includes(protocol === 'usenet' ? -1 : -2);
			const asked = numbers.length === 0 ? null : records.filter(isAsked).map(({record}) => record.id);
			const kind = query.text('type') ?? 'search';
			const categories = query.numbers('categories');
			const {releases} = await search({kind, fields: fieldsIn(query, 'query'), indexerIds: asked, categories}, call, deps);
			const ofIndexers = new Map(records.map(({record, number}) => [record.id, number]));
			const {page} = pageOfReleases(releases, call);
			return shown(page.map(release => present(release, {call, links, number: ofIndexers.get(release.indexerId) ?? 0, now: deps.now()})));
		}),
		indexerRoute('POST search', async call => {
			const indexerId = await idOf(deps, 'indexer', integerIn(call.body, 'indexerId') ?? 0);
			const guid = textIn(call.body, 'guid') ?? '';
			await call.ask('POST /api/download/grab', {body: {guid, indexerId}});
			return shown(call.body);
		}),
	];
}

interface Presenting {
	call: AppCall;
	links: Links;
	number: number;
	now: Date;
}

/** The address at the site has keys in it, so our own takes its place. */
function present(release: FoundRelease, {call, links, number, now}: Presenting) {
	const minutes = release.publishDate ? Math.max(0, (Number(now) - Number(release.publishDate)) / 60_000) : 0;
	const {guid, title, size, protocol, seeders, leechers, infoHash} = release;
	return {
		guid,
		...{age: Math.floor(minutes / 1440), ageHours: minutes / 60, ageMinutes: minutes},
		...{size, files: release.files?.length ?? 0, grabs: 0, indexerId: number, indexer: release.indexer},
		...{title, sortTitle: title.toLowerCase(), publishDate: release.publishDate},
		imdbId: Number(release.imdbId?.replace(/^tt/, '') ?? 0),
		...{tmdbId: release.metaId ?? 0, tvdbId: release.tvMetaId ?? 0, tvMazeId: 0},
		downloadUrl: links.make(call, {number, guid, title}),
		indexerFlags: release.flags,
		categories: categoriesOf(release.category).map(each => ({...each, subCategories: []})),
		...{infoHash, seeders, leechers, protocol, fileName: `${title}.${protocol === 'usenet' ? 'nzb' : 'torrent'}`},
	};
}
