import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {radarrDatabase, sonarrDatabase} from '#test/helpers/arr-databases.ts';
import {withMoves} from '#test/helpers/world/moved-household.ts';
import {handleRunMove} from '#workers/backfill/moves/run-move.ts';

const movies = [
	{
		id: 1,
		tmdbId: 11,
		title: 'Paper Harbor',
		tags: '[1]',
		file: {name: 'Paper Harbor.mkv', size: 1000, sceneName: 'Paper.Harbor.2010.1080p-NOBODY'},
	},
	{id: 2, tmdbId: 12, title: 'Amber Mill', monitored: false},
	{id: 3, tmdbId: 13, title: 'Nobody Knows'},
	{id: 4, tmdbId: 14, title: 'Quiet Disc', path: '/elsewhere/Quiet Disc', file: {name: 'Disc.iso', size: 500, quality: 22}},
];

const ironMill = {
	id: 5,
	title: 'Iron Mill',
	tvdbId: 700,
	seasons: '[{"seasonNumber":1,"monitored":true},{"seasonNumber":2,"monitored":true}]',
	episodes: [
		{id: 1, place: [1, 1], title: 'The First Gear', airDate: '2010-01-01', file: 1},
		{id: 2, place: [1, 2], title: 'The Second Gear', airDate: '2010-01-08', file: 1},
		{id: 3, place: [2, 1], title: 'The Third Gear', airDate: '2011-01-01', file: 2, monitored: false},
	] as {id: number; place: [number, number]; title: string; airDate: string; file: number; monitored?: boolean}[],
	files: [
		{id: 1, name: 'a.mkv', size: 10},
		{id: 2, name: 'c.mkv', size: 30, season: 2},
	],
};

const files = {
	'films/Paper Harbor (2010)/Paper Harbor.mkv': 1000,
	'elsewhere/Quiet Disc/Disc.iso': 500,
	'shows/Iron Mill (2010)/a.mkv': 10,
	'shows/Iron Mill (2010)/c.mkv': 30,
};

/** Everything below a folder with its times, sizes and inodes. */
async function listing(folder: string): Promise<string[]> {
	const entries = await readdir(folder, {recursive: true});
	return Promise.all(
		entries.toSorted().map(async name => {
			const {size, mtimeMs, ino} = await stat(join(folder, name));
			return `${name} ${size} ${mtimeMs} ${ino}`;
		}),
	);
}

test('a move brings titles, flags and files where they lie, and a run after it writes nothing', async t => {
	const world = await withMoves(t, files);
	const {deps, media, plan, snapshot} = world;
	const before = await listing(media);
	const mappings = ['films:/movies', 'shows:/tv', 'elsewhere:/elsewhere'].map(each => {
		const [to = '', from = ''] = each.split(':');
		return {from, to: join(media, to)};
	});
	const {move} = await plan([radarrDatabase(movies), sonarrDatabase([ironMill])], mappings);
	t.like(move, {state: 'planned', message: null});
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.like(await deps.moves.get(move.id), {state: 'completed', message: null});

	const harbor = await deps.movies.findOldest(11);
	t.like(harbor, {
		monitored: true,
		path: join(media, 'films/Paper Harbor (2010)'),
		ownTags: ['kids'],
		addedAt: new Date('2024-05-01T12:00:00.123Z'),
		lastSearchTime: new Date('2026-06-28T03:00:00Z'),
		addedBy: {kind: 'move', id: move.id},
	});
	t.like(harbor?.file, {
		path: join(media, 'films/Paper Harbor (2010)/Paper Harbor.mkv'),
		size: 1000,
		quality: 'Bluray-1080p',
		revision: {version: 2, real: 0},
		releaseTitle: 'Paper.Harbor.2010.1080p-NOBODY',
		languages: ['english', 'german'],
		releaseTraits: {flags: ['internal'], releaseType: 'movie', size: 0},
	});
	t.like(await deps.movies.findOldest(12), {monitored: false, file: null});
	t.is(await deps.movies.findOldest(13), null);
	t.like(await deps.movies.findOldest(14), {monitored: false, path: join(media, 'elsewhere/Quiet Disc')}, 'a disc image is not replaced');

	const mill = await deps.series.findOldest(70);
	const episodes = await deps.episodes.ofSeries(mill?.id ?? '');
	t.deepEqual(
		episodes.map(({seasonNumber, episodeNumber, monitored, numbers, file}) => [
			`${seasonNumber}x${episodeNumber}`,
			monitored,
			file?.path.slice(-5),
			numbers?.tvdb && `${numbers.tvdb.season}x${numbers.tvdb.episode}`,
		]),
		[
			['1x1', true, 'a.mkv', '1x1'],
			['1x2', true, 'a.mkv', '1x2'],
			['1x3', false, 'c.mkv', '2x1'],
		],
	);
	t.deepEqual(
		(await deps.pauses.active(deps.now())).map(({scope}) => scope),
		['move'],
	);
	t.deepEqual(await listing(media), before, 'the disk is as it was');

	const made = await snapshot();
	await deps.moves.move(move.id, ['completed'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.deepEqual(await snapshot(), made);
});

test('a run that was killed after some titles goes on, and nothing is there twice', async t => {
	const world = await withMoves(t, files);
	const {deps, media, plan, snapshot} = world;
	const {move} = await plan([radarrDatabase(movies)], [{from: '/movies', to: join(media, 'films')}]);
	const running = () => deps.moves.move(move.id, ['planned', 'completed'], {state: 'running'}, deps.now());
	await running();
	const {movies: store} = deps;
	const addMany: typeof store.addMany = async (...args) => {
		await store.addMany(...args);
		throw new Error('killed');
	};
	await t.throwsAsync(handleRunMove({moveId: move.id}, {...deps, movies: {...store, addMany}}, world.run()), {message: 'killed'});
	t.like(await deps.moves.get(move.id), {state: 'running'});
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.like(await deps.moves.get(move.id), {state: 'completed'});
	const {movies: all, libraries} = await snapshot();
	t.deepEqual(all.map(({metaId}) => metaId).toSorted(), [11, 12, 14]);
	t.is(libraries.length, 1);
	const scanned = await Array.fromAsync(deps.scannedFiles.all(libraries[0]?.id ?? ''));
	t.deepEqual(scanned.map(({path}) => path).toSorted(), all.flatMap(({file}) => file?.path ?? []).toSorted());
});

test('titles, episodes and files keep the numbers of the other program, unless others have them', async t => {
	const world = await withMoves(t, {...files, 'films/Amber Mill (2010)/Amber Mill.mkv': 700});
	const {deps, media, plan} = world;
	await deps.numbers.reserve('movie', 3);
	const given = [
		{id: 40, tmdbId: 11, title: 'Paper Harbor', file: {id: 91, name: 'Paper Harbor.mkv', size: 1000}},
		{id: 41, tmdbId: 12, title: 'Amber Mill', file: {id: 2, name: 'Amber Mill.mkv', size: 700}},
	];
	const mappings = [
		{from: '/movies', to: join(media, 'films')},
		{from: '/tv', to: join(media, 'shows')},
	];
	const {move} = await plan([radarrDatabase(given), sonarrDatabase([ironMill])], mappings);
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	const [harbor, mill, series] = [await deps.movies.findOldest(11), await deps.movies.findOldest(12), await deps.series.findOldest(70)];
	const ids = [harbor?.id ?? '', mill?.id ?? ''];
	t.deepEqual([...(await deps.numbers.of('movie', ids)).values()].toSorted(), [40, 41]);
	t.deepEqual([harbor?.file?.number, mill?.file?.number], [91, 2]);
	t.is((await deps.numbers.of('series', [series?.id ?? ''])).get(series?.id ?? ''), 5);
	const episodes = await deps.episodes.ofSeries(series?.id ?? '');
	const numbers = await deps.numbers.of(
		'episode',
		episodes.map(({id}) => id),
	);
	t.deepEqual(
		episodes.map(({id, file}) => [numbers.get(id), file?.number]),
		[
			[1, 1],
			[2, 1],
			// A file of Radarr has its number 2.
			[3, 92],
		],
	);
	t.is(await deps.numbers.take('file'), 93);
});

test('titles of a disk that is away come without being searched', async t => {
	const world = await withMoves(t, {});
	const {deps, media, plan} = world;
	const away = [11, 12].map(tmdbId => ({id: tmdbId, tmdbId, title: `Film ${tmdbId}`, file: {name: 'film.mkv', size: 1000}}));
	const {move, notes} = await plan([radarrDatabase(away)], [{from: '/movies', to: join(media, 'films')}]);
	t.true(notes.includes('rootFolder /movies disk_away'));
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, world.run());
	t.like(await deps.movies.findOldest(11), {monitored: false, file: null});
});
