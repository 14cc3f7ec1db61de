import test, {type ExecutionContext} from 'ava';
import {giveMoviesFolders} from '#shared/store/system/give-movies-folders.ts';
import {buildMovieDetails} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';

const now = new Date('2026-01-01');
const choice = {monitored: true, minimumAvailability: 'released', qualityProfileId: 'x', libraryId: null, searchOnAdd: false} as const;

/** Movies as earlier versions stored them. Returns the path of each after the migration, by its number. */
async function withOldMovies(t: ExecutionContext, films: {title: string; file?: string; root?: string}[]) {
	const {stores, connection} = await withStores(t);
	const {movies} = stores;
	await stores.rootFolders.add({name: 'Films', path: '/films'}, now);
	await stores.series.add(buildSeriesDetails({metaId: 900}), buildNewSeries({path: '/films/Shared'}), now);
	for (const [index, {title, file, root = '/films'}] of films.entries()) {
		const details = buildMovieDetails({metaId: index + 1, title, originalTitle: title, year: 2001});
		const {id} = await movies.add(details, {...choice, rootFolderPath: root, path: 'none'}, now);
		await (file && movies.setFile(id, buildMediaFile({id: `file-${index}`, path: file}), now));
	}
	await connection.collection('movies').updateMany({}, {$unset: {path: ''}});
	const paths = async () => {
		const found = await movies.getMany((await movies.onDisk({after: '', limit: 1000})).map(({id}) => id));
		return found.toSorted((a, b) => a.metaId - b.metaId).map(({path}) => path);
	};
	return {connection, stores, paths};
}

test('movies of earlier versions get the folder of their file, or else the one of the template', async t => {
	const {connection, paths} = await withOldMovies(t, [
		{title: 'Own', file: '/films/own.2001.web/own.mkv'},
		{title: 'Discs', file: '/films/Discs/CD1/a.avi'},
		{title: 'Flat', file: '/films/flat.mkv'},
		{title: 'None'},
		{title: 'Elsewhere', file: '/more/Elsewhere/a.mkv'},
		{title: 'With a series', file: '/films/Shared/Season 1/film.mkv'},
		{title: 'Shared', root: '/films'},
		{title: 'None'},
		{title: 'Below', root: '/films/children', file: '/films/children/B/Below/b.mkv'},
	]);
	await giveMoviesFolders(connection);
	t.deepEqual(await paths(), [
		'/films/own.2001.web',
		'/films/Discs',
		'/films/Flat (2001)',
		...(await paths()).slice(3, 4),
		'/films/Elsewhere (2001)',
		'/films/With a series (2001)',
		'/films/Shared (2001)',
		...(await paths()).slice(7, 8),
		'/films/children/B/Below',
	]);
	// Which of two namesakes comes first is a matter of their ids.
	const namesakes = [(await paths())[3], (await paths())[7]].sort();
	t.is(namesakes[0], '/films/None (2001)');
	t.regex(namesakes[1] ?? '', /^\/films\/None \(2001\) \{tmdb-[48]\}$/);
});

test('films in one folder get folders of their own, and a run that was killed is continued', async t => {
	const films = Array.from({length: 3}, (_, n) => ({title: `Film ${n}`, file: `/films/All/${n}.mkv`}));
	const {connection, stores, paths} = await withOldMovies(t, films);
	await connection
		.collection<{_id: string; value: string}>('settings')
		.insertOne({_id: 'media.movieFolderFormat', value: '{Year}/{Movie Title}'});
	await giveMoviesFolders(connection);
	const first = await paths();
	t.is(first.filter(path => path === '/films/All').length, 1);
	t.is(first.filter(path => /^\/films\/2001\/Film \d$/.test(path)).length, 2);
	const [kept] = await stores.movies.onDisk({after: '', limit: 1});
	await connection.collection<{_id: string}>('movies').updateMany({_id: {$ne: kept?.id ?? ''}}, {$unset: {path: ''}});
	await giveMoviesFolders(connection);
	t.deepEqual(await paths(), first);
});
