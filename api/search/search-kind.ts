import type {Fault} from '#shared/errors.ts';
import type {SearchReleases} from '#shared/jobs/search/search-releases.ts';
import type {SearchQuery} from './schema.ts';

type Asked = Pick<SearchQuery, 'query' | 'type' | 'metaId' | 'tvMetaId' | 'seriesId' | 'movieId' | 'seasonNumber' | 'episodeNumber'>;

/** Which search the parameters mean, or what is missing or contradicts. */
export function searchKind(asked: Asked): {kind: SearchReleases['kind']} | {faults: Fault[]} {
	const faults = contradictions(asked);
	if (faults.length > 0) {
		return {faults};
	}
	const {query, type, metaId, tvMetaId, seriesId, movieId, seasonNumber, episodeNumber} = asked;
	if (seriesId && seasonNumber !== undefined && episodeNumber !== undefined) {
		return {kind: 'episode'};
	}
	if (movieId || (metaId && type !== 'tv')) {
		return {kind: 'movie'};
	}
	if (seriesId || ((metaId || tvMetaId) && type === 'tv')) {
		return {kind: 'tv'};
	}
	return query ? {kind: 'manual'} : {faults: missing(asked)};
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
