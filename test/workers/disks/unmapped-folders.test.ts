import test from 'ava';

import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';
import {unmappedFolders} from '#workers/disks/handlers.ts';

test('folders without titles are found behind more than ten thousand that have one', async t => {
	const names = Array.from({length: 12_000}, (_, n) => `Film ${String(n).padStart(5, '0')} (2001)`);
	const without = new Set([names[3], names[11_998]]);
	const holding = {foldersBelow: async (_path: string, some: readonly string[]) => new Set(some.filter(name => !without.has(name)))};
	t.deepEqual(await unmappedFolders('/films', names.toReversed(), [holding]), [names[3], names[11_998]]);
});

test('no more than the first ten thousand are named', async t => {
	const names = Array.from({length: 12_000}, (_, n) => `Film ${String(n).padStart(5, '0')} (2001)`);
	const nobody = {foldersBelow: async () => new Set<string>()};
	t.deepEqual(await unmappedFolders('/films', names, [nobody]), names.slice(0, 10_000));
});

test('folders of films are told by their bytes, whatever their letters', async t => {
	const served = await serve(t);
	const names = ['a', 'a b', 'a!', 'É', 'ｆ', '😀 film', '[x] (2001)', 'z'];
	for (const [index, name] of names.slice(0, -1).entries()) {
		const movie = await addMovie(served, {metaId: 100 + index, imdbId: null}, {rootFolderPath: '/films'});
		await served.deps.movies.setFile(movie.id, buildMediaFile({path: `/films/${name}/a.mkv`}), new Date());
	}
	const {movies, series} = served.deps;
	t.deepEqual(await unmappedFolders('/films', [...names, 'other'], [movies, series]), ['other', 'z']);
	for (const some of [['a!', 'a b'], ['ｆ', '😀 film'], ['a']]) {
		t.deepEqual([...(await movies.foldersBelow('/films', some))].sort(), some.toSorted());
	}
	t.deepEqual(await movies.foldersBelow('/', ['films', 'tv']), new Set(['films']));
});
