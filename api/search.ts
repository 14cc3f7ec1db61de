import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {clamped, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {
	type IndexerResult,
	indexerResultStatuses,
	type JudgedRelease,
	titleIdOf,
	type Version,
} from '#shared/domain/decisions/judged-release.ts';
import {type Rejection, rejectionReasons} from '#shared/domain/decisions/rule.ts';
import {numberings} from '#shared/domain/media/other-numbers.ts';
import {describeQuality, type ReleaseQuality} from '#shared/domain/quality/describe-quality.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import {type FoundRelease, protocols} from '#shared/domain/release/release.ts';
import {type Fault, Unavailable} from '#shared/errors.ts';
import {type SearchReleases, type SearchSubject, searchReleases} from '#shared/jobs/search.ts';
import {originOf} from '#shared/mask-secrets.ts';
import {
	flag,
	integer,
	integerOrNull,
	listOf,
	number,
	oneOf,
	orNull,
	type Typed,
	text,
	textOrNull,
	texts,
	timestamp,
} from '#shared/presenters/fields.ts';
import {from, type Part, viewOf} from '#shared/presenters/view.ts';
import type {LibraryStore} from '#shared/store/libraries/libraries.ts';
import type {IndexerStore} from '#shared/store/providers/provider-stores.ts';

/** Milliseconds; the search itself may take 60 s. */
const searchLimitMs = 65_000;

export function searchRoutes(deps: RouteDeps): Route[] {
	const {movies, series, indexers, libraries, jobs, releaseCache} = deps;
	const findQueryFaults = async (query: Partial<SearchQuery>, wrong: ReadonlySet<string>) => [
		...subjectFaults(query, wrong),
		...(await indexerFaults(query, indexers)),
		...(await libraryFaults(query, libraries)),
	];
	return [
		route('GET /api/search', {access: 'auth', limit: 'searches', query: searchQuery, findQueryFaults}, async ({query}) => {
			const payload = toPayload(query);
			if (query.movieId) {
				await movies.get(query.movieId);
			}
			if (query.seriesId) {
				await series.get(query.seriesId);
			}
			const {searchId, duration} = await jobs.ask(searchReleases, payload, {timeoutMs: searchLimitMs});
			const result = await releaseCache.readSearch(searchId);
			if (!result) {
				throw new Unavailable('search_lost', 'Redis lost the results of the search. Search again.');
			}
			return ok(search.present({...result, searchDuration: duration}));
		}),
	];
}

function toPayload(asked: SearchQuery): SearchReleases {
	return {
		subject: searchSubject(asked)!, // subjectFaults found nothing missing
		indexerIds: asked.indexers === undefined ? null : idsOf(asked.indexers),
		categories: asked.categories?.split(',').map(Number) ?? null,
		minSeeders: asked.minSeeders ?? null,
		maxAge: asked.maxAge ?? null,
		limit: asked.limit,
		...(asked.libraryId !== undefined && {libraryId: asked.libraryId}),
	};
}

async function indexerFaults({indexers: asked}: Partial<SearchQuery>, indexers: IndexerStore): Promise<Fault[]> {
	if (asked === undefined) {
		return [];
	}
	const known = new Set((await indexers.list()).map(({id}) => id));
	return idsOf(asked).every(id => known.has(id))
		? []
		: [{path: 'indexers', message: 'indexers must be ids of /api/indexers, separated by commas'}];
}

async function libraryFaults({libraryId}: Partial<SearchQuery>, libraries: Pick<LibraryStore, 'find'>): Promise<Fault[]> {
	const isKnown = libraryId === undefined || (await libraries.find(libraryId)) !== null;
	return isKnown ? [] : [{path: 'libraryId', message: 'libraryId must be the id of a library of /api/libraries'}];
}

const idsOf = (list: string) => [...new Set(list.split(',').map(id => id.trim()))];

const names = ['query', 'type', 'metaId', 'tvMetaId', 'seriesId', 'movieId', 'seasonNumber', 'episodeNumber'] as const;
type Asked = Pick<SearchQuery, (typeof names)[number]>;

/** What the parameters ask to search for; null if something is missing. */
export function searchSubject(asked: Asked): SearchSubject | null {
	return episodeOf(asked) ?? movieOf(asked) ?? seriesOf(asked) ?? (asked.query ? {kind: 'manual', query: asked.query} : null);
}

/** Which parameters are missing or contradictory. Those that are `wrong` have a fault already. */
export function subjectFaults(asked: Asked, wrong: ReadonlySet<string> = new Set()): Fault[] {
	const faults = contradictions(asked).filter(({path}) => !wrong.has(path));
	const isEnough = faults.length > 0 || names.some(name => wrong.has(name)) || searchSubject(asked) !== null;
	return isEnough ? faults : missing(asked);
}

function episodeOf({seriesId, seasonNumber, episodeNumber}: Asked): SearchSubject | null {
	return seriesId && seasonNumber !== undefined && episodeNumber !== undefined
		? {kind: 'episode', seriesId, seasonNumber, episodeNumber}
		: null;
}

function movieOf({movieId, metaId, type}: Asked): SearchSubject | null {
	if (movieId) {
		return {kind: 'movie', movie: {id: movieId}};
	}
	return metaId && type !== 'tv' ? {kind: 'movie', movie: {metaId}} : null;
}

function seriesOf({seriesId, metaId, tvMetaId, type, ...asked}: Asked): SearchSubject | null {
	const seasonNumber = asked.seasonNumber ?? null;
	if (seriesId) {
		return {kind: 'tv', series: {id: seriesId}, seasonNumber};
	}
	if (type !== 'tv') {
		return null;
	}
	const series = metaId ? {metaId} : tvMetaId ? {tvMetaId} : null;
	return series && {kind: 'tv', series, seasonNumber};
}

function contradictions({type, seriesId, movieId, tvMetaId, seasonNumber, episodeNumber}: Asked): Fault[] {
	const faults: Fault[] = [];
	if (type === 'tv' && movieId) {
		faults.push({path: 'type', message: 'type tv contradicts movieId'});
	}
	if (type === 'movie' && seriesId) {
		faults.push({path: 'type', message: 'type movie contradicts seriesId'});
	}
	if (type === 'movie' && tvMetaId) {
		faults.push({path: 'type', message: 'type movie contradicts tvMetaId'});
	}
	if (movieId && seriesId) {
		faults.push({path: 'seriesId', message: 'seriesId contradicts movieId: search for one of them'});
	}
	if (episodeNumber !== undefined && seasonNumber === undefined) {
		faults.push({path: 'seasonNumber', message: 'seasonNumber is required with episodeNumber'});
	}
	return faults;
}

function missing({type, tvMetaId, seasonNumber}: Asked): Fault[] {
	if (seasonNumber !== undefined) {
		return [{path: 'seriesId', message: 'seriesId is required with seasonNumber'}];
	}
	if (tvMetaId) {
		return [{path: 'type', message: 'type tv is required with tvMetaId'}];
	}
	if (type) {
		const names = type === 'movie' ? 'movieId or metaId' : 'seriesId, metaId or tvMetaId';
		return [{path: type === 'movie' ? 'movieId' : 'seriesId', message: `${names} is required for this type, or a query`}];
	}
	return [{path: 'query', message: 'query, movieId, seriesId or metaId is required'}];
}

export interface SearchQuery {
	query?: string;
	type?: 'movie' | 'tv';
	metaId?: number;
	tvMetaId?: number;
	seriesId?: string;
	movieId?: string;
	seasonNumber?: number;
	episodeNumber?: number;
	indexers?: string;
	categories?: string;
	minSeeders?: number;
	maxAge?: number;
	libraryId?: string;
	limit: number;
}

const count = Joi.number().integer().min(0);
const id = Joi.number().integer().min(1).max(2_147_483_647);

const searchQuery = Joi.object<SearchQuery, true>({
	query: Joi.string().trim().min(1).max(500),
	type: Joi.string().valid('movie', 'tv'),
	metaId: id,
	tvMetaId: id,
	seriesId: Joi.string().max(100),
	movieId: Joi.string().max(100),
	seasonNumber: count.max(10_000),
	episodeNumber: count.max(100_000),
	indexers: Joi.string().max(4000),
	categories: Joi.string()
		.max(1000)
		.pattern(/^\d{1,6}(,\d{1,6})*$/, 'ids of categories, separated by commas'),
	minSeeders: count.max(1_000_000),
	maxAge: count.max(100_000),
	libraryId: Joi.string().max(100).description('Only the copy in this library is judged, of a title in several.'),
	limit: clamped(1, 1000, 100),
});

const found = <Name extends keyof FoundRelease>(name: Name, schema: Typed<FoundRelease[Name]>) =>
	from(schema, ({release}: JudgedRelease) => release[name]);

/** Any part of an address may be a passkey, and grabbing needs only guid and indexer. */
const address: Part<string | null, string | null> = {
	schema: textOrNull.description('Where it comes from: the origin of its address.'),
	present: url => url && originOf(url),
};

const quality = viewOf<ReleaseQuality>()({quality: text, resolution: textOrNull, source: textOrNull, modifier: textOrNull});
const reason = oneOf(rejectionReasons);

const rejectionDetail = viewOf<Rejection>()({reason, detail: text, temporary: flag});

/** The decision for one copy of a title that is in several libraries. */
const version = viewOf<Version>()(
	{
		movieId: from(textOrNull, ({mappedMovie}: Version) => mappedMovie?.id ?? null),
		seriesId: from(textOrNull, ({mappedSeries}: Version) => mappedSeries?.id ?? null),
		libraryId: from(textOrNull.description('Library of the copy; null for none.'), (judged: Version) => judged.libraryId ?? null),
		approved: flag,
		rejections: listOf(reason),
		rejectionDetails: rejectionDetail.list,
		customFormatScore: from(integer, ({judgement}: Version) => judgement.formatScore),
	},
	'ReleaseVersion',
);

/** A release with its decision. */
const release = viewOf<JudgedRelease>()(
	{
		guid: found('guid', text),
		title: found('title', text),
		size: found('size', integer),
		indexer: found('indexer', text),
		indexerId: found('indexerId', text),
		publishDate: found('publishDate', timestamp),
		downloadUrl: from(address, ({release: {downloadUrl, magnetUrl}}: JudgedRelease) => downloadUrl ?? magnetUrl),
		infoUrl: from(address, ({release: {infoUrl}}: JudgedRelease) => infoUrl),
		category: found('category', texts),
		seeders: found('seeders', integerOrNull),
		leechers: found('leechers', integerOrNull),
		protocol: found('protocol', oneOf(protocols)),
		quality: from(quality, (judged: JudgedRelease) => describeQuality(getQuality(judged.judgement.quality), judged.release.title)),
		qualityScore: from(integer.min(0).max(100), ({judgement}: JudgedRelease) => judgement.qualityScore),
		customFormatScore: from(integer, ({judgement}: JudgedRelease) => judgement.formatScore),
		rejections: listOf(reason),
		rejectionDetails: rejectionDetail.list,
		wouldHaveWaited: texts.description(
			'Why an automatic search would have waited: the delay of its protocol, the minimum age of Usenet releases, or a title that is not available yet.',
		),
		approved: flag,
		releaseGroup: from(textOrNull, ({judgement}: JudgedRelease) => judgement.releaseGroup),
		language: from(textOrNull, ({judgement: {languages}}: JudgedRelease) => (languages.length > 0 ? languages.join(', ') : null)),
		numbering: from(orNull(oneOf(numberings)), ({mappedSeries, judgement}: JudgedRelease) =>
			mappedSeries ? (judgement.numbering ?? 'own') : null,
		),
		mappedMovie: viewOf<NonNullable<JudgedRelease['mappedMovie']>>()({id: text, title: text, year: integerOrNull}).orNull,
		mappedSeries: viewOf<NonNullable<JudgedRelease['mappedSeries']>>()({id: text, title: text}).orNull,
		mappedEpisode: viewOf<NonNullable<JudgedRelease['mappedEpisode']>>()({seasonNumber: integer, episodeNumber: integer}).orNull,
		versions: from(version.list, (judged: JudgedRelease) => judged.versions ?? (titleIdOf(judged) === null ? [] : [judged])),
	},
	'Release',
);

const indexerResult = viewOf<IndexerResult>()(
	{indexerId: text, indexerName: text, resultCount: integer, status: oneOf(indexerResultStatuses), errorMessage: textOrNull},
	'IndexerResult',
);

interface Search {
	releases: JudgedRelease[];
	indexerResults: IndexerResult[];
	searchDuration: number;
	searchTime: Date;
}
const search = viewOf<Search>()({
	releases: release.list,
	indexerResults: indexerResult.list,
	totalResults: from(integer, ({releases}: Search) => releases.length),
	searchDuration: number,
	searchTime: timestamp,
});

export const searchOperations: Operations = {
	'GET /api/search': {
		id: 'searchReleases',
		summary: 'Search the indexers for releases',
		replies: {200: search.schema},
		failures: [404, 502],
	},
};
