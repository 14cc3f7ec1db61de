import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {FetchSubtitles} from '#shared/jobs/subtitles.ts';
import {fakeOpenSubtitles} from '#test/helpers/fakes/fake-opensubtitles.ts';
import {filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {srt} from '#test/helpers/world/subtitles.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import {handleFetchSubtitles} from '#workers/subtitles/fetch-subtitles.ts';
import {handleReadSubtitles} from '#workers/subtitles/read-subtitles.ts';

async function importOne(t: ExecutionContext, world: World<'movie'>): Promise<FetchSubtitles[]> {
	const {deps, downloads, run} = world;
	await writeAt(join(downloads, release, `${release}.mkv`));
	const item = await world.addItem({outputPath: join(downloads, release)});
	await handleImportDownload({queueItemId: item.id}, deps, run());
	await handleReadSubtitles({owner: {type: 'movie', id: world.movie.id}}, deps, run());
	const jobs = await deps.jobs.queue('subtitles').getJobs(['waiting', 'prioritized']);
	t.true(jobs.some(({name}) => name === 'read-subtitles'));
	return jobs.filter(({name}) => name === 'fetch-subtitles').map(({data}) => data.payload as FetchSubtitles);
}

test('an imported film gets its subtitle at once', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, movie, library} = world;
	const subtitle = {
		fileId: 1,
		language: 'en',
		release,
		content: Array.from({length: 3}, () => srt('A line.')).join('\n'),
		title: 'The Quiet Harbour',
		year: 2019,
		tmdbId: movie.metaId,
	};
	const site = await fakeOpenSubtitles(t, {subtitles: [subtitle]});
	await deps.subtitleProviders.add(site.record, deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const {id} = await deps.languageProfiles.getDefault();
	await deps.languageProfiles.change(id, {subtitles: [{code: 'en', forced: false, hearingImpaired: false}]}, deps.now());
	const [job, ...more] = await importOne(t, world);
	t.deepEqual(job, {owner: {type: 'movie', id: movie.id}, reason: 'import'});
	t.deepEqual(more, []);
	await handleFetchSubtitles(job as FetchSubtitles, deps, world.run());
	const [, subtitlePath = '', ...others] = (await filesBelow(library)).toSorted(
		(a, b) => Number(a.endsWith('.srt')) - Number(b.endsWith('.srt')),
	);
	t.true(subtitlePath.endsWith('.en.srt'));
	t.deepEqual(others, []);
	const {file} = await deps.movies.get(movie.id);
	t.deepEqual(file?.subtitles?.missing, []);
	t.like(file?.subtitles?.list.at(-1), {source: 'downloaded', path: join(library, subtitlePath)});
	t.like((await deps.history.page({page: 1, limit: 1})).entries[0], {event: 'subtitleDownloaded', movieId: movie.id});
});

test('when the setting is off, an import searches no subtitles', async t => {
	const world = await createWorld(t, {movie: {}});
	await world.deps.languageProfiles.ensureDefaults(world.deps.now());
	await world.deps.settings.set('subtitles.searchOnImport', false, new Date());
	t.deepEqual(await importOne(t, world), []);
});
