import {once} from 'node:events';
import {join} from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import WebTorrent from 'webtorrent';
import {films} from '#scripts/demo/sandbox/films.ts';
import {releases} from '#scripts/demo/sandbox/releases.ts';
import {hashFile} from '#scripts/demo/sandbox/seeder.ts';
import {openWorld, type World} from '#scripts/demo/sandbox/world.ts';
import {movieGenres} from '#shared/domain/media/discovered-lists.ts';
import {pictureTypeOf} from '#shared/domain/media/picture-type.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import {indexerDeps, indexerSettings, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {memoryCache} from '#test/helpers/memory-cache.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';
import {createTmdb} from '#workers/integrations/metadata/create-tmdb.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';

const {signal} = new AbortController();
const generous = 200 * 1024 * 1024;

async function withWorld(t: Parameters<typeof tempFolder>[0]): Promise<{world: World; folder: string}> {
	const folder = tempFolder(t);
	const world = await openWorld({folder: join(folder, 'world'), bytesPerSecond: generous});
	t.teardown(() => world.close());
	return {world, folder};
}

function open({world, t, apiKey}: {world: World; t: Parameters<typeof withHttp>[0]; apiKey: string | null}) {
	return createTmdb({
		baseUrl: world.provider.apiUrl,
		imageBaseUrl: world.provider.imageUrl,
		apiKey,
		language: 'en-US',
		certificationCountry: 'US',
		http: withHttp(t),
		cache: memoryCache(),
		now: () => new Date('2026-03-01T00:00:00Z'),
	});
}

test('the provider tells a film under its true id, to our own client', async t => {
	const {world} = await withWorld(t);
	const provider = open({world, t, apiKey: world.provider.apiKey});
	const movie = await provider.movie(10378, signal);
	t.like(movie, {title: 'Big Buck Bunny', imdbId: 'tt1254207', year: 2008, runtime: 8, originalLanguage: 'en'});
	t.is(movie.inCinemas?.toISOString(), '2008-04-10T00:00:00.000Z');
	t.like(await provider.movie(653, signal), {
		title: 'Nosferatu',
		originalTitle: 'Nosferatu, eine Symphonie des Grauens',
		originalLanguage: 'de',
	});
	t.deepEqual(
		(await provider.searchMovies('metro', 1927, signal)).map(({metaId}) => metaId),
		[19],
	);
	t.is(await provider.findByImdbId('tt0056923', 'movie', signal), 4808);
	const poster = await fetch(movie.posterUrl ?? '');
	t.is(pictureTypeOf(new Uint8Array(await poster.arrayBuffer())), 'image/png');
});

test('the provider has pictures of a film and its people, and lists that are narrowed by genre', async t => {
	const {world} = await withWorld(t);
	const provider = open({world, t, apiKey: world.provider.apiKey});
	const movie = await provider.movie(4808, signal);
	t.like(movie.cast[0], {name: 'Cary Grant', character: 'Peter Joshua'});
	const pictures = [movie.backdropUrl, movie.images.find(({type}) => type === 'logo')?.url, movie.cast[0]?.pictureUrl];
	for (const address of pictures) {
		const picture = await fetch(address ?? '');
		t.is(pictureTypeOf(new Uint8Array(await picture.arrayBuffer())), 'image/png', address ?? '');
	}
	const titlesOf = async (wanted: Parameters<typeof provider.discover>[0]) =>
		(await provider.discover(wanted, signal)).titles.map(({title}) => title);
	t.is((await titlesOf({type: 'movie', kind: 'popular', page: 1})).length, films.length);
	const romances = await titlesOf({type: 'movie', kind: 'topRated', page: 1, genreId: movieGenres['Romance']});
	t.deepEqual(romances, ['His Girl Friday', 'Charade']);
	t.like((await provider.searchMovies('charade', null, signal))[0], {genres: ['Comedy', 'Mystery', 'Romance'], releaseDate: '1963-12-01'});
});

test('the provider refuses a wrong key and an unknown film', async t => {
	const {world} = await withWorld(t);
	await t.throwsAsync(open({world, t, apiKey: 'guessed'}).movie(19, signal), {code: 'provider_key_refused'});
	await t.throwsAsync(open({world, t, apiKey: world.provider.apiKey}).movie(1, signal), {code: 'title_not_found_at_provider'});
});

test('the indexer passes our test and finds a film by its id, with strangers for the first film', async t => {
	const {world} = await withWorld(t);
	const {url, apiKey} = world.indexer;
	const indexer = openIndexer(indexerSettings({url, apiKey, categories: [2000]}), indexerDeps(t));
	t.is((await indexer.test(signal)).version, '1.3');
	const bunny = await indexer.search(movieSearch({title: 'Big Buck Bunny', year: 2008, metaId: 10378, imdbId: null}), signal);
	t.is(bunny.length, 9);
	t.is(bunny.filter(({metaId}) => metaId === 10378).length, 7);
	t.like(bunny[0], {title: 'Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL', size: 40 * 1024 * 1024, seeders: 1, protocol: 'torrent'});
	const plan = await indexer.search({kind: 'text', query: 'plan 9 dvdrip', categories: [2000], limit: 10, media: null}, signal);
	t.deepEqual(
		plan.map(({title}) => title),
		['Plan.9.from.Outer.Space.1957.DVDRip.x264-ATTIC'],
	);
	const stranger = openIndexer(indexerSettings({id: 'other', url, apiKey: 'guessed'}), indexerDeps(t));
	await t.throwsAsync(stranger.test(signal), {code: 'authentication_failed'});
});

test('every release reads as its film, and none is as small as a clip', t => {
	for (const {title, film, size} of releases.filter(release => release.film !== null)) {
		t.is(parseTitle(title, {mode: 'movie'})?.year, Number(film?.released.slice(0, 4)), title);
		t.true(size > 200_000, title);
	}
	t.is(new Set(releases.map(({title}) => title)).size, releases.length);
	t.is(new Set(films.map(({id}) => id)).size, films.length);
});

test('what a client downloads from the seeder is what the seeder has, of the size that the indexer tells', async t => {
	const {world, folder} = await withWorld(t);
	const release = releases.find(({title}) => title.startsWith('Spring.') && title.includes('DVDRip'));
	if (!release) {
		t.fail('there is no such release');
		return;
	}
	const file = await fetch(`${world.indexer.url}/torrents/${release.number}.torrent`);
	const torrent = Buffer.from(await file.arrayBuffer());
	t.is(parseTorrentFile(torrent).size, release.size);

	const client = new WebTorrent({utp: false, dht: false, lsd: false, utPex: false, natUpnp: false, natPmp: false, tracker: {wrtc: false}});
	t.teardown(() => promisify(client.destroy.bind(client))());
	await once(client.add(torrent, {path: join(folder, 'leech')}), 'done');
	t.is(await hashFile(join(folder, 'leech', release.title, `${release.title}.mkv`)), await world.seeder.hashOf(release));
});

test('a film without a seeder has a torrent that nobody offers', async t => {
	const {world} = await withWorld(t);
	const release = releases.find(({title, seeders}) => title.startsWith('Spring.') && seeders === 0);
	const torrent = await fetch(`${world.indexer.url}/torrents/${release?.number}.torrent`);
	const {size, trackers} = parseTorrentFile(Buffer.from(await torrent.arrayBuffer()));
	t.is(size, release?.size ?? 0);
	t.is(trackers.length, 1);
	t.is((await fetch(`${world.indexer.url}/torrents/99999.torrent`)).status, 404);
});
