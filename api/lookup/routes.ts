import {invalid} from '#api/http/input.ts';
import {ok, type Reply} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {readLookupQuery} from '#shared/domain/matching/lookup-query.ts';
import type {LookUpTitles} from '#shared/jobs/refresh/look-up-titles.ts';
import {askTitles} from './ask-titles.ts';
import {lookup} from './replies.ts';
import {lookupQuery} from './schema.ts';

type KnownTitle = {id: string; metaId: number};

export function lookupRoutes(deps: RouteDeps): Route[] {
	const {images, movies, series} = deps;
	const options = {access: 'write', limit: 'lookups', query: lookupQuery} as const;
	const keys = {names: [], imdbIds: []};
	return [
		route('GET /api/lookup/movies', options, ({query}) => lookUp('movie', query.query, metaIds => movies.byKeys({...keys, metaIds}))),
		route('GET /api/lookup/series', options, ({query}) =>
			lookUp('series', query.query, metaIds => series.byKeys({...keys, metaIds, tvMetaIds: []})),
		),
	];

	async function lookUp(
		kind: LookUpTitles['kind'],
		query: string,
		inLibrary: (metaIds: number[]) => Promise<KnownTitle[]>,
	): Promise<Reply> {
		const subject = readLookupQuery(query);
		if (subject === null) {
			throw invalid([{path: 'query', message: 'query must be a title, or an id as in tmdb:603, imdb:tt0133093 or tvdb:81189'}]);
		}
		const titles = await askTitles({kind, subject}, deps);
		const known = await inLibrary(titles.map(({metaId}) => metaId));
		const ids = new Map(known.map(({id, metaId}) => [metaId, id]));
		const results = titles.map(title => ({...images.inRecord(title), inLibrary: ids.has(title.metaId), id: ids.get(title.metaId) ?? null}));
		return ok(lookup.present({results}));
	}
}
