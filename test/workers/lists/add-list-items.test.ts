import test from 'ava';
import {jsonSource, listsWorld, statesOf} from '#test/helpers/lists-world.ts';

const movies = [{id: 1, title: 'Lamp', imdbId: 'tt0000001', releaseDate: '2001-01-01'}];
const series = [
	{
		id: 7,
		title: 'Lanterns',
		tvMetaId: 70,
		firstAirDate: '2020-01-01',
		seasons: [1, 2].map(number => ({number, episodes: [{number: 1, airDate: '2020-01-01'}]})),
	},
];

test('seasons that are not monitored at the source are not monitored, whatever else the list would monitor', async t => {
	const rows = [
		{monitor: 'all', there: [1], seasons: [true, false], monitored: true},
		{monitor: 'all', there: [], seasons: [false, false], monitored: false},
		{monitor: 'none', there: [2], seasons: [false, true], monitored: true},
	] as const;
	for (const {monitor, there, seasons, monitored} of rows) {
		const world = await listsWorld(t, {series});
		const ofSource = [1, 2].map(seasonNumber => ({seasonNumber, monitored: there.some(each => each === seasonNumber)}));
		const source = await jsonSource(t);
		source.reply = {json: [{title: 'Lanterns', tvdbId: 70, seasons: ofSource}]};
		const list = await world.add({kind: 'sonarr', url: source.url, apiKey: 'key', takeSeasons: true, media: 'series', monitor});
		await world.sync(list.id);
		await world.addItems();
		const added = await world.deps.series.findOldest(7);
		t.deepEqual([added?.seasons.map(season => season.monitored), added?.monitored], [[...seasons], monitored], `${monitor} ${there}`);
	}
});

test('an id that means a series is not taken for the movie of the same name', async t => {
	const world = await listsWorld(t, {
		movies: [{id: 11, title: 'Lanterns', releaseDate: '2020-03-01'}],
		series: series.map(each => ({...each, imdbId: 'tt0000007'})),
	});
	const source = await jsonSource(t, [{imdb_id: 'tt0000007', title: 'Lanterns', year: 2020}]);
	const list = await world.add({url: source.url});
	await world.sync(list.id);
	await world.addItems();
	t.like((await world.items(list.id))['Lanterns'], {state: 'unmatched', titleId: null});
	t.is(await world.deps.movies.findOldest(11), null);
});

test('what nobody knew is looked up again once the list names an id, or days later', async t => {
	const world = await listsWorld(t, {movies});
	const source = await jsonSource(t, [
		{title: 'Lampe', year: 2001},
		{title: 'Ferry', year: 2026},
	]);
	const list = await world.add({url: source.url});
	const syncAll = async () => {
		await world.sync(list.id);
		await world.addItems();
		return statesOf(await world.items(list.id));
	};
	t.deepEqual(await syncAll(), {Lampe: 'unmatched', Ferry: 'unmatched'});
	source.items = [
		{title: 'Lampe', year: 2001, tmdbId: 1},
		{title: 'Ferry', year: 2026},
	];
	t.deepEqual(await syncAll(), {Lampe: 'added', Ferry: 'unmatched'});
	world.tmdb.movies.push({id: 12, title: 'Ferry', releaseDate: '2026-05-01'});
	const asked = world.tmdb.requests.length;
	t.deepEqual(await syncAll(), {Lampe: 'added', Ferry: 'unmatched'});
	t.is(world.tmdb.requests.length, asked, 'but not each time');
	world.passDays(3);
	// The answers of the provider count for a day, which passes in Redis only.
	await world.deps.producer.unlink(...(await world.deps.producer.keys(`${world.deps.prefix}:*`)));
	t.deepEqual(await syncAll(), {Lampe: 'added', Ferry: 'added'});
});

test('items are added although the worker that was at it died a moment ago', async t => {
	const world = await listsWorld(t, {movies});
	const source = await jsonSource(t, [{imdb_id: 'tt0000001', title: 'Lamp', year: 2001}]);
	const list = await world.add({url: source.url});
	await world.sync(list.id);
	t.truthy(await world.deps.leases.try('add-list-items', {ms: 50, renewed: false}));
	await world.addItems();
	t.deepEqual(statesOf(await world.items(list.id)), {Lamp: 'added'});
});
