import test from 'ava';
import {jsonSource, listsWorld} from '#test/helpers/lists-world.ts';

const movies = [1, 2, 3, 4, 5].map(id => ({id, title: `M${id}`, releaseDate: '2001-01-01'}));
const items = (...ids: number[]) => ids.map(id => ({id, title: `M${id}`}));

test('a title goes with the last list that had it, however long after its own', async t => {
	const world = await listsWorld(t, {movies});
	const {deps} = world;
	const [own, other] = [await jsonSource(t, items(1, 2, 3, 4, 5)), await jsonSource(t, items(1, 2))];
	const list = await world.add({url: own.url, onLeave: 'remove', graceDays: 7});
	const second = await world.add({url: other.url, name: 'Second'});
	await world.sync(list.id);
	await world.addItems();
	await world.sync(second.id);
	own.items = items(2, 3, 4, 5);
	for (let week = 0; week < 8; week += 1) {
		await world.sync(list.id);
		world.passDays(7);
	}
	t.truthy(await deps.movies.findOldest(1));
	other.items = items(2);
	await world.sync(second.id);
	await world.sync(list.id);
	t.is(await deps.movies.findOldest(1), null);
	t.truthy(await deps.movies.findOldest(2));
});

test('a question about titles that left waits for its answer for months', async t => {
	const world = await listsWorld(t, {movies});
	const source = await jsonSource(t, items(1, 2, 3, 4, 5));
	const list = await world.add({url: source.url, onLeave: 'remove', graceDays: 7, mostChanges: 1});
	await world.sync(list.id);
	await world.addItems();
	source.items = items(3, 4, 5);
	for (let week = 0; week < 12; week += 1) {
		await world.sync(list.id);
		world.passDays(7);
	}
	t.like((await world.deps.importLists.get(list.id)).held, {count: 2, titles: ['M1', 'M2']});
});
