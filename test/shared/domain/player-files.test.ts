import test from 'ava';
import {SaxesParser} from 'saxes';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {episodesNfo, movieNfo, plexMatch, seriesNfo} from '#shared/domain/player-files.ts';
import {buildMovieDetails} from '#test/helpers/build-movie.ts';
import {buildLibraryEpisode, buildSeriesDetails} from '#test/helpers/build-series.ts';

/** Each element with a text, as `movie/uniqueid[type=tmdb]=603`. */
function read(document: string): string[] {
	const found: string[] = [];
	const path: string[] = [];
	let text = '';
	const parser = new SaxesParser();
	parser.on('error', error => {
		throw error;
	});
	parser.on('opentag', ({name, attributes}) => {
		const given = Object.entries(attributes).map(([key, value]) => `[${key}=${value}]`);
		path.push(`${name}${given.join('')}`);
		text = '';
	});
	parser.on('text', part => {
		text += part;
	});
	parser.on('closetag', () => {
		if (text.trim() !== '') {
			found.push(`${path.join('/')}=${text}`);
		}
		path.pop();
		text = '';
	});
	parser.write(document).close();
	return found;
}

const movieOf = (overrides: Parameters<typeof buildMovieDetails>[0] = {}) => buildMovieDetails(overrides) as Movie;
const seriesOf = (overrides: Parameters<typeof buildSeriesDetails>[0] = {}) => buildSeriesDetails(overrides) as unknown as Series;

test('ids name the title at each provider, and never as an id without its provider', t => {
	t.deepEqual(read(movieNfo(movieOf(), 'ids')), ['movie/uniqueid[type=tmdb][default=true]=4711', 'movie/uniqueid[type=imdb]=tt0004711']);
	t.deepEqual(read(seriesNfo(seriesOf({imdbId: null}), 'ids')), [
		'tvshow/uniqueid[type=tmdb][default=true]=815',
		'tvshow/uniqueid[type=tvdb]=42815',
	]);
	for (const text of [movieNfo(movieOf(), 'full'), seriesNfo(seriesOf(), 'full')]) {
		t.notRegex(text, /<id[ >]/);
	}
});

test('full tells what the movie is about', t => {
	const movie = movieOf({collectionMetaId: 1, collectionTitle: 'Harbours', inCinemas: new Date('2019-02-01T00:00:00Z')});
	const found = read(movieNfo(movie, 'full'));
	for (const line of [
		'movie/title=The Quiet Harbour',
		'movie/originaltitle=Der stille Hafen',
		'movie/year=2019',
		'movie/plot=Nothing happens.',
		'movie/tagline=Still.',
		'movie/premiered=2019-02-01',
		'movie/runtime=90',
		'movie/mpaa=PG',
		'movie/genre=Drama',
		'movie/set/name=Harbours',
		'movie/director=Bo',
		'movie/actor/name=Ada',
		'movie/actor/role=Captain',
		'movie/ratings/rating[name=themoviedb][max=10][default=true]/value=7.1',
	]) {
		t.true(found.includes(line), line);
	}
});

test('full tells what the series is about', t => {
	const found = read(seriesNfo(seriesOf(), 'full'));
	for (const line of [
		'tvshow/title=Paper Lanterns',
		'tvshow/premiered=2024-01-08',
		'tvshow/status=Continuing',
		'tvshow/studio=Channel Nine and a Half',
		'tvshow/actor/role=The postman',
	]) {
		t.true(found.includes(line), line);
	}
});

test('whatever a provider writes is read again as it was', t => {
	for (const title of ['A & B <C> "D" \'E\'', ']]>', '<!-- & -->', '&amp; &#0;', 'Ünïcode 🎬', 'line\nbreak']) {
		t.true(read(movieNfo(movieOf({title}), 'full')).includes(`movie/title=${title}`), title);
	}
	t.true(
		read(movieNfo(movieOf({title: 'a\u0000b\u0008c\uD800d\uFFFEe'}), 'full')).includes('movie/title=abcde'),
		'what XML cannot contain goes',
	);
});

test('a file with two episodes has an element for each', t => {
	const nfo = episodesNfo([buildLibraryEpisode(1, 1, {airDate: '2024-01-08'}), buildLibraryEpisode(1, 2, {metaId: null})], 'full');
	const [declaration = '', body = ''] = nfo.split('?>\n');
	t.true(declaration.startsWith('<?xml'));
	t.deepEqual(
		read(`<all>${body}</all>`).map(line => line.replace('all/episodedetails', '')),
		[
			'/uniqueid[type=tmdb][default=true]=1001',
			'/season=1',
			'/episode=1',
			'/title=Chapter 1',
			'/aired=2024-01-08',
			'/runtime=42',
			'/season=1',
			'/episode=2',
			'/title=Chapter 2',
			'/runtime=42',
		],
	);
});

test('a title cannot put a line of its own into the file for Plex', t => {
	t.is(plexMatch(seriesOf({title: 'Paper\ntvdbid: 1', imdbId: null})), 'title: Paper tvdbid: 1\nyear: 2024\ntmdbid: 815\ntvdbid: 42815\n');
});
