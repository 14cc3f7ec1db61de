import test from 'ava';
import {giveTitlesLibraries} from '#shared/store/system/give-titles-libraries.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';

const now = new Date('2026-01-01');

test('titles of earlier versions get the only library of their root folder', async t => {
	const {stores, connection} = await withStores(t);
	const {movies, series, libraries, rootFolders} = stores;
	const addLibrary = async (name: string, type: 'movies' | 'tv', rootFolderId: string, enabled = true) => {
		const profiles = {qualityProfileId: 'q', languageProfileId: 'l'};
		return (await libraries.add({name, type, rootFolderId, ...profiles, enabled, monitored: true, backfillEnabled: false}, now)).id;
	};
	const addRoot = async (path: string) => (await rootFolders.add({name: path, path}, now)).id;
	const [films, shared, shows] = [await addRoot('/films'), await addRoot('/shared'), await addRoot('/shows')];
	const ofFilms = await addLibrary('Films', 'movies', films);
	await addLibrary('One', 'movies', shared);
	await addLibrary('Two', 'movies', shared);
	const ofShows = await addLibrary('Shows', 'tv', shows);
	const choice = {
		monitored: true,
		minimumAvailability: 'released' as const,
		availabilityDelayDays: null,
		qualityProfileId: 'q',
		searchOnAdd: false,
	};
	const folders = ['/films', '/films/new', '/shared', '/elsewhere', '/shows'];
	const added = new Map<string, string>();
	for (const [index, rootFolderPath] of folders.entries()) {
		const details = {...movieDetails, metaId: index + 1};
		const movie = await movies.add(details, {...choice, rootFolderPath, path: `${rootFolderPath}/${index}`, libraryId: null}, now);
		added.set(rootFolderPath, movie.id);
	}
	const kept = await movies.add(
		{...movieDetails, metaId: 99},
		{...choice, rootFolderPath: '/films', path: '/films/x', libraryId: 'own'},
		now,
	);
	const show = await series.add(buildSeriesDetails(), buildNewSeries({rootFolderPath: '/shows', path: '/shows/a'}), now);
	await giveTitlesLibraries(connection);
	await giveTitlesLibraries(connection);
	const libraryOf = async (folder: string) => (await movies.get(added.get(folder) ?? '')).libraryId;
	t.deepEqual(await Promise.all(folders.map(libraryOf)), [ofFilms, ofFilms, null, null, null]);
	t.is((await movies.get(kept.id)).libraryId, 'own');
	t.is((await series.get(show.id)).libraryId, ofShows);
	t.deepEqual(
		(await stores.outbox.list(10)).map(({job, payload}) => ({job, payload})),
		[{job: 'rejudge-subtitles', payload: {libraryId: null}}],
	);
});
