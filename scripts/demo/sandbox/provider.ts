import type {IncomingMessage} from 'node:http';
import {crc32} from 'node:zlib';
import {movieGenres} from '#shared/domain/media/discovered-lists.ts';
import {drawPicture, isPicture} from './draw-picture.ts';
import {type Film, films, yearOf} from './films.ts';
import {type SandboxReply, type SandboxServer, serve} from './serve.ts';

export interface Provider extends SandboxServer {
	/** The value for METADATA_URL. */
	apiUrl: string;
	/** The value for METADATA_IMAGE_URL. */
	imageUrl: string;
}

type Json = Record<string, unknown>;
/** The details of the show with this id, with all its seasons; null if there is none. */
export type ShowOf = (id: number) => Json | null;

/** A metadata provider that answers like TMDB's v3 API if the key is right, and draws its own posters. */
export async function openProvider(apiKey: string, known: readonly Film[] = films, showOf: ShowOf = () => null): Promise<Provider> {
	const server = await serve((url, request) => {
		const [root, ...path] = url.pathname.split('/').slice(1);
		if (root === 't') {
			return pictureOf(path, known);
		}
		if (!hasKey(url, request, apiKey)) {
			return toReply(401, refusal(7, 'Invalid API key: You must be granted a valid key.'));
		}
		const show = path[0] === 'tv' ? showOf(Number(path[1])) : null;
		const found = root === '3' ? (show ?? answerTo(path, url.searchParams, known)) : null;
		return found ? toReply(200, found) : toReply(404, refusal(34, 'The resource you requested could not be found.'));
	});
	return {...server, apiUrl: `${server.url}/3`, imageUrl: `${server.url}/t/p`};
}

function toReply(status: number, body: Json): SandboxReply {
	return {status, type: 'application/json;charset=utf-8', body: JSON.stringify(body)};
}

function refusal(code: number, message: string): Json {
	return {success: false, status_code: code, status_message: message};
}

function hasKey(url: URL, {headers}: IncomingMessage, apiKey: string): boolean {
	return url.searchParams.get('api_key') === apiKey || headers.authorization === `Bearer ${apiKey}`;
}

/** `/t/p/<size>/<film>.png`, and `backdrop-`, `logo-` or `portrait-` before the number of a film or person. */
function pictureOf([, , file = '']: string[], known: readonly Film[]): SandboxReply {
	const [, kind = 'poster', number] = /^(?:([a-z]+)-)?(\d+)\.png$/.exec(file) ?? [];
	const id = Number(number);
	const isKnown =
		kind === 'portrait' ? known.some(({cast = []}) => cast.some(([name]) => personId(name) === id)) : known.some(film => film.id === id);
	return isKnown && isPicture(kind)
		? {type: 'image/png', body: drawPicture(kind, id)}
		: {status: 404, type: 'text/plain', body: 'No such picture'};
}

/** The same for the same name, as people play in more than one film. */
const personId = (name: string): number => crc32(name) % 1_000_000;

function answerTo([kind, id = '', part]: string[], params: URLSearchParams, known: readonly Film[]): Json | null {
	const listed = listOf([kind, id, part].filter(Boolean).join('/'), params, known);
	if (listed) {
		return toPage(listed);
	}
	if (kind === 'movie') {
		const film = known.find(each => each.id === Number(id));
		return film ? toDetails(film) : null;
	}
	if (kind === 'search') {
		return toPage(id === 'movie' ? known.filter(film => isAskedFor(film, params)) : []);
	}
	if (kind === 'find') {
		const found = known.filter(({imdbId}) => imdbId === id).map(toRow);
		return {movie_results: found, person_results: [], tv_results: [], tv_episode_results: [], tv_season_results: []};
	}
	return null;
}

/** The films of one of the provider's lists; null if the path is none of them. */
function listOf(path: string, params: URLSearchParams, known: readonly Film[]): Film[] | null {
	const [genre] = (params.get('with_genres') ?? '').split(',');
	switch (path) {
		case 'discover/movie':
			return known.filter(({genres}) => !genre || genres.some(name => movieGenres[name] === Number(genre)));
		case 'movie/popular':
		case 'trending/movie/week':
			return [...known];
		case 'movie/top_rated':
			return known.toSorted((a, b) => yearOf(a) - yearOf(b));
		case 'movie/upcoming':
		case 'movie/now_playing':
			return [];
		default: {
			const like = /^movie\/(\d+)\/(?:similar|recommendations)$/.exec(path);
			const film = known.find(({id}) => id === Number(like?.[1]));
			return film ? known.filter(each => each !== film && each.genres.some(name => film.genres.includes(name))) : null;
		}
	}
}

function isAskedFor(film: Film, params: URLSearchParams): boolean {
	const names = [film.title, film.originalTitle ?? '', ...(film.alternativeTitles ?? [])].join('\n').toLowerCase();
	const year = params.get('year') ?? params.get('primary_release_year');
	return names.includes((params.get('query') ?? '').toLowerCase()) && (year === null || Number(year) === yearOf(film));
}

function toPage(found: Film[]): Json {
	return {page: 1, results: found.map(toRow), total_pages: 1, total_results: found.length};
}

function toRow(film: Film): Json {
	const {id, title, originalTitle = title, language, overview, released, genres} = film;
	return {
		id,
		title,
		original_title: originalTitle,
		original_language: language,
		overview,
		release_date: released,
		poster_path: `/${id}.png`,
		backdrop_path: `/backdrop-${id}.png`,
		adult: false,
		genre_ids: genres.map(name => movieGenres[name]),
		vote_average: 5 + (id % 40) / 10,
		vote_count: 500,
	};
}

/** The extra data is always appended, whether it was requested or not. */
function toDetails(film: Film): Json {
	const {imdbId, runtime, genres, director, released, alternativeTitles = [], cast = []} = film;
	const players = cast.map(([name, character], order) => {
		const id = personId(name);
		return {id, name, character, order, profile_path: `/portrait-${id}.png`};
	});
	return {
		...toRow(film),
		imdb_id: imdbId,
		runtime,
		tagline: '',
		homepage: '',
		status: 'Released',
		genres: genres.map(name => ({id: movieGenres[name], name})),
		alternative_titles: {titles: alternativeTitles.map(title => ({iso_3166_1: 'US', title, type: ''}))},
		credits: {cast: players, crew: [{id: film.id, name: director, job: 'Director', department: 'Directing'}]},
		external_ids: {imdb_id: imdbId},
		images: {posters: [{file_path: `/${film.id}.png`}], backdrops: [], logos: [{file_path: `/logo-${film.id}.png`}]},
		release_dates: {
			results: [{iso_3166_1: 'US', release_dates: [{certification: '', type: 3, release_date: `${released}T00:00:00.000Z`}]}],
		},
		translations: {translations: []},
	};
}
