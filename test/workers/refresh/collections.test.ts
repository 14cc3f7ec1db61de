import test, {type ExecutionContext} from 'ava';
import {addMissingParts, monitorCollection, refreshCollection} from '#shared/jobs/collections.ts';
import {buildMovieDetails} from '#test/helpers/build-movie.ts';
import {fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleAddMovie} from '#workers/refresh/add-titles.ts';
import {handleAddMissingParts, handleMonitorCollection, handleRefreshCollection} from '#workers/refresh/collections.ts';
import {readCollections} from '#workers/tasks/collections.ts';

const belongs = {belongs_to_collection: {id: 90, name: 'Harbour Collection'}};
const film = (id: number, title: string, releaseDate: string) => ({id, title, releaseDate, raw: belongs});
const films = [
	film(4711, 'Harbour', '2001-01-01'),
	film(2, 'Harbour II', '2005-01-01'),
	film(3, 'Harbour III', '2009-01-01'),
	film(4, 'Harbour IV', '2999-01-01'),
];

async function withCollection(t: ExecutionContext) {
	const provider = await fakeTmdb(t, {
		movies: films,
		answer({pathname}) {
			const parts = films.map(({id, title, releaseDate}) => ({id, title, release_date: releaseDate, poster_path: null}));
			const body = JSON.stringify({id: 90, name: 'Harbour Collection', overview: 'Ships.', poster_path: '/h.jpg', parts});
			return pathname === '/3/collection/90' ? {body} : null;
		},
	});
	const world = await withWorkerDeps(t, {metadataUrl: provider.url});
	const {deps} = world;
	await world.addMovie(buildMovieDetails({title: 'Harbour', collectionMetaId: 90, collectionTitle: 'Harbour Collection'}));
	await deps.titleCollections.ensure(await deps.movies.collections(), deps.now());
	const current = async () => (await deps.titleCollections.findByMetaId(90))!; // it was just made
	const {id} = await current();
	return {...world, provider, id, current};
}

test('a collection knows its films, and how many of them are missing', async t => {
	const {deps, run, id, current} = await withCollection(t);
	t.like(await current(), {title: 'Harbour Collection', monitored: false, missing: null, movieCount: 1, refreshedAt: null});
	await handleRefreshCollection({collectionId: id}, deps, run());
	const collection = await current();
	t.like(collection, {overview: 'Ships.', missing: 3, movieCount: 1, partCount: 4});
	t.deepEqual(
		collection.parts.map(({metaId, year}) => [metaId, year]),
		[
			[4711, 2001],
			[2, 2005],
			[3, 2009],
			[4, 2999],
		],
	);
	t.deepEqual(await deps.outbox.list(10), [], 'nothing is added unless somebody asked for it');
});

test('a monitored collection adds its released films, as its newest one is kept', async t => {
	const {deps, run, id, current, library} = await withCollection(t);
	await deps.titleCollections.change(id, {monitored: true, tags: ['kids']}, deps.now());
	await handleRefreshCollection({collectionId: id}, deps, run());
	const [promised] = await deps.outbox.list(10);
	t.like(promised, {job: addMissingParts.name, payload: {collectionId: id, metaIds: null, onlyMonitored: true}});
	const add = () => handleAddMissingParts({collectionId: id, metaIds: null, onlyMonitored: true}, deps, run());
	await add();
	await add();
	const added = await deps.movies.findOldest(3);
	t.like(added, {monitored: true, rootFolderPath: library, addedBy: {kind: 'collection', id}, collectionMetaId: 90, tags: ['kids']});
	const searches = (await deps.outbox.list(10)).filter(({job}) => job === 'search-movie');
	t.deepEqual(
		searches.map(({priority}) => priority),
		[50, 50],
		'nobody waits for them',
	);
	t.is(await deps.movies.findOldest(4), null, 'it is not released yet');
	t.like(await current(), {missing: 1, movieCount: 3});
});

test('a film that a list adds may bring its collection, unless somebody has decided about that', async t => {
	const {deps, run, id, current, library} = await withCollection(t);
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: library, qualityProfileId, libraryId: null, minimumAvailability: 'released', searchOnAdd: true} as const;
	await handleAddMovie({metaId: 2, ...choice, monitored: true, monitorCollection: true, tags: ['kids']}, deps, run());
	const promised = (await deps.outbox.list(10)).find(({job}) => job === monitorCollection.name);
	t.like(promised?.payload, {metaId: 90, ...choice, tags: ['kids']});
	const monitor = () => handleMonitorCollection(promised?.payload as Parameters<typeof handleMonitorCollection>[0], deps, run());
	await monitor();
	await monitor();
	t.like(await current(), {monitored: true, tags: ['kids'], qualityProfileId, rootFolderPath: library});
	t.is((await deps.outbox.list(10)).filter(({job}) => job === refreshCollection.name).length, 1);
	await deps.titleCollections.change(id, {monitored: false}, new Date(Date.now() + 1000));
	await monitor();
	t.false((await current()).monitored, 'a person has turned it off');
});

test('films that a person deleted and excluded ones stay away until a person asks for them', async t => {
	const {deps, run, id, current} = await withCollection(t);
	await handleRefreshCollection({collectionId: id}, deps, run());
	await deps.movies.remove('gone', session => deps.titleCollections.decline([{metaId: 90, part: 2}], session));
	await deps.importExclusions.add({type: 'movie', metaId: 3, title: 'Harbour III', year: 2009, libraryId: null}, deps.now());
	await handleAddMissingParts({collectionId: id, metaIds: null, onlyMonitored: false}, deps, run());
	t.deepEqual([await deps.movies.findOldest(2), await deps.movies.findOldest(3)], [null, null]);
	t.like(await current(), {missing: 1, movieCount: 1});
	await handleAddMissingParts({collectionId: id, metaIds: [2, 3, 4], onlyMonitored: false}, deps, run());
	t.truthy(await deps.movies.findOldest(2));
	t.is(await deps.movies.findOldest(3), null, 'an exclusion counts for persons too');
	t.truthy(await deps.movies.findOldest(4));
});

test('a run that dies goes on with the next film, and an unmonitored collection adds nothing', async t => {
	const {deps, run, id} = await withCollection(t);
	await handleRefreshCollection({collectionId: id}, deps, run());
	const stop = new AbortController();
	const movie: typeof deps.metadata.movie = async (...args) => {
		stop.abort();
		return deps.metadata.movie(...args);
	};
	const killed = {...deps, metadata: {...deps.metadata, movie}};
	const add = (with_: typeof deps, signal = run().signal) =>
		handleAddMissingParts({collectionId: id, metaIds: null, onlyMonitored: false}, with_, {...run(), signal});
	await t.throwsAsync(add(killed, stop.signal));
	await add(deps);
	t.is((await deps.movies.amongMetaIds([2, 3])).length, 2);
	await handleAddMissingParts({collectionId: id, metaIds: null, onlyMonitored: true}, deps, run());
	t.is(await deps.movies.findOldest(4), null);
});

test('the task finds the collections of the library, and forgets those without a film', async t => {
	const {deps, run, current} = await withCollection(t);
	await deps.titleCollections.ensure([{metaId: 91, title: 'Nobody has this'}], deps.now());
	const asked: string[] = [];
	const ask = async (job: {name: string}, {collectionId}: {collectionId: string}) => {
		asked.push(job.name);
		await handleRefreshCollection({collectionId}, deps, run());
	};
	const taskRun = {...run(), progress: () => {}} as never;
	const counts = await readCollections(taskRun, {...deps, jobs: {...deps.jobs, ask: ask as never}});
	t.deepEqual(counts, {itemsProcessed: 1, itemsAffected: 2});
	t.deepEqual(asked, [refreshCollection.name]);
	t.is(await deps.titleCollections.findByMetaId(91), null);
	t.is((await current()).missing, 3);
	t.deepEqual(await deps.titleCollections.due(deps.now(), 10), []);
});

test('a collection that the provider lost keeps its films', async t => {
	const {deps, run, id, current, provider} = await withCollection(t);
	await handleRefreshCollection({collectionId: id}, deps, run());
	provider.answer = ({pathname}) => (pathname.includes('collection') ? {status: 404, body: '{}'} : null);
	await handleRefreshCollection({collectionId: id}, deps, run());
	t.is((await current()).parts.length, 4);
});
