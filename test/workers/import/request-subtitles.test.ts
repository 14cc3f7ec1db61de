import {join} from 'node:path';
import test from 'ava';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import {handleReadSubtitles} from '#workers/subtitles/read-subtitles.ts';

test('an import has the subtitles of its file read, also those that came with it, and missing ones searched', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	await deps.languageProfiles.ensureDefaults(deps.now());
	const {id} = await deps.languageProfiles.getDefault();
	const requests = ['en', 'fr'].map(code => ({code, forced: false, hearingImpaired: false}));
	await deps.languageProfiles.change(id, {subtitles: requests}, deps.now());
	await writeAt(join(downloads, release, 'film.mkv'), buildMatroska({size: 100_000}));
	await writeAt(join(downloads, release, 'Subs/2_English,SDH.srt'), 'text');
	const item = await world.addItem({outputPath: join(downloads, release)});
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	const queue = deps.jobs.queue('subtitles');
	const [reading, ...more] = await queue.getJobs(['waiting', 'prioritized']);
	const owner = {type: 'movie' as const, id: movie.id};
	t.like(reading, {name: 'read-subtitles', data: {payload: {owner}}});
	t.deepEqual(more, []);
	await queue.drain();
	await handleReadSubtitles({owner}, deps, world.run());
	const {file} = await deps.movies.get(movie.id);
	t.like(file?.subtitles, {missing: ['fr'], list: [{language: 'de'}, {language: 'en', hearingImpaired: true, source: 'file'}]});
	t.true(file?.subtitles?.list[1]?.path?.endsWith('.en.sdh.srt'));
	t.deepEqual(
		(await queue.getJobs(['waiting', 'prioritized'])).map(({name, data}) => [name, data.payload.reason]),
		[['fetch-subtitles', 'import']],
	);
});

test('an import succeeds although the reading of its subtitles cannot be queued', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	const item = await world.addItem({outputPath: await writeAt(join(downloads, `${release}.mkv`))});
	const enqueue = async () => {
		throw new Error('Redis is away');
	};
	await handleImportDownload({queueItemId: item.id}, {...deps, jobs: {...deps.jobs, enqueue}}, world.run());
	t.is((await deps.downloads.get(item.id)).state, 'imported');
	t.deepEqual(await deps.movies.unreadSubtitles(10), [movie.id]);
});
