import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleAddMovie, handleAddSeries} from '#workers/refresh/add-titles.ts';

const film = (id: number, title = 'Twin Kites') => ({id, title, releaseDate: '2021-01-01'});

async function withProvider(t: ExecutionContext) {
	const provider = await fakeTmdb(t, {series: [{id: 50, title: 'Twin Kites', firstAirDate: '2021-01-01', seasons: []}]});
	const world = await withWorkerDeps(t, {metadataUrl: provider.url});
	const {id: qualityProfileId} = await world.deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: world.library, monitored: true, searchOnAdd: false, qualityProfileId, libraryId: null};
	const add = async (metaId: number, more: object = {}) => {
		const {id} = await handleAddMovie({metaId, ...choice, minimumAvailability: 'released', ...more}, world.deps, world.run());
		return (await world.deps.movies.get(id)).path.slice(world.library.length + 1);
	};
	const addSeries = () => handleAddSeries({metaId: 50, ...choice, seasonFolder: true, seasonOptions: []}, world.deps, world.run());
	const template = (value: string) => world.deps.settings.set('media.movieFolderFormat', value, new Date());
	return {...world, provider, add, addSeries, template};
}

test('a new movie has the folder of the template, and keeps it', async t => {
	const {deps, add, provider, template} = await withProvider(t);
	provider.movies.push(film(1));
	t.is(await add(1), 'Twin Kites (2021)');
	await template('{Year}/{Movie Title}');
	const [movie] = await deps.movies.onDisk({after: '', limit: 1});
	t.true(movie?.path.endsWith('/Twin Kites (2021)'));
});

test('a namesake, of a series too, has an id in its folder', async t => {
	const {add, addSeries, provider} = await withProvider(t);
	provider.movies.push(film(1), film(2));
	await addSeries();
	t.is(await add(1), 'Twin Kites (2021) {tmdb-1}');
	t.is(await add(2), 'Twin Kites (2021) {tmdb-2}');
});

test('namesakes that come at the same moment get folders of their own', async t => {
	const {deps, add, provider} = await withProvider(t);
	const ids = [11, 12, 13, 14, 15, 16];
	provider.movies.push(...ids.map(id => film(id)));
	await Promise.all(ids.map(id => add(id)));
	const paths = (await deps.movies.onDisk({after: '', limit: 10})).map(({path}) => path);
	t.is(new Set(paths).size, ids.length, paths.join());
});

test('a folder within that of another title, or around a root folder, is not taken', async t => {
	const {deps, add, library, provider, template} = await withProvider(t);
	provider.movies.push(film(1, 'Kites'), film(2, 'Kites/Red'), film(3, 'Deep'));
	t.is(await add(1), 'Kites (2021)');
	await template('Kites (2021)/{Movie Title}');
	t.is(await add(2), 'Kites+Red {tmdb-2}');
	await deps.rootFolders.add({name: 'Below', path: join(library, 'Deep/Films')}, new Date());
	await template('{Movie Title}');
	t.is(await add(3), 'Deep {tmdb-3}');
});

test('the folder that a film lies in already is taken if it is free', async t => {
	const {add, library, provider} = await withProvider(t);
	provider.movies.push(film(1), film(2));
	t.is(await add(1, {path: join(library, 'kites.2021.web')}), 'kites.2021.web');
	t.is(await add(2, {path: join(library, 'kites.2021.web')}), 'kites.2021.web {tmdb-2}');
});
