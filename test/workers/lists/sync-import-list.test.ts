import test from 'ava';
import {dayMs} from '#shared/domain/durations.ts';
import {jsonSource, listsWorld, statesOf} from '#test/helpers/lists-world.ts';
import {handleAddMovie} from '#workers/refresh/add-titles.ts';

const movies = [
	{id: 1, title: 'Lamp', imdbId: 'tt0000001', releaseDate: '2001-01-01'},
	{id: 2, title: 'Harbour', imdbId: 'tt0000002', releaseDate: '2002-01-01'},
	{id: 3, title: 'Twin', imdbId: 'tt0000003', releaseDate: '2003-01-01'},
	{id: 4, title: 'Twin', imdbId: 'tt0000004', releaseDate: '2003-05-01'},
	{id: 5, title: 'Kite', imdbId: 'tt0000005', releaseDate: '2005-01-01'},
];
const series = [
	{
		id: 7,
		title: 'Lanterns',
		tvMetaId: 70,
		firstAirDate: '2020-01-01',
		seasons: [1, 2].map(number => ({number, episodes: [{number: 1, airDate: '2020-01-01'}]})),
	},
];
const item = (id: number, title = movies.find(each => each.id === id)?.title) => ({id, title});

test('the titles of a list are found by id or name and added, and what is not clear waits for a person', async t => {
	const world = await listsWorld(t, {movies});
	const {deps, library} = world;
	const source = await jsonSource(t, [
		item(1),
		{imdb_id: 'tt0000002', title: 'Harbour'},
		{title: 'Twin', year: 2003},
		{title: 'Kite', year: 2006},
		{title: 'Nobody knows it', year: 1999},
		{id: 99, title: 'Gone'},
	]);
	const list = await world.add({url: source.url});
	await world.sync(list.id);
	t.like(await deps.importLists.get(list.id), {status: 'ok', items: 6, incomplete: null, lastSyncAt: world.clock.now});
	t.is(await deps.movies.findOldest(1), null, 'a sync alone adds nothing');
	await world.addItems();
	const items = await world.items(list.id);
	t.deepEqual(statesOf(items), {
		Lamp: 'added',
		Harbour: 'added',
		Kite: 'added',
		Twin: 'unmatched',
		'Nobody knows it': 'unmatched',
		Gone: 'unmatched',
	});
	const lamp = await deps.movies.findOldest(1);
	t.like(lamp, {addedBy: {kind: 'list', id: list.id}, monitored: true, rootFolderPath: library, searchOnAdd: true});
	t.is(items['Lamp']?.titleId, lamp?.id);
	const searches = (await deps.outbox.list(100)).filter(({job}) => job === 'search-movie');
	t.is(searches.length, 3);
	t.true(
		searches.every(({priority, payload}) => priority === 50 && !(payload as {byPerson?: true}).byPerson),
		'as backlog',
	);
	await world.sync(list.id);
	t.deepEqual(await world.items(list.id), items, 'an answer that changes nothing writes nothing');
});

test('a list whose root folder is gone adds nothing below it, says why, and does not hold up others', async t => {
	const world = await listsWorld(t, {movies});
	const {deps, library} = world;
	const source = await jsonSource(t, [item(1), item(2)]);
	const gone = await world.add({url: source.url, name: 'Gone', rootFolderPath: `${library}-old`});
	await world.sync(gone.id);
	const other = await world.add({url: (await jsonSource(t, [item(5)])).url});
	await world.sync(other.id);
	await world.addItems();
	t.is(await deps.movies.findOldest(1), null);
	const {Lamp, Harbour} = await world.items(gone.id);
	for (const each of [Lamp, Harbour]) {
		t.is(each?.state, 'waiting');
		t.regex(each?.reason ?? '', /is not in a root folder any more\. Choose another one\.$/);
		t.true(each?.retryAt && each.retryAt > deps.now());
	}
	t.deepEqual(statesOf(await world.items(other.id)), {Kite: 'added'});
});

test('what is in the library or excluded is not added, and changes with the library', async t => {
	const world = await listsWorld(t, {movies});
	const {deps, library} = world;
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: library, monitored: true, searchOnAdd: false, qualityProfileId, libraryId: null};
	await deps.importExclusions.add({type: 'movie', metaId: 2, title: 'Harbour', year: 2002, libraryId: null}, deps.now());
	const source = await jsonSource(t, [{imdb_id: 'tt0000001', title: 'Lamp'}, item(2), item(5)]);
	await handleAddMovie({metaId: 1, ...choice, minimumAvailability: 'released'}, deps, world.run());
	const list = await world.add({url: source.url, searchOnAdd: false, monitor: 'none'});
	await world.sync(list.id);
	await world.addItems();
	t.deepEqual(statesOf(await world.items(list.id)), {Lamp: 'inLibrary', Harbour: 'excluded', Kite: 'added'});
	t.is(world.tmdb.requests.filter(({pathname}) => pathname.includes('/find/')).length, 0, 'the library knows it');
	t.false((await deps.movies.findOldest(5))?.monitored);
	t.is((await deps.outbox.list(100)).filter(({job}) => job === 'search-movie').length, 0);
});

test('a list whose library is gone adds titles without one', async t => {
	const world = await listsWorld(t, {movies});
	const source = await jsonSource(t, [item(1)]);
	const list = await world.add({url: source.url, libraryId: 'gone'});
	await world.sync(list.id);
	await world.addItems();
	t.like(await world.deps.movies.findOldest(1), {libraryId: null, addedBy: {kind: 'list', id: list.id}});
});

test('a series gets the seasons that are monitored at the source', async t => {
	const world = await listsWorld(t, {series});
	const source = await jsonSource(t);
	source.reply = {
		json: [{title: 'Lanterns', tvdbId: 70, seasons: [1, 2].map(seasonNumber => ({seasonNumber, monitored: seasonNumber === 2}))}],
	};
	const list = await world.add({kind: 'sonarr', url: source.url, apiKey: 'key', takeSeasons: true, media: 'series', monitor: 'all'});
	await world.sync(list.id);
	await world.addItems();
	const added = await world.deps.series.findOldest(7);
	t.deepEqual(
		added?.seasons.map(({seasonNumber, monitored}) => [seasonNumber, monitored]),
		[
			[1, false],
			[2, true],
		],
	);
	t.deepEqual(added?.addedBy, {kind: 'list', id: list.id});
});

test('a title that a person deletes stays away from every list until the person wants it', async t => {
	const world = await listsWorld(t, {movies});
	const {deps} = world;
	const source = await jsonSource(t, [item(1)]);
	const [one, two] = [await world.add({url: source.url}), await world.add({url: source.url, name: 'Two'})];
	await world.sync(one.id);
	await world.addItems();
	const lamp = await deps.movies.findOldest(1);
	await deps.movies.remove(lamp?.id ?? '', deps.importListItems.removedByPerson('movies', [{id: lamp?.id ?? '', metaId: 1}]));
	await world.sync(two.id);
	await world.sync(one.id);
	await world.addItems();
	t.deepEqual(statesOf(await world.items(one.id)), {Lamp: 'removedByPerson'});
	t.deepEqual(statesOf(await world.items(two.id)), {Lamp: 'removedByPerson'}, 'nor from a list that has it later');
	source.items = [item(2), item(3), item(4)];
	await world.sync(one.id, {byPerson: true, acceptFewer: true});
	source.items = [item(1), item(2), item(3), item(4)];
	await world.sync(one.id);
	await world.addItems();
	t.is(await deps.movies.findOldest(1), null, 'although it left and came back');
	await deps.importListItems.forgive('movies', 1);
	await world.addItems();
	t.truthy(await deps.movies.findOldest(1));
});

test('a source that fails is paused, one that refuses us waits for a person, and neither makes anything leave', async t => {
	const world = await listsWorld(t, {movies});
	const {deps, clock} = world;
	const source = await jsonSource(t, [item(1), item(2)]);
	const list = await world.add({url: source.url});
	await world.sync(list.id);
	const minutes = async () => {
		const {status, disabledUntil} = await deps.importLists.get(list.id);
		return [status, disabledUntil && (Number(disabledUntil) - Number(clock.now)) / 60_000];
	};
	source.reply = {status: 503};
	const rests = [];
	for (let failure = 1; failure <= 5; failure += 1) {
		await world.sync(list.id);
		rests.push((await minutes())[1]);
	}
	t.deepEqual(rests, [5, 30, 120, 720, 720]);
	const asked = source.asked;
	await world.sync(list.id, {});
	t.is(source.asked, asked, 'nothing is asked during the pause');
	source.reply = {status: 429, headers: {'retry-after': '600'}};
	await world.sync(list.id);
	t.deepEqual(await minutes(), ['resting', 10]);
	source.reply = {status: 401};
	await world.sync(list.id);
	t.deepEqual(await minutes(), ['authorize', null]);
	source.reply = {body: '<html>'};
	await world.sync(list.id);
	t.is((await deps.importLists.get(list.id)).status, 'error');
	source.reply = null;
	source.items = [];
	await world.sync(list.id);
	t.like(await deps.importLists.get(list.id), {status: 'ok', failures: 0, disabledUntil: null, completeSince: null, items: 2});
	t.regex((await deps.importLists.get(list.id)).incomplete ?? '', /^The list has 0 items and had 2\./);
	t.true(Object.values(await world.items(list.id)).every(({leftAt}) => leftAt === null));
	await world.sync(list.id, {byPerson: true, acceptFewer: true});
	t.like(await deps.importLists.get(list.id), {items: 0, incomplete: null, completeSince: clock.now});
});

test('a list longer than its limit is cut, and nothing of it leaves', async t => {
	const world = await listsWorld(t, {movies});
	const source = await jsonSource(
		t,
		Array.from({length: 3000}, (_, index) => ({id: index + 1, title: `T${index}`})),
	);
	const list = await world.add({url: source.url, limit: 100});
	await world.sync(list.id);
	t.like(await world.deps.importLists.get(list.id), {items: 100, completeSince: null});
	source.items = source.items.slice(50);
	await world.sync(list.id);
	const items = Object.values(await world.items(list.id));
	t.is(items.length, 150);
	t.is(items.filter(({lastSeenAt}) => lastSeenAt !== null).length, 50);
	t.is(items.filter(({leftAt}) => leftAt !== null).length, 0);
});

test('a run that dies anywhere leaves what the next one goes on with', async t => {
	const world = await listsWorld(t, {movies});
	const {deps} = world;
	const source = await jsonSource(t, [item(1), item(2), item(5)]);
	const list = await world.add({url: source.url});
	const {markAdded} = deps.importListItems;
	await world.sync(list.id);
	let deaths = 0;
	deps.importListItems.markAdded = async (...given) => {
		deaths += 1;
		await (deaths > 2 && markAdded(...given));
		throw new Error('killed');
	};
	for (let tries = 1; tries <= 4; tries += 1) {
		await t.throwsAsync(world.addItems(), {message: 'killed'});
		t.is(await deps.movies.findOldest(1), null, 'the title and its mark are written together or not at all');
	}
	deps.importListItems.markAdded = markAdded;
	await world.addItems();
	t.deepEqual(statesOf(await world.items(list.id)), {Lamp: 'added', Harbour: 'added', Kite: 'added'});
});

test('a provider that is away is left alone, and what waits is added later', async t => {
	const world = await listsWorld(t, {movies});
	const source = await jsonSource(
		t,
		[1, 2, 3, 5].map(id => item(id)),
	);
	const list = await world.add({url: source.url});
	await world.sync(list.id);
	world.tmdb.answer = () => ({status: 500, body: '{}'});
	await t.throwsAsync(world.addItems(), {code: 'provider_away'});
	world.tmdb.answer = () => null;
	await world.addItems();
	t.deepEqual(Object.values(statesOf(await world.items(list.id))).sort(), ['added', 'waiting', 'waiting', 'waiting']);
	world.passDays(1 / 24);
	await world.addItems();
	t.is(Object.values(statesOf(await world.items(list.id))).filter(state => state === 'added').length, 4);
});

test('only titles that this list added and nobody else wants go, after days of complete answers', async t => {
	const world = await listsWorld(t, {movies});
	const {deps} = world;
	const source = await jsonSource(
		t,
		[1, 2, 3, 4, 5].map(id => ({id, title: `M${id}`})),
	);
	const other = await jsonSource(t, [{id: 2, title: 'M2'}]);
	const list = await world.add({url: source.url, onLeave: 'remove', graceDays: 7});
	const second = await world.add({url: other.url, name: 'Second'});
	await world.sync(list.id);
	await world.addItems();
	await world.sync(second.id);
	const touched = await deps.movies.findOldest(3);
	await deps.importListItems.noteTouched([touched?.id ?? '']);
	source.items = [4, 5].map(id => ({id, title: `M${id}`}));
	await world.sync(list.id);
	t.is((await deps.importLists.get(list.id)).completeSince, null, 'fewer than half');
	await world.sync(list.id, {byPerson: true, acceptFewer: true});
	const inLibrary = async () => {
		const found = await Promise.all([1, 2, 3, 4, 5].map(id => deps.movies.findOldest(id)));
		return found.flatMap(movie => movie?.metaId ?? []);
	};
	world.passDays(6);
	await world.sync(list.id);
	t.deepEqual(await inLibrary(), [1, 2, 3, 4, 5]);
	source.reply = {status: 500};
	await world.sync(list.id);
	source.reply = null;
	world.passDays(2);
	await world.sync(list.id);
	t.deepEqual(await inLibrary(), [1, 2, 3, 4, 5], 'the grace begins anew');
	world.passDays(7);
	await world.sync(list.id);
	t.deepEqual(await inLibrary(), [2, 3, 4, 5]);
	other.items = [{id: 9, title: 'M9'}];
	await world.sync(second.id);
	world.passDays(8);
	await world.sync(second.id);
	await world.sync(list.id);
	t.deepEqual(await inLibrary(), [3, 4, 5], 'no other list has it any more');
	t.is((await deps.importLists.get(list.id)).held, null);
});

test('a title that a list has under another id by now has not left it', async t => {
	const world = await listsWorld(t, {movies});
	const {deps} = world;
	const source = await jsonSource(t, [
		{id: 1, title: 'Lamp'},
		{id: 2, title: 'Harbour'},
	]);
	const list = await world.add({url: source.url, onLeave: 'remove', graceDays: 7});
	await world.sync(list.id);
	await world.addItems();
	const ids = async () => Promise.all([1, 2].map(async id => (await deps.movies.findOldest(id))?.id));
	const before = await ids();
	source.items = [
		{imdb_id: 'tt0000001', title: 'Lampe'},
		{imdb_id: 'tt0000002', title: 'Hafen'},
	];
	for (let week = 1; week <= 3; week += 1) {
		await world.sync(list.id);
		await world.addItems();
		world.passDays(8);
	}
	t.deepEqual(await ids(), before, 'the very titles, not new ones');
});

test('a list with items that nobody can read is not whole', async t => {
	const world = await listsWorld(t, {movies});
	const {deps} = world;
	const source = await jsonSource(t, [item(1), item(2), item(3)]);
	const list = await world.add({url: source.url, onLeave: 'remove', graceDays: 7});
	await world.sync(list.id);
	await world.addItems();
	source.items = [item(1), item(2), {film: 3}];
	await world.sync(list.id);
	t.regex((await deps.importLists.get(list.id)).incomplete ?? '', /^1 of the list's items have neither/);
	world.passDays(8);
	await world.sync(list.id);
	t.not(await deps.movies.findOldest(3), null);
});

test('what a list adds is kept as the list says', async t => {
	const world = await listsWorld(t, {movies, series});
	const {deps} = world;
	const [films, shows] = [await jsonSource(t, [item(1)]), await jsonSource(t, [{tvdbId: 70, title: 'Lanterns'}])];
	await deps.languageProfiles.ensureDefaults(deps.now());
	const language = await deps.languageProfiles.getDefault();
	const choice = {tags: ['Für Kinder'], languageProfileId: language.id, searchOnAdd: false};
	const one = await world.add({url: films.url, ...choice, monitor: 'movieAndCollection'});
	const two = await world.add({
		url: shows.url,
		name: 'Shows',
		media: 'series',
		...choice,
		monitor: 'lastSeason',
		monitorNewSeasons: false,
		type: 'anime',
	});
	await world.sync(one.id);
	await world.sync(two.id);
	await world.addItems();
	t.like(await deps.movies.findOldest(1), {tags: ['fur-kinder'], languageProfileId: language.id, monitored: true});
	const added = await deps.series.findOldest(7);
	t.like(added, {tags: ['fur-kinder'], languageProfileId: language.id, monitorNewSeasons: false, chosenType: 'anime', monitored: true});
	t.deepEqual(
		added?.seasons.map(({monitored}) => monitored),
		[false, true],
	);
	t.deepEqual(
		(await deps.tags.list()).map(({label}) => label),
		['fur-kinder'],
	);
});

test('a title that left may get a tag, once', async t => {
	const world = await listsWorld(t, {movies});
	const {deps} = world;
	const source = await jsonSource(t, [item(1), item(2), item(5)]);
	const list = await world.add({url: source.url, onLeave: 'tag', leaveTags: ['Not on the list'], searchOnAdd: false});
	await world.sync(list.id);
	await world.addItems();
	source.items = [item(2), item(5)];
	await world.sync(list.id);
	world.passDays(8);
	await world.sync(list.id);
	const tags = async (id: number) => (await deps.movies.findOldest(id))?.tags;
	t.deepEqual([await tags(1), await tags(2)], [['not-on-the-list'], []]);
	t.is((await world.items(list.id))['Lamp']?.reason, 'Tagged not-on-the-list.');
	const lamp = await deps.movies.findOldest(1);
	await deps.movies.change(lamp?.id ?? '', {tagChange: {set: [], add: undefined, remove: undefined}}, deps.now());
	await world.sync(list.id);
	t.deepEqual(await tags(1), [], 'who takes it off is not contradicted');
});

test('more titles than allowed wait for the word of a person', async t => {
	const world = await listsWorld(t, {movies});
	const {deps, clock} = world;
	const source = await jsonSource(
		t,
		[1, 2, 3, 4, 5].map(id => ({id, title: `M${id}`, year: 2000 + id})),
	);
	const list = await world.add({url: source.url, onLeave: 'unmonitor', mostChanges: 1});
	await world.sync(list.id);
	await world.addItems();
	source.items = source.items.slice(2);
	await world.sync(list.id);
	world.passDays(8);
	await world.sync(list.id);
	const {held} = await deps.importLists.get(list.id);
	t.like(held, {count: 2, titles: ['M1 (2001)', 'M2 (2002)'], approved: null, since: clock.now});
	const monitored = async (id: number) => (await deps.movies.findOldest(id))?.monitored;
	t.deepEqual([await monitored(1), await monitored(2)], [true, true]);
	await deps.importLists.setHealth(list.id, {held: held && {...held, approved: held.itemIds}});
	await world.sync(list.id);
	t.deepEqual([await monitored(1), await monitored(2), await monitored(3)], [false, false, true]);
	t.is((await deps.importLists.get(list.id)).held, null);
	t.true(Number(clock.now) > dayMs);
});
