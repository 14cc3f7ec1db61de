import test, {type ExecutionContext} from 'ava';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {byTask} from '#workers/search/collect-facts.ts';
import {judgeMovieReleases} from '#workers/search/judge-releases.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

const title = 'The.Quiet.Harbour.2019.1080p.WEB-DL.H.264-NOBODY';

/** A search that finds these releases; grabs of the named guids fail. */
async function withFound(t: ExecutionContext, releases: FoundRelease[], failing: (guid: string) => boolean) {
	const world = await withWorkerDeps(t);
	const movie = await world.addMovie(movieDetails);
	await world.deps.downloadClients.add(buildDownloadClient(), new Date());
	const asked: string[] = [];
	const jobs = {
		...world.deps.jobs,
		async ask(_job: unknown, {guid}: GrabRelease) {
			asked.push(guid);
			if (failing(guid)) {
				throw new UpstreamFailed('download_refused', 'No.');
			}
			return {downloadId: guid, queueId: guid, title};
		},
	} as unknown as WorkerDeps['jobs'];
	const deps: WorkerDeps = {...world.deps, jobs, searchIndexers: async () => ({releases, indexerResults: []})};
	await handleSearchMovie({movieId: movie.id, reason: 'missing'}, deps, world.run());
	return asked;
}

function offers(count: number, overrides: Partial<FoundRelease> = {}): FoundRelease[] {
	return Array.from({length: count}, (_, index) =>
		buildRelease({
			title,
			guid: `${overrides.protocol ?? 'torrent'}-${index}`,
			size: 6 * gigabyte,
			indexerPriority: index + 1,
			...overrides,
		}),
	);
}

test('a fifth release is tried after four that failed', async t => {
	const asked = await withFound(t, offers(8), guid => guid < 'torrent-4');
	t.deepEqual(asked, ['torrent-0', 'torrent-1', 'torrent-2', 'torrent-3', 'torrent-4']);
});

test('the rest is left for another day after ten that failed', async t => {
	t.is((await withFound(t, offers(14), () => true)).length, 10);
});

test('releases that no enabled client takes cost no try', async t => {
	const usenet = offers(20, {protocol: 'usenet'});
	const torrents = offers(2, {indexerPriority: 50});
	t.deepEqual(await withFound(t, [...usenet, ...torrents], guid => guid === 'torrent-0'), ['torrent-0', 'torrent-1']);
});

test('the stored sizes of a quality decide', async t => {
	const {deps, addMovie} = await withWorkerDeps(t);
	const movie = await addMovie(movieDetails);
	await deps.qualityDefinitions.ensureDefaults(new Date());
	const judge = async () =>
		(await judgeMovieReleases(offers(1), {wanted: [movie], ...byTask}, deps))[0]?.rejectionDetails.map(({detail}) => detail) ?? [];
	t.deepEqual(await judge(), []);
	await deps.qualityDefinitions.change('WEBDL-1080p', {minimum: 1, preferred: 2, maximum: 3}, new Date());
	t.regex((await judge())[0] ?? '', /above the \d+ MB allowed/);
});
