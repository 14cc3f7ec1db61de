import type {IncomingMessage} from 'node:http';
import {crc32, deflateSync} from 'node:zlib';
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

/** `/t/p/<size>/<film>.png` */
function pictureOf([, , file = '']: string[], known: readonly Film[]): SandboxReply {
	const film = known.find(({id}) => id === Number.parseInt(file, 10));
	return film ? {type: 'image/png', body: drawPoster(film)} : {status: 404, type: 'text/plain', body: 'No such picture'};
}

function answerTo([kind, id = '']: string[], params: URLSearchParams, known: readonly Film[]): Json | null {
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

function isAskedFor(film: Film, params: URLSearchParams): boolean {
	const names = [film.title, film.originalTitle ?? '', ...(film.alternativeTitles ?? [])].join('\n').toLowerCase();
	const year = params.get('year') ?? params.get('primary_release_year');
	return names.includes((params.get('query') ?? '').toLowerCase()) && (year === null || Number(year) === yearOf(film));
}

function toPage(found: Film[]): Json {
	return {page: 1, results: found.map(toRow), total_pages: 1, total_results: found.length};
}

function toRow(film: Film): Json {
	const {id, title, originalTitle = title, language, overview, released} = film;
	return {
		id,
		title,
		original_title: originalTitle,
		original_language: language,
		overview,
		release_date: released,
		poster_path: `/${id}.png`,
		backdrop_path: null,
		adult: false,
		vote_average: 0,
		vote_count: 0,
	};
}

/** The extra data is always appended, whether it was requested or not. */
function toDetails(film: Film): Json {
	const {imdbId, runtime, genres, director, released, alternativeTitles = []} = film;
	return {
		...toRow(film),
		imdb_id: imdbId,
		runtime,
		tagline: '',
		homepage: '',
		status: 'Released',
		genres: genres.map((name, index) => ({id: index + 1, name})),
		alternative_titles: {titles: alternativeTitles.map(title => ({iso_3166_1: 'US', title, type: ''}))},
		credits: {cast: [], crew: [{id: film.id, name: director, job: 'Director', department: 'Directing'}]},
		external_ids: {imdb_id: imdbId},
		images: {posters: [{file_path: `/${film.id}.png`}], backdrops: [], logos: []},
		release_dates: {
			results: [{iso_3166_1: 'US', release_dates: [{certification: '', type: 3, release_date: `${released}T00:00:00.000Z`}]}],
		},
		translations: {translations: []},
	};
}

const [width, height] = [200, 300];
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A plain PNG poster: the film's own colour, darker towards the bottom. */
function drawPoster({id}: Film): Buffer {
	const colour = [0, 120, 240].map(shift => 90 + 80 * Math.cos(((id * 47 + shift) * Math.PI) / 180));
	const rows = Array.from({length: height}, (_, row) => {
		const light = 1 - (0.8 * row) / height;
		const pixel = colour.map(value => Math.round(value * light));
		return Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(pixel))]);
	});
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// Eight bits for each of red, green and blue.
	header.set([8, 2, 0, 0, 0], 8);
	return Buffer.concat([signature, part('IHDR', header), part('IDAT', deflateSync(Buffer.concat(rows))), part('IEND', Buffer.alloc(0))]);
}

function part(name: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
	const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	size.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([size, named, sum]);
}
