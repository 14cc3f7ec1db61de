import test from 'ava';
import {removeItem} from '#api/queue/remove-item.ts';
import {Conflict} from '#shared/errors.ts';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import {torrentLine, usenetLine} from '#test/helpers/grab-line.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';
import {failItem} from '#workers/library/fail-item.ts';

type Line = Awaited<ReturnType<typeof torrentLine>>;

async function importGrabbed({deps, run, request, movie}: Line) {
	const {queueId, title} = await handleGrabRelease(request('good'), deps, run());
	const {downloadId = null, started = new Date()} = (await deps.downloads.get(queueId)).transfer ?? {};
	await deps.downloads.complete(queueId, {now: deps.now(), started});
	await deps.downloads.claimForImport(queueId, 'x', 1000);
	await deps.downloads.move(queueId, 'imported', {});
	await deps.movies.setFile(movie.id, buildMediaFile({id: 'file', releaseTitle: title}), new Date());
	const [grab] = (await deps.history.page({page: 1, limit: 1})).entries;
	const {id: _, ...entry} = grab!; // the grab above wrote it
	await deps.history.add({...entry, event: 'imported', downloadId, timestamp: new Date()});
	return queueId;
}

test('an imported release is grabbed only once, as long as its file is there', async t => {
	const line = await torrentLine(t);
	const {deps, run, request, movie, qbittorrent} = line;
	await importGrabbed(line);
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: Conflict});
	await deps.movies.dropFile(movie.id, 'file', {unmonitor: false, at: new Date()});
	qbittorrent.torrents = [];
	await handleGrabRelease(request('good'), deps, run());
	t.is(qbittorrent.torrents.length, 1);
	t.is((await deps.downloads.forMovie(movie.id)).length, 1);
});

test('who chooses a release wants its title, so no list takes it back', async t => {
	const {deps, run, request, movie} = await torrentLine(t);
	const list = {listId: movie.id, media: 'movies', isWhole: true, seenAt: new Date(), now: new Date()} as const;
	const ids = {metaId: movie.metaId, imdbId: null, tvMetaId: null};
	const entry = {ids, title: movie.title, year: null, seasons: null, key: `tmdb:${movie.metaId}`};
	await deps.importListItems.apply({added: [entry], learned: [], returned: [], missing: [], absent: []}, list);
	const touched = async () => {
		const {items} = await deps.importListItems.page({listId: movie.id, page: 1, limit: 1});
		return items[0]?.isTouched;
	};
	const [item] = (await deps.importListItems.page({listId: movie.id, page: 1, limit: 1})).items;
	await deps.importListItems.step([{id: item?.id ?? '', from: 'waiting', change: {state: 'added', titleId: movie.id}}]);
	await handleGrabRelease(request('good'), deps, run());
	t.false(await touched(), 'a task has chosen it');
	await t.throwsAsync(handleGrabRelease({...request('good'), byPerson: true}, deps, run()), {instanceOf: Conflict});
	t.true(await touched());
});

test('the same holds when the imported item is no longer in the queue', async t => {
	const line = await torrentLine(t);
	const {deps, run, request, movie} = line;
	await deps.downloads.remove(await importGrabbed(line));
	await t.throwsAsync(handleGrabRelease(request('good'), deps, run()), {instanceOf: Conflict});
	await deps.movies.dropFile(movie.id, 'file', {unmonitor: false, at: new Date()});
	await t.notThrowsAsync(handleGrabRelease(request('good'), deps, run()));
});

test('what a person removed from the queue can be grabbed by hand', async t => {
	const {deps, run, request} = await torrentLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await deps.downloads.remove(queueId);
	await t.notThrowsAsync(handleGrabRelease(request('good'), deps, run()));
});

/** Whether a feed would leave out the release of the line. */
const isKnown = async ({deps, nameOf}: Pick<Line, 'deps' | 'nameOf'>) =>
	(await deps.history.grabsOf([{guid: nameOf('good'), infoHash: null}])).some(({outcome}) => outcome === 'open');

test('a feed knows what a person removed after it had failed, or after a retry', async t => {
	for (const isRetried of [false, true]) {
		const line = await torrentLine(t);
		const {deps, run, request} = line;
		const {queueId} = await handleGrabRelease(request('good'), deps, run());
		await failItem({id: queueId}, 'It broke.', deps);
		t.false(await isKnown(line));
		if (isRetried) {
			await handleRetryDownload({queueItemId: queueId}, deps, run());
		}
		const removal = {removeFromClient: 'now', blocklist: false, reason: 'deleted'} as const;
		await removeItem(await deps.downloads.get(queueId), removal, deps);
		t.true(await isKnown(line));
	}
});

test('a retry is a grab of its own in the history, and what comes of it counts', async t => {
	const {deps, run, sab, request, nameOf} = await usenetLine(t);
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	await failItem({id: queueId}, 'It broke.', deps);
	sab.queue = [];
	await handleRetryDownload({queueItemId: queueId}, deps, run());
	const outcomes = async () => (await deps.history.grabsOf([{guid: nameOf('good'), infoHash: null}])).map(({outcome}) => outcome).sort();
	t.deepEqual(await outcomes(), ['failed', 'open']);
	const [{id: _, ...grab}] = (await deps.history.page({page: 1, limit: 1})).entries as [HistoryEntry];
	await deps.history.add({...grab, event: 'imported', timestamp: new Date()});
	t.deepEqual(await outcomes(), ['failed', 'imported']);
});
