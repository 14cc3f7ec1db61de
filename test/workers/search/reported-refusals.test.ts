import type {ExecutionContext} from 'ava';
import test from 'ava';
import {newSending} from '#shared/domain/downloads/queue-item.ts';
import {Invalid, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import {later, torrentItem, torrentLine} from '#test/helpers/grab-line.ts';
import {buildNotification} from '#test/helpers/world/receivers.ts';
import {notifyEvents} from '#workers/executions/notify-events.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

async function withReceiver(t: ExecutionContext) {
	const line = await torrentLine(t, [torrentItem('p', 'aa', 'ONE'), torrentItem('q', 'bb', 'TWO')]);
	const {deps, movie, run} = line;
	const {id} = await deps.notifications.add(buildNotification({events: ['failed']}), new Date());
	const reported = async () => {
		await notifyEvents(deps);
		const {deliveries} = await deps.deliveries.page({notificationId: id, page: 1, limit: 100});
		return deliveries.flatMap(({message}) => (message.type === 'failed' ? [message.data] : []));
	};
	/** A search whose grabs all fail in this way. */
	const search = (error: Error, now = () => new Date()) => {
		const ask = async () => {
			throw error;
		};
		const jobs = {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']};
		return handleSearchMovie({movieId: movie.id, reason: 'missing'}, {...deps, jobs, now}, run());
	};
	return {...line, reported, search};
}

test('a release that its client refuses is reported once, however often it is found', async t => {
	const {search, reported, movie} = await withReceiver(t);
	const error = new UpstreamFailed('download_refused', 'qBittorrent did not take this torrent; see its log.');
	await search(error);
	await search(error, () => new Date(Date.now() + 5 * 86_400_000));
	const messages = await reported();
	t.is(messages.length, 2, 'one for each release');
	t.like(messages[0], {stage: 'grab', message: error.message, downloadClient: null, indexer: 'Site torznab', quality: 'WEBDL-1080p'});
	t.is(messages[0]?.media?.id, movie.id);
	t.is(new Set(messages.map(({releaseTitle}) => releaseTitle)).size, 2);
});

test('a release that is of no use is reported', async t => {
	const {search, reported} = await withReceiver(t);
	await search(new Invalid('fake_release', 'It holds a program.'));
	t.is((await reported()).length, 2);
});

for (const error of [
	new Unavailable('no_download_client', 'No enabled download client takes torrent releases.'),
	new UpstreamFailed('download_client_refused', 'The download client refused: it has no such category.'),
]) {
	test(`${error.code} stops all grabs, so it is reported once a day`, async t => {
		const {search, reported} = await withReceiver(t);
		await search(error);
		await search(error);
		t.is((await reported()).length, 1);
		await search(error, () => new Date(Date.now() + 2 * 86_400_000));
		t.is((await reported()).length, 2);
	});
}

test('what only is away is reported as its health, not with each release', async t => {
	const {search, reported} = await withReceiver(t);
	await search(new UpstreamFailed('connection_refused', '127.0.0.1 refuses the connection.'));
	await search(new UpstreamFailed('indexer_failed', 'The indexer answers 503.'));
	t.deepEqual(await reported(), []);
});

test('a grab that stayed in the queue and fails there is reported once, also after retries in vain', async t => {
	const {deps, run, request, qbittorrent, reported, record, queue} = await withReceiver(t);
	const {queueId} = await handleGrabRelease(request('p'), deps, run());
	await deps.downloads.change(queueId, {transfer: null, sending: newSending(null, 'a dead worker')});
	qbittorrent.torrents = [];
	await deps.downloadClients.remove(record.id);
	await handleRetryDownload({queueItemId: queueId}, later(deps, 5), run());
	t.like((await queue())[0], {state: 'failedPending', errorMessage: 'Its download client was deleted.'});
	await handleRetryDownload({queueItemId: queueId}, later(deps, 6), run()).catch(() => {});
	t.like((await queue())[0], {state: 'failedPending'});
	const messages = await reported();
	t.is(messages.length, 1);
	t.like(messages[0], {stage: 'grab', message: 'Its download client was deleted.', indexer: 'Site torznab'});
	const failures = (await deps.history.page({page: 1, limit: 10})).entries.filter(({event}: HistoryEntry) => event === 'downloadFailed');
	t.is(failures.length, 1);
});
