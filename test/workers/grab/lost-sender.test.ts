import test from 'ava';
import {removeItem} from '#api/queue/remove-item.ts';
import {newTransfer} from '#shared/domain/downloads/queue-item.ts';
import {Conflict, NotFound, Unclear, UpstreamFailed} from '#shared/errors.ts';
import {leftoverOf, type RemoveDownload} from '#shared/jobs/downloads.ts';
import {later, usenetLine} from '#test/helpers/grab-line.ts';
import {settleWaitingItems} from '#workers/downloads/follow-items.ts';
import {handleRemoveDownload} from '#workers/downloads/remove-download.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleRetryDownload} from '#workers/grab/retry-download.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

type Line = Awaited<ReturnType<typeof usenetLine>>;

/** So much time passes that another worker may send the release, and does. */
async function sendByAnother({deps, run, queue}: Line) {
	const [item] = await queue();
	await deps.downloads.change(item!.id, {sending: item!.sending && {...item!.sending, until: new Date(0)}}); // the test has one
	await handleRetryDownload({queueItemId: item!.id}, later(deps, 10), run());
}

/** An intent without an answer; the client has nothing. */
async function unanswered({deps, run, sab, request}: Line) {
	const {queueId} = await handleGrabRelease(request('good'), deps, run());
	sab.queue = [];
	await deps.downloads.change(queueId, {transfer: null, sending: {key: null, token: 'dead', tries: 1, until: new Date(0)}});
	return queueId;
}

const lateFailures: Record<string, Error> = {
	'times out': new UpstreamFailed('timed_out', 'The indexer did not answer in time.'),
	'finds the release gone': new NotFound('release_gone', 'The indexer no longer has the release.'),
	'fails without a reason': new Error('Unexpected'),
};

for (const [how, failure] of Object.entries(lateFailures)) {
	test(`a grab whose fetch ${how} late leaves the item that another worker has sent`, async t => {
		const line = await usenetLine(t);
		const {deps, run, sab, request, queue} = line;
		const fetchRelease = async () => {
			await sendByAnother(line);
			throw failure;
		};
		await t.throwsAsync(handleGrabRelease(request('good'), {...deps, fetchRelease}, run()), {instanceOf: Unclear});
		t.is(sab.queue.length, 1);
		t.like(await queue(), [{state: 'downloading', health: 'ok', transfer: {downloadId: 'SABnzbd_nzo_1'}}]);
	});

	test(`a retry whose fetch ${how} late leaves the item that another worker has sent`, async t => {
		const line = await usenetLine(t);
		const {deps, run, queue} = line;
		const queueItemId = await unanswered(line);
		const fetchRelease = async () => {
			await sendByAnother(line);
			throw failure;
		};
		await handleRetryDownload({queueItemId}, {...deps, fetchRelease}, run()).catch(() => {});
		t.like(await queue(), [{state: 'downloading', health: 'ok', retryAt: null, transfer: {downloadId: 'SABnzbd_nzo_2'}}]);
	});
}

test('a sender that another has replaced neither fails nor marks the item while the other is still at it', async t => {
	const line = await usenetLine(t);
	const {deps, run, queue} = line;
	const queueItemId = await unanswered(line);
	const fetchRelease = async () => {
		await deps.downloads.takeIntent(queueItemId, 'dead');
		const [item] = await queue();
		await deps.downloads.change(queueItemId, {health: 'ok', sending: {...item!.sending!, token: 'another', until: new Date('2999-01-01')}}); // it was sent
		throw lateFailures['finds the release gone'];
	};
	await handleRetryDownload({queueItemId}, {...deps, fetchRelease}, run()).catch(() => {});
	t.like(await queue(), [{state: 'downloading', health: 'ok', sending: {token: 'another'}}]);
});

/** The client takes a release, and `meanwhile` happens before the worker learns of it. */
function confirmedLate({deps}: Line, meanwhile: () => Promise<unknown>): WorkerDeps {
	return {
		...deps,
		openDownloadClient: settings => {
			const client = deps.openDownloadClient(settings);
			return {
				...client,
				async add(download, signal) {
					const id = await client.add(download, signal);
					await meanwhile();
					return id;
				},
			};
		},
	};
}

const removals = async ({deps}: Line) =>
	(await deps.jobs.queue('downloads').getJobs(['waiting', 'prioritized'])).map(({data}) => data.payload);

test('a download stays in its client if a person who removed its item while it was being sent wants that', async t => {
	const line = await usenetLine(t);
	const {deps, run, request, queue} = line;
	const removal = {removeFromClient: 'never', blocklist: false, reason: 'deleted'} as const;
	const meanwhile = async () => removeItem((await queue())[0]!, removal, deps); // the test has one
	await t.throwsAsync(handleGrabRelease(request('good'), confirmedLate(line, meanwhile), run()), {instanceOf: NotFound});
	await settleWaitingItems(deps);
	t.deepEqual(await removals(line), []);
	t.false(await deps.leftovers.hasRemovals());
	await settleWaitingItems(later(deps, 25 * 60));
	t.deepEqual(await deps.leftovers.due(new Date('2999-01-01')), [], 'what says so has an end');
	t.deepEqual(await removals(line), []);
});

test('a download that its client took after its item had failed is removed there, also if the job is lost', async t => {
	const line = await usenetLine(t);
	const {deps, run, request, queue} = line;
	const meanwhile = async () => deps.downloads.move((await queue())[0]?.id ?? '', 'failedPending', {status: 'failed'});
	await t.throwsAsync(handleGrabRelease(request('good'), confirmedLate(line, meanwhile), run()), {instanceOf: Conflict});
	t.like(await removals(line), [{downloadId: 'SABnzbd_nzo_1', deleteData: true}]);
	t.like(await deps.leftovers.due(new Date()), [{downloadId: 'SABnzbd_nzo_1'}]);
});

test('of two downloads of one item the later one is removed, and what is said of it does not touch the first', async t => {
	const line = await usenetLine(t);
	const {deps, run, request, queue} = line;
	const meanwhile = async () => {
		const [item] = await queue();
		await deps.downloads.confirmSent(item!.id, newTransfer(item!.release, 'SABnzbd_nzo_9', new Date(1))); // the test has one
	};
	const {queueId, downloadId} = await handleGrabRelease(request('good'), confirmedLate(line, meanwhile), run());
	t.is(downloadId, 'SABnzbd_nzo_9');
	t.like(await deps.downloads.get(queueId), {state: 'downloading', transfer: {downloadId: 'SABnzbd_nzo_9'}});
	t.like(await removals(line), [{downloadId: 'SABnzbd_nzo_1', queueItemId: queueId}]);
	await deps.leftovers.add([leftoverOf(await deps.downloads.get(queueId), {whenSeeded: false})]);
	const [removal] = await removals(line);
	await deps.downloads.move(queueId, 'ignored', {});
	await handleRemoveDownload(removal as RemoveDownload, deps, run());
	t.deepEqual(line.sab.queue, []);
	t.false((await deps.downloads.get(queueId)).transfer?.removedFromClient);
	t.like(await deps.leftovers.due(new Date()), [{downloadId: 'SABnzbd_nzo_9'}]);
});
