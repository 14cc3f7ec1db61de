import {setImmediate as turn} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import pino from 'pino';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {buildBuiltinTorrent, keepInMemory} from '#test/helpers/memory-torrents.ts';
import {startSwarm} from '#test/helpers/peers/swarm.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {DownloadClient} from '#workers/integrations/download-clients/download-client.ts';
import {createHttp} from '#workers/integrations/http/http.ts';
import {openTorrentEngine} from '#workers/integrations/torrent-engine/open-torrent-engine.ts';
import type {TorrentKeeper} from '#workers/integrations/torrent-engine/torrent-engine.ts';

/** A torrent that has met its goals as soon as it is whole, so that its last view says that it may go. */
const options = {
	host: '127.0.0.1',
	port: 0,
	peers: 'trackers' as const,
	downloadLimit: null,
	uploadLimit: null,
	seedGoals: {ratio: 0, minutes: 0},
	pollEveryMs: 10,
};

/** What of a view decides. Its figures change all the time. */
const kindOf = ({status, activity, outputPath, size, sizeLeft, removable}: ClientDownload) =>
	JSON.stringify([status, activity, outputPath !== null, size > 0, sizeLeft === 0, removable]);

/** Every kind of view that the engine gives of its torrent, in order, until it may be removed. */
async function viewsOf(t: ExecutionContext, keeper: TorrentKeeper, folder: string) {
	const http = createHttp();
	t.teardown(http.close);
	const deps = {keeper, http: http.request, allowPrivate: () => true, log: pino({level: 'silent'})};
	const engine = await openTorrentEngine({...options, folder}, {...deps, onFailure: error => t.fail(String(error))});
	const views: ClientDownload[] = [];
	for (;;) {
		const [view] = engine.list();
		const last = views.at(-1);
		if (view && (!last || kindOf(view) !== kindOf(last))) {
			views.push(view);
		}
		if (view?.removable && view.outputPath !== null) {
			await engine.close();
			return views;
		}
		await turn();
	}
}

/** The views that polls meet, by the bits of `mask`, and always the last one. Null before the first of them. */
function met(views: readonly ClientDownload[], mask: number): (ClientDownload | null)[] {
	let shown: ClientDownload | null = null;
	return views.map((view, index) => {
		shown = index === views.length - 1 || (mask & (1 << index)) !== 0 ? view : shown;
		return shown;
	});
}

for (const by of ['torrentFile', 'magnetUrl', 'a start of its engine'] as const) {
	test(`whatever the polls miss, a torrent of the built-in client is imported once: ${by}`, async t => {
		const swarm = await startSwarm(t, {megabytes: 1});
		const folder = tempFolder(t);
		const {infoHash, torrent: torrentFile, magnetUrl, bytes: size} = swarm;
		const stored = buildBuiltinTorrent({infoHash, torrentFile: null, ...(by === 'magnetUrl' ? {magnetUrl} : {torrentFile, size})});
		const keeper = keepInMemory([stored]);
		const first = await viewsOf(t, keeper, folder);
		const views = by === 'a start of its engine' ? await viewsOf(t, keeper, folder) : first;
		t.log(views.map(kindOf).join('\n'));
		t.true(views.length <= 10);

		const {deps, addItem, poll, waiting} = await createWorld(t, {client: {}});
		const count = 1 << Math.max(0, views.length - 1);
		const stories = await Promise.all(
			Array.from({length: count}, async (_, mask) => {
				const downloadId = mask.toString(16).padStart(40, '0');
				return {downloadId, rows: met(views, mask), item: await addItem({downloadId, size: 0, sizeLeft: 0})};
			}),
		);
		let step = 0;
		const list: DownloadClient['list'] = async () =>
			stories.flatMap(({downloadId, rows}) => {
				const row = rows[step];
				return row ? [{...row, downloadId}] : [];
			});
		const openDownloadClient = (settings: Parameters<typeof deps.openDownloadClient>[0]) => ({...deps.openDownloadClient(settings), list});
		for (; step < views.length; step += 1) {
			await poll(step / 10, {...deps, openDownloadClient});
		}
		t.deepEqual(await waiting('downloads'), [], 'nothing is removed before it is imported');
		const imports = (await waiting('import')).map(({payload}) => (payload as {queueItemId: string}).queueItemId);
		t.deepEqual(imports.toSorted(), stories.map(({item}) => item.id).toSorted());
		for (const {item} of stories) {
			const {state, transfer, errorMessage} = await deps.downloads.get(item.id);
			t.like(
				{state, outputPath: transfer?.outputPath, errorMessage},
				{state: 'importPending', outputPath: views.at(-1)?.outputPath, errorMessage: null},
			);
		}
	});
}
