import type {ExecutionContext} from 'ava';
import type {FakeAnswer} from './fake-indexer.ts';
import {serveHttp} from './serve-http.ts';

type Json = Record<string, unknown>;

export interface FakeMovie {
	id: number;
	title: string;
	imdbId?: string;
	/** `YYYY-MM-DD`. */
	releaseDate?: string;
	/** Additional fields, or other values, in the provider's format. */
	raw?: Json;
}

export interface FakeEpisode {
	number: number;
	title?: string;
	airDate?: string;
	raw?: Json;
}

export interface FakeSeries {
	id: number;
	title: string;
	imdbId?: string;
	tvMetaId?: number;
	firstAirDate?: string;
	seasons: {number: number; episodes: FakeEpisode[]}[];
	raw?: Json;
	/** Other orders; the episodes are ids, by season. The first season is the specials if its name says so. */
	groups?: {id: string; name: string; seasons: {name: string; order: number; episodes: number[]}[]}[];
	/** Replaces `seasons` for requests in English. */
	englishSeasons?: FakeSeries['seasons'];
}

export interface FakeTmdbOptions {
	movies?: FakeMovie[];
	series?: FakeSeries[];
	/** The only key or token that is accepted; any if not given. */
	apiKey?: string;
	/** Replaces the provider's answer if it returns something. */
	answer?: (url: URL) => FakeAnswer | null;
}

export interface FakeTmdb {
	/** With the version, as `METADATA_URL` requires it. */
	url: string;
	/** All requests so far, oldest first. */
	requests: URL[];
	/** The `Authorization` headers of the requests, null if there was none. */
	authorizations: (string | null)[];
	/** What the provider knows; tests may change it at any time. */
	movies: FakeMovie[];
	series: FakeSeries[];
	answer: (url: URL) => FakeAnswer | null;
}

/** A metadata provider on the loopback address: titles with all appended data, seasons, searches and finds. */
export async function fakeTmdb(t: ExecutionContext, options: FakeTmdbOptions = {}): Promise<FakeTmdb> {
	const {movies = [], series = [], answer = () => null, apiKey} = options;
	const fake: FakeTmdb = {url: '', requests: [], authorizations: [], movies, series, answer};
	const origin = await serveHttp(t, (request, response) => {
		const url = new URL(request.url ?? '/', 'http://fake');
		const authorization = request.headers.authorization ?? null;
		fake.requests.push(url);
		fake.authorizations.push(authorization);
		const isKnown = apiKey === undefined || url.searchParams.get('api_key') === apiKey || authorization === `Bearer ${apiKey}`;
		const refusal = isKnown ? null : failure(401, 7, 'Invalid API key: You must be granted a valid key.');
		const {status = 200, headers = {}, body = ''} = fake.answer(url) ?? refusal ?? answerOf(url, fake);
		response.writeHead(status, {'content-type': 'application/json;charset=utf-8', ...headers});
		response.end(body);
	});
	fake.url = `${origin}/3`;
	return fake;
}

function failure(status: number, code: number, message: string): FakeAnswer {
	return {status, body: JSON.stringify({status_code: code, status_message: message, success: false})};
}

function answerOf(url: URL, {movies, series}: FakeTmdb): FakeAnswer {
	const [kind, id = '', part = ''] = url.pathname.replace(/^\/3\//, '').split('/');
	const isGroup = kind === 'tv' && (part === 'episode_groups' || id === 'episode_group');
	const found = isGroup ? groupsOf(series, id, part) : resultOf(kind, {id, params: url.searchParams, movies, series});
	return found ? {body: JSON.stringify(found)} : failure(404, 34, 'The resource you requested could not be found.');
}

/** The orders of a series, or one of them. */
function groupsOf(series: readonly FakeSeries[], id: string, part: string): Json | null {
	if (id !== 'episode_group') {
		const show = series.find(known => known.id === Number(id));
		const results = (show?.groups ?? []).map(({id: groupId, name, seasons}) => ({
			id: groupId,
			name,
			type: 7,
			group_count: seasons.length,
			episode_count: seasons.reduce((sum, {episodes}) => sum + episodes.length, 0),
		}));
		return show ? {id: show.id, results} : null;
	}
	const group = series.flatMap(({groups = []}) => groups).find(each => each.id === part);
	const groups = group?.seasons.map(({name, order, episodes}) => ({
		id: `${part}-${order}`,
		name,
		order,
		episodes: episodes.map((episodeId, index) => ({id: episodeId, order: index})),
	}));
	return group ? {id: part, name: group.name, groups} : null;
}

interface Question {
	id: string;
	params: URLSearchParams;
	movies: FakeMovie[];
	series: FakeSeries[];
}

function resultOf(kind: string | undefined, {id, params, movies, series}: Question): Json | null {
	const movie = movies.find(known => known.id === Number(id));
	const show = series.find(known => known.id === Number(id));
	if (kind === 'movie') {
		return movie ? toMovie(movie) : null;
	}
	if (kind === 'tv') {
		return show ? toSeries(show, params) : null;
	}
	if (kind === 'search') {
		const hits = id === 'movie' ? movies.map(toMovie) : series.map(known => toSeries(known, new URLSearchParams()));
		const results = hits.filter(hit => isHit(hit, params));
		return {page: 1, results, total_pages: 1, total_results: results.length};
	}
	if (kind === 'find') {
		const movieResults = movies.filter(({imdbId}) => imdbId === id).map(toMovie);
		const tvResults = series
			.filter(({imdbId, tvMetaId}) => imdbId === id || String(tvMetaId) === id)
			.map(({id: own, title}) => ({id: own, name: title}));
		return {movie_results: movieResults, person_results: [], tv_results: tvResults, tv_episode_results: [], tv_season_results: []};
	}
	return null;
}

function isHit(hit: Json, params: URLSearchParams): boolean {
	const year = params.get('year') ?? params.get('first_air_date_year');
	const date = String(hit['release_date'] ?? hit['first_air_date'] ?? '');
	const query = (params.get('query') ?? '').toLowerCase();
	return (
		String(hit['title'] ?? hit['name'])
			.toLowerCase()
			.includes(query) &&
		(year === null || date.startsWith(year))
	);
}

function toMovie({id, title, imdbId, releaseDate = '', raw = {}}: FakeMovie): Json {
	return {
		id,
		title,
		original_title: title,
		original_language: 'en',
		overview: `${title} is a film that was never made.`,
		release_date: releaseDate,
		imdb_id: imdbId ?? null,
		genres: [{id: 18, name: 'Drama'}],
		runtime: 101,
		vote_average: 7.1,
		vote_count: 1234,
		poster_path: `/poster-${id}.jpg`,
		backdrop_path: null,
		...raw,
	};
}

function toSeries(series: FakeSeries, params: URLSearchParams): Json {
	const {id, title, imdbId, tvMetaId, firstAirDate = '', raw = {}} = series;
	const isEnglish = params.get('language')?.startsWith('en') ?? false;
	const seasons = (isEnglish ? series.englishSeasons : null) ?? series.seasons;
	const appended = (params.get('append_to_response') ?? '').split(',').slice(0, 20);
	const parts = seasons
		.filter(({number}) => appended.includes(`season/${number}`))
		.map(season => [`season/${season.number}`, toSeason(season)] as const);
	return {
		id,
		name: title,
		original_name: title,
		original_language: 'en',
		overview: `${title} is a series that was never made.`,
		first_air_date: firstAirDate,
		status: 'Returning Series',
		type: 'Scripted',
		genres: [{id: 18, name: 'Drama'}],
		episode_run_time: [],
		networks: [{id: 1, name: 'Channel Nine and a Half'}],
		vote_average: 8,
		vote_count: 99,
		poster_path: `/poster-${id}.jpg`,
		external_ids: {imdb_id: imdbId ?? null, tvdb_id: tvMetaId ?? null},
		seasons: seasons.map(season => ({...toSeason(season), episodes: undefined, episode_count: season.episodes.length})),
		...Object.fromEntries(parts),
		...raw,
	};
}

function toSeason({number, episodes}: FakeSeries['seasons'][number]): Json {
	return {
		id: 1000 + number,
		season_number: number,
		name: number === 0 ? 'Specials' : `Season ${number}`,
		overview: '',
		air_date: episodes[0]?.airDate ?? null,
		poster_path: null,
		episodes: episodes.map(({number: own, title = `Chapter ${own}`, airDate = '', raw = {}}) => ({
			id: number * 10_000 + own,
			season_number: number,
			episode_number: own,
			name: title,
			overview: `What happens in ${title}.`,
			air_date: airDate,
			runtime: 42,
			still_path: `/still-${number}-${own}.jpg`,
			...raw,
		})),
	};
}
