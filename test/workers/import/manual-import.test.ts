import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {Invalid} from '#shared/errors.ts';
import type {ChosenForFiles} from '#shared/jobs/import.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {importFile} from '#test/helpers/import-file.ts';
import {buildMediaFile, filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleListImportCandidates} from '#workers/import/list-import-candidates.ts';

const whole = buildMatroska({size: 60_000_000});
const film = () => whole;

test('candidates say what the import would make of each file, and why it would not', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	await writeAt(join(downloads, 'box', release, 'film.mkv'), film());
	await writeAt(join(downloads, 'box', release, 'film.en.srt'), 'text');
	await writeAt(join(downloads, 'box/Nobody Knows 2001 720p HDTV/film.mkv'), film());
	await writeAt(join(downloads, 'box/empty.mkv'), '');
	await writeAt(join(downloads, 'box', `${release}.sample.mkv`), film());
	await writeAt(join(downloads, 'box', release, 'Trailers/trailer.mkv'), film());
	const from = {path: join(downloads, 'box'), within: downloads};
	const {candidates, total} = await handleListImportCandidates({from, page: 1, limit: 50}, deps, world.run());
	t.is(total, 5);
	t.deepEqual(
		candidates.map(({name, movie: found, rejections}) => [name, found?.id ?? null, rejections.map(({reason}) => reason)]),
		[
			['Nobody Knows 2001 720p HDTV/film.mkv', null, ['Its name matches no title of the library. Choose one, or add it first.']],
			[`${release}.sample.mkv`, movie.id, ['It is a sample.']],
			[`${release}/Trailers/trailer.mkv`, movie.id, ['By its name or folder it is an extra, such as a trailer.']],
			[`${release}/film.mkv`, movie.id, []],
			['empty.mkv', null, ['It is empty.']],
		],
	);
	t.like(candidates[3], {quality: 'WEBDL-1080p', releaseGroup: 'NOBODY', size: 60_000_000, episodes: []});
	const second = await handleListImportCandidates({from, page: 2, limit: 2}, deps, world.run());
	t.deepEqual([second.total, second.candidates.length], [5, 2]);

	await deps.movies.setFile(
		movie.id,
		buildMediaFile({path: await writeAt(join(world.library, 'old.mkv')), quality: 'Remux-2160p', qualityScore: 100}),
		deps.now(),
	);
	const item = await world.addItem({outputPath: join(downloads, 'box', release)});
	const ofItem = await handleListImportCandidates({from: {queueItemId: item.id}, page: 1, limit: 50}, deps, world.run());
	const reasonOf = (ending: string) => ofItem.candidates.find(({name}) => name.endsWith(ending))?.rejections[0]?.reason ?? '';
	t.regex(reasonOf('film.mkv'), /^Not an upgrade/);
	t.regex(reasonOf('trailer.mkv'), /^It is not the film itself/);
	t.is((await deps.downloads.get(item.id)).state, 'importPending');
	const library = {path: world.library, within: world.library};
	t.is((await handleListImportCandidates({from: library, page: 1, limit: 50}, deps, world.run())).total, 0, 'it is recorded');
});

test('a file is judged as the title, quality and languages that a person chose for it', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	const path = await writeAt(join(downloads, 'box/Nobody Knows 2001 720p HDTV/film.mkv'), film());
	const nothing = {movieId: null, seriesId: null, episodeIds: [], quality: null, languages: null, releaseGroup: null};
	const judge = async (chosen: Partial<ChosenForFiles>) => {
		const from = {path, within: downloads};
		const asked = {from, page: 1, limit: 1, chosen: {...nothing, ...chosen}};
		return (await handleListImportCandidates(asked, deps, world.run())).candidates[0];
	};
	const said = {quality: 'Bluray-1080p', languages: ['german'], releaseGroup: 'OTHERS'} as const;
	t.like(await judge({...said, languages: ['german'], movieId: movie.id}), {...said, movie: {id: movie.id}, rejections: []});
	t.is((await judge({}))?.rejections.length, 1);

	const series = await deps.series.add(
		buildSeriesDetails({seasons: [buildSeason(1, ['2020-01-01', '2020-01-08'])]}),
		buildNewSeries({rootFolderPath: world.library, path: join(world.library, 'Unlike')}),
		deps.now(),
	);
	await writeAt(join(downloads, 'box/Other.Name.S01E02.720p.HDTV.mkv'), film());
	const from = {path: join(downloads, 'box/Other.Name.S01E02.720p.HDTV.mkv'), within: downloads};
	const {candidates} = await handleListImportCandidates(
		{from, page: 1, limit: 1, chosen: {...nothing, seriesId: series.id}},
		deps,
		world.run(),
	);
	t.deepEqual(
		candidates[0]?.episodes.map(({episodeNumber}) => episodeNumber),
		[2],
	);
});

test('a name that is not UTF-8 hides no other file', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads} = world;
	const odd = (ending: string) => Buffer.concat([Buffer.from(`${downloads}/caf`), Buffer.from([0xe9]), Buffer.from(ending)]);
	await writeAt(join(downloads, `${release}.mkv`), film());
	await writeFile(odd('.mkv'), 'x');
	await writeFile(odd('.nfo'), 'x');
	await mkdir(odd(''));
	const from = {path: downloads, within: downloads};
	const {candidates, total} = await handleListImportCandidates({from, page: 1, limit: 50}, deps, world.run());
	t.is(total, 3);
	t.deepEqual(
		candidates.map(({name, rejections}) => [name, rejections.map(({reason}) => reason)]).sort(),
		[
			['caf\ufffd', ['Its name is not UTF-8. Rename it.']],
			['caf\ufffd.mkv', ['Its name is not UTF-8. Rename it.']],
			[`${release}.mkv`, []],
		].sort(),
	);
});

test('a folder that a link leads out of is refused, when it is listed and when it is imported', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	const secret = await writeAt(join(deps.dataDir, 'secret/film.mkv'), film());
	await symlink(join(secret, '..'), join(downloads, 'link'));
	const from = {path: join(downloads, 'link'), within: downloads};
	await t.throwsAsync(handleListImportCandidates({from, page: 1, limit: 50}, deps, world.run()), {
		instanceOf: Invalid,
		code: 'path_unsafe',
	});
	const item = await importFile(world, {path: join(downloads, 'link/film.mkv'), within: downloads, movieId: movie.id});
	t.is(item.state, 'importPending');
	t.regex(item.statusMessages[0]?.messages[0] ?? '', /really lies outside/);
});

test('a chosen file is imported with its subtitles, whatever its name, and replaces a better one', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, library, movie} = world;
	const old = await writeAt(join(library, 'old.mkv'));
	await deps.movies.setFile(movie.id, buildMediaFile({path: old, quality: 'Remux-2160p', qualityScore: 100}), deps.now());
	const path = await writeAt(join(downloads, 'mixed/whatever.mkv'), film());
	await writeAt(join(downloads, 'mixed/whatever.en.srt'), 'text');
	await writeAt(join(downloads, 'mixed/other.mkv'), film());
	const item = await importFile(world, {
		path,
		within: downloads,
		movieId: movie.id,
		quality: 'Bluray-720p',
		releaseGroup: 'GRP',
		mode: 'move',
	});
	t.like(item, {state: 'imported', health: 'ok'});
	const {file} = await deps.movies.get(movie.id);
	t.like(file, {quality: 'Bluray-720p', releaseGroup: 'GRP', size: 60_000_000});
	const placed = 'The Quiet Harbour (2019)/The Quiet Harbour (2019) [Bluray-720p]-GRP';
	t.deepEqual(await filesBelow(library), [`${placed}.en.srt`, `${placed}.mkv`]);
	t.deepEqual(await filesBelow(join(downloads, 'mixed')), ['other.mkv']);
});

test('a file that lies in its library already stays where it is', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, movie} = world;
	const path = join(library, 'The Quiet Harbour (2019)/The Quiet Harbour (2019) [Bluray-720p]-GRP.mkv');
	await mkdir(join(path, '..'), {recursive: true});
	await writeAt(path, film());
	for (const mode of ['hardlink', 'move', 'copy'] as const) {
		const item = await importFile(world, {path, within: library, movieId: movie.id, quality: 'Bluray-720p', releaseGroup: 'GRP', mode});
		t.is(item.state, 'imported', JSON.stringify(item.statusMessages));
		t.is((await deps.movies.get(movie.id)).file?.path, path);
		t.deepEqual(await filesBelow(library), [path.slice(library.length + 1)]);
		await deps.downloads.remove(item.id);
	}
});

test('a person says which episodes a file holds', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, library} = world;
	const details = buildSeriesDetails({title: 'Tides', seasons: [buildSeason(1, [null, null, null])]});
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = buildNewSeries({rootFolderPath: library, path: join(library, 'Tides'), qualityProfileId});
	const series = await deps.series.add(details, choice, deps.now());
	const episodes = await deps.episodes.ofSeries(series.id);
	const path = await writeAt(join(downloads, 'Tides.S01E01.720p.HDTV.x264-GRP.mkv'), film());
	const guessed = await handleListImportCandidates({from: {path: downloads, within: downloads}, page: 1, limit: 9}, deps, world.run());
	t.like(guessed.candidates[0], {series: {title: 'Tides'}, rejections: []});
	t.deepEqual(
		guessed.candidates[0]?.episodes.map(({episodeNumber}) => episodeNumber),
		[1],
	);

	const chosen = episodes.filter(({episodeNumber}) => episodeNumber > 1).map(({id}) => id);
	const item = await importFile(world, {path, within: downloads, seriesId: series.id, episodeIds: chosen});
	t.is(item.state, 'imported', JSON.stringify(item.statusMessages));
	const after = await deps.episodes.ofSeries(series.id);
	t.deepEqual(
		after.map(({file}) => file !== null),
		[false, true, true],
	);
});
