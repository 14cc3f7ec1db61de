import Joi from 'joi';
import {clamped} from '#api/http/route.ts';
import type {Fault} from '#shared/errors.ts';
import type {SearchReleases, SearchSubject} from '#shared/jobs/search.ts';
import type {LibraryStore} from '#shared/store/libraries/libraries.ts';
import type {IndexerStore} from '#shared/store/providers/provider-stores.ts';

const names = ['query', 'type', 'metaId', 'tvMetaId', 'seriesId', 'movieId', 'seasonNumber', 'episodeNumber'] as const;
type Asked = Pick<AskedSubject, (typeof names)[number]>;

/** What the parameters search for; null if something is missing. */
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

interface AskedSubject {
	query?: string;
	type?: 'movie' | 'tv';
	metaId?: number;
	tvMetaId?: number;
	seriesId?: string;
	movieId?: string;
	seasonNumber?: number;
	episodeNumber?: number;
	minSeeders?: number;
	maxAge?: number;
	libraryId?: string;
	limit: number;
}

/** In the address, lists are texts. */
export interface SearchQuery extends AskedSubject {
	indexers?: string;
	categories?: string;
}

export interface SearchBody extends AskedSubject {
	indexers?: string[];
	categories?: number[];
}

const count = Joi.number().integer().min(0);
const id = Joi.number().integer().min(1).max(2_147_483_647);

const subjectFields = {
	query: Joi.string().trim().min(1).max(500),
	type: Joi.string().valid('movie', 'tv'),
	metaId: id,
	tvMetaId: id,
	seriesId: Joi.string().max(100),
	movieId: Joi.string().max(100),
	seasonNumber: count.max(10_000),
	episodeNumber: count.max(100_000),
	minSeeders: count.max(1_000_000),
	maxAge: count.max(100_000),
	libraryId: Joi.string().max(100).description('Only the copy in this library is judged, of a title in several.'),
	limit: clamped(1, 1000, 100),
};

export const searchQuery = Joi.object<SearchQuery, true>({
	...subjectFields,
	indexers: Joi.string().max(4000),
	categories: Joi.string()
		.max(1000)
		.pattern(/^\d{1,6}(,\d{1,6})*$/, 'ids of categories, separated by commas'),
});

export const searchBody = Joi.object<SearchBody, true>({
	...subjectFields,
	query: subjectFields.query.description('What to search for where no title of the library is meant.'),
	type: subjectFields.type.description('Whether a movie or a series is meant, where only an id of the provider is given.'),
	indexers: Joi.array()
		.items(Joi.string().max(100))
		.min(1)
		.max(100)
		.description('Ids of the indexers to ask; without them, all that are enabled for searches by people.'),
	categories: Joi.array()
		.items(Joi.number().integer().min(0).max(999_999))
		.min(1)
		.max(100)
		.description('Ids of the Newznab categories to search; without them, those of the kind of title.'),
}).meta({neverEmpty: true});

const idsOf = (list: string) => [...new Set(list.split(',').map(each => each.trim()))];

export function fromQuery({indexers, categories, ...asked}: SearchQuery): SearchBody {
	return {
		...asked,
		...(indexers !== undefined && {indexers: idsOf(indexers)}),
		...(categories !== undefined && {categories: categories.split(',').map(Number)}),
	};
}

export function toPayload(asked: SearchBody): SearchReleases {
	return {
		subject: searchSubject(asked)!, // subjectFaults found nothing missing
		indexerIds: asked.indexers === undefined ? null : [...new Set(asked.indexers)],
		categories: asked.categories ?? null,
		minSeeders: asked.minSeeders ?? null,
		maxAge: asked.maxAge ?? null,
		limit: asked.limit,
		...(asked.libraryId !== undefined && {libraryId: asked.libraryId}),
	};
}

/** Parameters that are missing, contradictory or unknown. `wrong` are those that have a fault already. */
export async function findSearchFaults(
	asked: Partial<SearchBody>,
	wrong: ReadonlySet<string>,
	{indexers, libraries}: {indexers: IndexerStore; libraries: Pick<LibraryStore, 'find'>},
): Promise<Fault[]> {
	return [
		...subjectFaults(asked, wrong),
		...(await indexerFaults(asked.indexers, indexers)),
		...(await libraryFaults(asked.libraryId, libraries)),
	];
}

async function indexerFaults(asked: readonly string[] | undefined, indexers: IndexerStore): Promise<Fault[]> {
	if (asked === undefined) {
		return [];
	}
	const known = new Set((await indexers.list()).map(each => each.id));
	return asked.every(each => known.has(each))
		? []
		: [{path: 'indexers', message: 'indexers must be ids of /api/indexers, separated by commas'}];
}

async function libraryFaults(asked: string | undefined, libraries: Pick<LibraryStore, 'find'>): Promise<Fault[]> {
	const isKnown = asked === undefined || (await libraries.find(asked)) !== null;
	return isKnown ? [] : [{path: 'libraryId', message: 'libraryId must be the id of a library of /api/libraries'}];
}
