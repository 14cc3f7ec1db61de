import type {ExecutionContext} from 'ava';
import type {SearchReleases} from '#shared/jobs/search.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';
import {buildDownloadClient} from './build-download-client.ts';
import {buildIndexer} from './build-indexer.ts';
import {gigabyte} from './build-release.ts';
import {type FakeItem, fakeIndexer} from './fake-indexer.ts';
import {fakeQbittorrent} from './fakes/fake-qbittorrent.ts';
import {fakeSabnzbd} from './fakes/fake-sabnzbd.ts';
import {withWorkerDeps} from './worker-deps.ts';
import {movieDetails} from './world/movie.ts';

export const movieSearch: SearchReleases = {
	subject: {kind: 'movie', movie: {metaId: movieDetails.metaId}},
	indexerIds: null,
	categories: null,
	minSeeders: null,
	maxAge: null,
	limit: 100,
};

const nzb = `<?xml version="1.0"?><nzb xmlns="http://www.newzbin.com/DTD/2003/nzb"><file poster="x" date="1" subject="y">
<groups><group>a.b</group></groups><segments><segment bytes="1" number="1">a@b</segment></segments></file></nzb>`;

const titleOf = (group: string) => `The.Quiet.Harbour.2019.1080p.WEB-DL.x265-${group}`;

export const usenetItem = (guid: string, group = 'NOBODY'): FakeItem => ({
	title: titleOf(group),
	guid,
	size: 4 * gigabyte,
	nzb,
	metaId: movieDetails.metaId,
	publishDate: new Date(),
});

/** `pair` is repeated to the info hash. */
export const torrentItem = (guid: string, pair: string, group = 'NOBODY'): FakeItem => ({
	title: titleOf(group),
	guid,
	size: 4 * gigabyte,
	seeders: 40,
	magnetUrl: `magnet:?xt=urn:btih:${pair.repeat(20)}&tr=http://tracker.example/announce`,
	infoHash: pair.repeat(20),
	metaId: movieDetails.metaId,
});

/**
 * A movie, an indexer that offers these releases of it, and a client, all over real sockets. The releases are found.
 */
async function withLine(
	t: ExecutionContext,
	kind: 'torznab' | 'newznab',
	{items, client, mongodbUri}: {items: FakeItem[]; client: {url: string}; mongodbUri?: string | undefined},
) {
	const world = await withWorkerDeps(t, mongodbUri === undefined ? {} : {mongodbUri});
	const {deps} = world;
	const movie = await world.addMovie(movieDetails);
	const site = await fakeIndexer(t, {kind, items});
	const indexer = await deps.indexers.add(buildIndexer({name: `Site ${kind}`, kind, url: site.url, categories: [2000]}), new Date());
	const record = await deps.downloadClients.add(
		kind === 'torznab'
			? buildDownloadClient({url: client.url, username: 'admin', password: 'right horse'})
			: buildDownloadClient({name: 'SABnzbd', kind: 'sabnzbd', url: client.url, apiKey: 'key'}),
		new Date(),
	);
	await handleSearchReleases(movieSearch, deps, world.run());
	const nameOf = await deps.releaseGuids.load();
	/** `guid` is that of the site. */
	const request = (guid: string) => ({guid: nameOf(guid), indexerId: indexer.id, movieId: null, seriesId: null, episodeIds: null});
	const queue = async () => (await deps.downloads.page({page: 1, limit: 100})).items;
	return {...world, movie, site, indexer, record, request, queue, nameOf};
}

export async function usenetLine(t: ExecutionContext, items = [usenetItem('good')]) {
	const sab = await fakeSabnzbd(t);
	return {...(await withLine(t, 'newznab', {items, client: sab})), sab};
}

export async function torrentLine(t: ExecutionContext, items = [torrentItem('good', 'ab')], mongodbUri?: string) {
	const qbittorrent = await fakeQbittorrent(t);
	return {...(await withLine(t, 'torznab', {items, client: qbittorrent, mongodbUri})), qbittorrent};
}

/** The same process so many minutes later. The database's own clock stays. */
export const later = (deps: WorkerDeps, minutes: number): WorkerDeps => ({
	...deps,
	now: () => new Date(Date.now() + minutes * 60_000),
});
