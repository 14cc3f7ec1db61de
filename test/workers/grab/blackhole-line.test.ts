import {existsSync, mkdirSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {grabRelease} from '#shared/jobs/grab.ts';
import {buildTorrent} from '#test/helpers/build-download.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {gigabyte} from '#test/helpers/build-release.ts';
import {type FakeItem, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {later, movieSearch, usenetItem} from '#test/helpers/grab-line.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startWorker} from '#test/helpers/worker-process.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';

/** A search has found the item, and the only client is a blackhole. */
async function blackholeLine(t: ExecutionContext, protocol: 'usenet' | 'torrent', item: FakeItem) {
	const world = await withWorkerDeps(t);
	const {deps} = world;
	await world.addMovie(movieDetails);
	const kind = protocol === 'usenet' ? ('newznab' as const) : ('torznab' as const);
	const site = await fakeIndexer(t, {kind, items: [item]});
	const indexer = await deps.indexers.add(buildIndexer({kind, url: site.url, categories: [2000]}), new Date());
	const [out, back] = [join(deps.dataDir, 'out'), join(deps.dataDir, 'back')];
	mkdirSync(out);
	mkdirSync(back);
	const settings = {protocol, watchFolder: back, stableSeconds: 5};
	await deps.downloadClients.add(
		buildDownloadClient({name: 'Blackhole', kind: 'blackhole', url: null, directory: out, settings}),
		new Date(),
	);
	await handleSearchReleases(movieSearch, deps, world.run());
	const nameOf = await deps.releaseGuids.load();
	const request = {guid: nameOf('good'), indexerId: indexer.id, movieId: null, seriesId: null, episodeIds: null};
	const queue = async () => (await deps.downloads.page({page: 1, limit: 10})).items;
	/** What the schedule does with an intent in the next hours. */
	const settle = async () => {
		for (const minutes of [3, 8, 20, 50, 120]) {
			const [item] = await queue();
			if (item && item.transfer === null && item.state === 'downloading') {
				await deps.downloads.change(item.id, {retryAt: null, sending: item.sending && {...item.sending, until: new Date(0)}});
				await handleRetryDownload({queueItemId: item.id}, later(deps, minutes), world.run()).catch(() => {});
			}
		}
	};
	return {...world, out, request, queue, settle};
}

test('a release that could not be written for the other program is no download until it was', async t => {
	const {deps, out, request, queue, settle, run} = await blackholeLine(t, 'usenet', usenetItem('good'));
	rmSync(out, {recursive: true});
	await t.throwsAsync(handleGrabRelease(request, deps, run()));
	t.like(await queue(), [{state: 'downloading', transfer: null, health: 'warning'}]);
	await settle();
	t.like(await queue(), [{state: 'downloading', transfer: null, sending: {tries: 1}}], 'a folder that is away is no failed try');
	mkdirSync(out);
	await settle();
	t.is(readdirSync(out).length, 1);
	t.like(await queue(), [{state: 'downloading', health: 'ok'}]);
	t.not((await queue())[0]?.transfer, null);
});

test('a worker that is killed just before the file gets its name is followed by one that writes it', async t => {
	const world = await blackholeLine(t, 'usenet', usenetItem('good'));
	const {deps, out, request, settle} = world;
	const source = `import fs from 'node:fs/promises'; import {syncBuiltinESMExports} from 'node:module';
const {rename} = fs; fs.rename = async (from, to) => { if (String(to).endsWith('.nzb')) { process.kill(process.pid, 'SIGKILL'); } return rename(from, to); };
syncBuiltinESMExports();`;
	const preload = `data:text/javascript,${encodeURIComponent(source)}`;
	const {ready, ended} = startWorker(t, world, {env: {WORKER_POOLS: 'grab'}, preload});
	await ready;
	const asked = deps.jobs.ask(grabRelease, request, {timeoutMs: 20_000}).catch(() => null);
	t.is(await ended, 'SIGKILL');
	await asked;
	await settle();
	t.is(readdirSync(out).filter(name => name.endsWith('.nzb')).length, 1);
});

test('a torrent that is retried, or grabbed again, is written again for the other program', async t => {
	const title = 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265-NOBODY';
	const item = {title, guid: 'good', size: 4 * gigabyte, seeders: 40, torrent: buildTorrent(title), metaId: movieDetails.metaId};
	const {deps, out, request, run} = await blackholeLine(t, 'torrent', item);
	const {queueId} = await handleGrabRelease(request, deps, run());
	const [written = ''] = readdirSync(out);
	t.true(existsSync(join(out, written)));
	rmSync(join(out, written)); // the other program takes it, and loses it
	await deps.downloads.move(queueId, 'failedPending', {status: 'failed', health: 'error', errorMessage: 'No progress.'});
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	t.deepEqual(readdirSync(out), [written]);
	rmSync(join(out, written));
	await deps.downloads.remove(queueId);
	await handleGrabRelease(request, deps, run());
	t.deepEqual(readdirSync(out), [written]);
});
