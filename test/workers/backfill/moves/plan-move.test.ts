import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {movesFolder} from '#shared/files/uploads.ts';
import {radarrDatabase, sonarrDatabase} from '#test/helpers/arr-databases.ts';
import {withMoves} from '#test/helpers/world/moved-household.ts';
import {inBatches} from '#workers/backfill/moves/plan-titles.ts';

test('a plan of Radarr says of each movie what comes, and writes nothing but the plan', async t => {
	const {
		plan,
		deps,
		media: library,
	} = await withMoves(t, {
		'Paper Harbor (2010)/Paper Harbor.mkv': 1000,
		'Quiet Disc (2010)/Disc.iso': 500,
	});
	const movies = [
		{id: 1, tmdbId: 11, title: 'Paper Harbor', file: {name: 'Paper Harbor.mkv', size: 1000}},
		{id: 2, tmdbId: 12, title: 'Amber Mill', tags: '[1, 99]', profile: 7, added: null, file: {name: 'Amber Mill.mkv', size: 10}},
		{id: 3, tmdbId: 13, title: 'Nobody Knows'},
		{id: 4, tmdbId: 14, title: 'Quiet Disc', file: {name: 'Disc.iso', size: 500, quality: 22}},
	];
	const {move, notes, totals} = await plan([radarrDatabase(movies)], [{from: '/movies', to: library}]);
	t.like(move, {state: 'planned', message: null});
	t.like(move.sources[0], {program: 'radarr', schemaVersion: '242'});
	t.deepEqual(move.folders, [{from: '/movies', to: library, isGiven: true, checked: 3, found: 2}]);
	t.deepEqual(notes.toSorted(), [
		'movie 2 dangling_profile',
		'movie 2 dangling_tag',
		'movie 2 date_unusable',
		'movie 2 file_missing',
		'movie 3 title_gone',
		'movie 4 quality_without_home',
		'notification 1 switched_off',
		'qualityProfile 1 field_unsupported',
		'rootFolder /movies disk_away',
	]);
	t.is(totals.codes.get('would_search'), undefined, 'its disk is away');
	t.false(JSON.stringify(await Array.fromAsync(deps.moves.rows.all(move.id))).includes('secret-of-chat'));
	t.deepEqual(await deps.rootFolders.list(), []);
	t.is(await deps.movies.findOldest(11), null);
	t.deepEqual(await readdir(movesFolder(deps.dataDir)), ['uploads'], 'no copy of the database stays');
});

test('an old Radarr is read like a new one, and its root folder is found by its files', async t => {
	const {plan, deps, media: library} = await withMoves(t, {'films/Paper Harbor (2010)/Paper Harbor.mkv': 1000});
	await deps.rootFolders.add({name: 'Films', path: join(library, 'films')}, deps.now());
	const movies = [{id: 1, tmdbId: 11, title: 'Paper Harbor', file: {name: 'Paper Harbor.mkv', size: 1000}}];
	const {move, rows} = await plan([radarrDatabase(movies, {isOld: true})]);
	t.deepEqual(move.folders, [{from: '/movies', to: join(library, 'films'), isGiven: false, checked: 1, found: 1}]);
	t.like(
		rows.find(({kind}) => kind === 'movie'),
		{title: 'Paper Harbor (2010)', outcome: 'comes', notes: []},
	);
});

test('episodes are paired by what they are, and files that nothing names are said', async t => {
	const {plan, media: library} = await withMoves(t, {
		'Iron Mill (2010)/a.mkv': 10,
		'Iron Mill (2010)/b.mkv': 20,
		'Iron Mill (2010)/c.mkv': 30,
		'Iron Mill (2010)/d.mkv': 40,
	});
	const ironMill = {
		id: 5,
		title: 'Iron Mill',
		tvdbId: 700,
		episodes: [
			{id: 1, place: [1, 1], title: 'The First Gear', airDate: '2010-01-01', file: 1},
			{id: 2, place: [1, 2], title: 'The Second Gear', airDate: '2010-01-08', file: 2},
			{id: 3, place: [2, 1], title: 'The Third Gear', airDate: '2011-01-01', file: 3},
			{id: 4, place: [2, 2], title: 'Never Shown', airDate: '2015-01-01', file: 4},
			{id: 5, place: [2, 3], title: 'Lost', file: 9},
		] as {id: number; place: [number, number]; title: string; airDate?: string; file: number}[],
		files: [
			{id: 1, name: 'a.mkv', size: 10},
			{id: 2, name: 'b.mkv', size: 20},
			{id: 3, name: 'c.mkv', size: 30},
			{id: 4, name: 'd.mkv', size: 40},
			{id: 5, name: 'e.mkv', size: 50},
		],
	};
	const stranger = {id: 6, title: 'Unknown Mill', tvdbId: 999, episodes: []};
	const {notes} = await plan([sonarrDatabase([ironMill, stranger])], [{from: '/tv', to: library}]);
	t.deepEqual(notes.filter(each => each.startsWith('series')).toSorted(), [
		'series 5 dangling_file',
		'series 5 episode_renumbered',
		'series 5 episode_unmatched',
		'series 5 file_without_episode',
		'series 6 title_unknown',
	]);
});

test('a file that cannot be read ends the plan with its reason', async t => {
	const {plan} = await withMoves(t, {});
	const {move} = await plan([Buffer.from('no database at all')]);
	t.like(move, {state: 'failed', failure: 'not_a_database'});
	t.regex(move.message ?? '', /neither a database/);
});

test('titles of a root folder that nobody knows here need a person, and are not said to be searched', async t => {
	const {plan} = await withMoves(t, {});
	const movies = [
		{id: 1, tmdbId: 11, title: 'Paper Harbor', file: {name: 'Paper Harbor.mkv', size: 1000}},
		{id: 2, tmdbId: 12, title: 'Amber Mill'},
	];
	const {rows, move} = await plan([radarrDatabase(movies)]);
	t.is(move.folders[0]?.to, null);
	const titles = rows.filter(({kind}) => kind === 'movie');
	t.deepEqual(
		titles.map(({title, outcome, notes}) => [title, outcome, notes.map(({code}) => code)]),
		[
			['Paper Harbor (2010)', 'needsYou', ['path_unmapped']],
			['Amber Mill (2010)', 'needsYou', ['path_unmapped']],
		],
	);
});

test('a pattern of another dialect is told from a wrong one', async t => {
	const {plan} = await withMoves(t, {});
	const format = (id: number, pattern: string) => {
		const body = JSON.stringify([
			{type: 'ReleaseTitleSpecification', body: {name: 'title', value: pattern, negate: false, required: true}},
		]);
		return `INSERT INTO "CustomFormats" VALUES (${id}, 'Format ${id}', '${body}', 0);`;
	};
	const {notes} = await plan([radarrDatabase([], {sql: format(1, 'mill(?>ed)?') + format(2, '(mill') + format(3, '\\\\bmill\\\\b')})]);
	t.deepEqual(
		notes.filter(each => each.startsWith('customFormat')),
		['customFormat 1 pattern_not_portable', 'customFormat 2 pattern_invalid'],
	);
});

test('rows with long texts are held a few at a time', async t => {
	const rows = async function* (texts: readonly string[]) {
		yield* texts.map(Data => ({Data}));
	};
	const sizes = async (texts: readonly string[]) => (await Array.fromAsync(inBatches(rows(texts), 100))).map(({length}) => length);
	t.deepEqual(await sizes(Array.from({length: 250}, () => 'short')), [100, 100, 50]);
	t.true(Math.max(...(await sizes(Array.from({length: 250}, () => 'x'.repeat(200_000))))) <= 20);
});
