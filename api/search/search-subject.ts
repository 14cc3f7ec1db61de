import type {Fault} from '#shared/errors.ts';
import type {SearchSubject} from '#shared/jobs/search.ts';
import type {SearchQuery} from './schema.ts';

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
