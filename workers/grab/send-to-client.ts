import {wait} from '#shared/coordination/wait.ts';
import {isJobOf, jobKeyOf, jobName, passwordIn, removalKey} from '#shared/domain/downloads/client-download.ts';
import {categoryFor, type DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {
	chosenFacts,
	formatFacts,
	itemRelease,
	itemSubject,
	newTransfer,
	type QueueItem,
	type Transfer,
} from '#shared/domain/downloads/queue-item.ts';
import {seedGoalsOf} from '#shared/domain/downloads/seeding-goals.ts';
import {whyFake} from '#shared/domain/imports/sort-files.ts';
import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import {Conflict, Invalid, isExpected, NotFound, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {publishItemUpdated, queueItem, queueStream} from '#shared/events/queue.ts';
import {leftoverOf, removalOf, removeDownload} from '#shared/jobs/downloads.ts';
import {leftOutText, noPrivateAddresses, type PrivateAddresses} from '#shared/network-address.ts';
import type {DownloadClient, NewDownload} from '../integrations/download-clients/download-client.ts';
import type {FetchedRelease} from '../integrations/indexers/fetch-release.ts';
import {parseTorrentFile} from '../integrations/torrents/torrent-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {isAway, isRefusal, isUnreadable, unclear} from './outcome.ts';

export type SendDeps = Pick<
	WorkerDeps,
	'blocklist' | 'downloads' | 'fetchRelease' | 'indexers' | 'keptFiles' | 'leases' | 'log' | 'now' | 'openDownloadClient'
>;

/** Milliseconds for a client to take a download, with all calls that this needs. */
const addMs = 45_000;

/**
 * Fetches the release, hands it to the client, and returns the client's id. A client that already has it returns the
 * same id. Throws Unclear when the client may have it; after any other failure it does not.
 */
export async function sendToClient(item: QueueItem, record: DownloadClientRecord, deps: SendDeps, signal: AbortSignal): Promise<string> {
	const category = categoryFor(item.target.seriesId ? 'tv' : 'movie', record);
	const indexer = await deps.indexers.find(item.release.indexerId);
	const kept = await keptFor(item, deps);
	const fetched = kept ?? (await fetchFor(item, indexer, deps, signal));
	await refuseFake(item, fetched, deps);
	await noteLeftOut(item, fetched.leftOut ?? noPrivateAddresses, deps);
	const download = {...toDownload(item, fetched, indexer), category};
	try {
		const ready = await deps.downloads.beginSending(item, download.infoHash);
		if (!ready) {
			throw await whyNotReady(item, deps);
		}
		await removalOver(ready, deps, signal);
		const downloadId = await addOrFind(deps.openDownloadClient(record), {item: ready, download}, signal);
		await (kept && quietly(deps.keptFiles.drop(item.release), deps));
		return downloadId;
	} catch (error) {
		// What a client refuses to take may be a broken file, which the site may have mended by the next try.
		const isRefused = error instanceof UpstreamFailed && error.code === 'download_refused';
		await quietly(isRefused ? deps.keptFiles.drop(item.release) : deps.keptFiles.keep(item.release, fetched), deps);
		throw error;
	}
}

/** A kept file only saves a request to its site. */
const quietly = (work: Promise<void>, {log}: Pick<WorkerDeps, 'log'>) =>
	work.catch(err => log.warn({err}, 'A fetched file could not be kept for another try'));

const keptFor = ({release}: QueueItem, {keptFiles}: Pick<WorkerDeps, 'keptFiles'>): Promise<FetchedRelease | null> =>
	keptFiles.find(release).catch(() => null);

async function fetchFor(
	item: QueueItem,
	indexer: Indexer | null,
	{downloads, fetchRelease}: Pick<WorkerDeps, 'downloads' | 'fetchRelease'>,
	signal: AbortSignal,
): Promise<FetchedRelease> {
	const {title, protocol, site} = item.release;
	const addresses = await downloads.addressesOf(item.id);
	return fetchRelease({...addresses, title, protocol, indexer, byPerson: item.chosen !== null, ...(site !== undefined && {site})}, signal);
}

function toDownload(item: QueueItem, {magnetUrl, torrent, nzb, infoHash}: FetchedRelease, indexer: Indexer | null): NewDownload {
	const {title, protocol} = item.release;
	return {
		...(protocol === 'usenet' ? {title: jobName(title, jobKeyOf(item)), password: passwordIn(title)} : {title}),
		...{magnetUrl, torrent, nzb, infoHash},
		...seedGoalsOf(item.release, indexer),
	};
}

/** A torrent whose trackers are all private does not come on, whatever the client. */
async function noteLeftOut(item: QueueItem, leftOut: PrivateAddresses, {downloads}: Pick<WorkerDeps, 'downloads'>): Promise<void> {
	const text = leftOutText(leftOut);
	if (text !== null || item.statusMessages.length > 0) {
		await downloads.change(item.id, {statusMessages: text === null ? [] : [{title: item.release.title, messages: [text]}]});
	}
}

/** Fetching took so long that the item was removed, or that another worker sends it. */
async function whyNotReady(item: QueueItem, {downloads}: Pick<WorkerDeps, 'downloads'>): Promise<Error> {
	return (await downloads.find(item.id))
		? unclear(item, new Error('Another worker took over while the release was fetched'))
		: new NotFound('queue_item_not_found', `${item.release.title} was removed from the queue before it was sent.`);
}

/** Milliseconds for a removal of the same torrent that is under way. */
const removalMs = 30_000;

/**
 * A removal of the same torrent looks for items that need it before it calls the client, and we store our item before
 * we look for a removal. So one of the two always sees the other.
 */
async function removalOver(
	{client, release: {infoHash}}: QueueItem,
	{leases}: Pick<WorkerDeps, 'leases'>,
	signal: AbortSignal,
): Promise<void> {
	const waiting = {signal, maxWaitMs: removalMs};
	const isOver = !client || infoHash === null || (await leases.whenFree(removalKey(client.id, infoHash), waiting));
	if (!isOver) {
		throw new Unavailable('removal_under_way', 'The same torrent is just being removed from the download client. Try again in a minute.');
	}
}

/** A failed call may still have reached the client, so its list of downloads decides. */
async function addOrFind(
	client: DownloadClient,
	{item, download}: {item: QueueItem; download: NewDownload},
	signal: AbortSignal,
): Promise<string> {
	try {
		return await client.add(download, AbortSignal.any([signal, AbortSignal.timeout(addMs)]));
	} catch (error) {
		const [listed] = signal.aborted ? [] : await Promise.allSettled([findInClient(client, item, signal)]);
		if (listed?.status === 'fulfilled' && listed.value) {
			return listed.value;
		}
		// A client that can be read otherwise may have taken the release before its answer was spoilt.
		const isSpoilt = isUnreadable(error) && !(listed?.status === 'rejected' && isUnreadable(listed.reason));
		if (!isRefusal(error) || isSpoilt) {
			throw unclear(item, error);
		}
		throw toRefusal(error, item);
	}
}

/** Whether it is due to the settings, the client or the release that a client certainly does not have it. */
function toRefusal(error: unknown, {client}: QueueItem): unknown {
	if (error instanceof Invalid) {
		return new UpstreamFailed('download_client_refused', `The download client refused: ${error.message}`, {cause: error});
	}
	return isAway(error)
		? new UpstreamFailed('download_client_away', `${client?.name} cannot take it now: ${error.message}`, {cause: error})
		: error;
}

/**
 * Reads the file list of a torrent file before it is sent. Blocklists the release and throws Invalid `fake_release`
 * when it holds a program or no video. The list of a magnet link is checked once the client knows it.
 */
async function refuseFake(
	item: QueueItem,
	{torrent}: Pick<NewDownload, 'torrent'>,
	{blocklist, downloads, now}: Pick<WorkerDeps, 'blocklist' | 'downloads' | 'now'>,
): Promise<void> {
	if (!torrent) {
		return;
	}
	const {files, infoHash} = parseTorrentFile(torrent);
	const reason = whyFake(files);
	if (reason === null) {
		await downloads.change(item.id, {release: {filesChecked: true}});
		return;
	}
	await blocklist.add({...itemRelease(item), infoHash, reason, addedAt: now()});
	throw new Invalid('fake_release', `${item.release.title} is not sent to a download client. ${reason} Choose another release.`);
}

/** Milliseconds for the client's whole list. */
const listMs = 30_000;

/**
 * The id under which a client has the release of an item: a torrent by its info hash, a usenet job by its name. Null
 * when its complete list does not show it. Throws what the client's `list` throws.
 */
export async function findInClient(client: DownloadClient, item: QueueItem, signal: AbortSignal): Promise<string | null> {
	const rows = await client.list(AbortSignal.any([signal, AbortSignal.timeout(listMs)]));
	const {protocol, infoHash} = item.release;
	const key = jobKeyOf(item);
	const found = rows.find(({downloadId, title}) =>
		protocol === 'usenet' ? isJobOf(key, title) : infoHash !== null && downloadId === infoHash,
	);
	return found?.downloadId ?? null;
}

type ConfirmDeps = Pick<WorkerDeps, 'downloads' | 'events' | 'history' | 'jobs' | 'leftovers' | 'log' | 'now'>;

/**
 * Stores that the client has the release under this id, and publishes it. If the item was removed in the meantime, its
 * download is removed too. Throws NotFound in that case, and Unclear when MongoDB stays away.
 */
export async function confirmSent(
	item: QueueItem,
	downloadId: string,
	{deps, signal}: {deps: ConfirmDeps; signal: AbortSignal},
): Promise<QueueItem> {
	const transfer = newTransfer(item.release, downloadId, deps.now());
	const write = async () => {
		await recordGrab({...item, transfer}, deps);
		return deps.downloads.confirmSent(item.id, transfer);
	};
	const sent = await throughOutage(write, signal).catch(error => {
		throw unclear(item, error);
	});
	if (!sent) {
		return takeBack({...item, transfer}, deps);
	}
	// The grab is done; listeners that miss the event see it at their next read.
	await (isResent(item) ? publishItemUpdated(sent, deps) : publishGrab(sent, deps)).catch(error =>
		deps.log.warn({err: error, queueItemId: item.id}, 'A grab could not be announced'),
	);
	return sent;
}

/**
 * The client has accepted a release that is no longer wanted: its item was removed, has failed, or has another download
 * by now. The download is removed, unless the person who removed the item wanted the client to keep it.
 */
async function takeBack(item: QueueItem & {transfer: Transfer}, {downloads, jobs, leftovers}: ConfirmDeps): Promise<QueueItem> {
	if (!(await leftovers.isToStay(item.id))) {
		await leftovers.add([leftoverOf(item, {whenSeeded: false})]);
		await jobs.enqueue(removeDownload, removalOf(item));
	}
	const present = await downloads.find(item.id);
	if (present?.transfer) {
		return present;
	}
	const {title} = item.release;
	throw present
		? new Conflict('queue_item_changed', `${title} failed in the queue while it was being sent.`)
		: new NotFound('queue_item_not_found', `${title} was removed from the queue while it was being sent.`);
}

/** The item was retried after a failure, so it was in the queue before. */
function isResent({sending}: QueueItem): boolean {
	return (sending?.key ?? null) !== null;
}

/**
 * Records a release that its client has accepted. A retry is a grab of its own, with its own outcome. A second call for
 * the same sending leaves the history unchanged.
 */
async function recordGrab(item: QueueItem, {history, now}: Pick<WorkerDeps, 'history' | 'now'>): Promise<void> {
	const {guid, indexerId, size, protocol, judgement} = item.release;
	const known = {guid, indexerId, size, protocol, ...formatFacts(judgement)};
	const data = {...known, ...chosenFacts(item)};
	await history.add({...itemSubject(item), event: 'grabbed', data, timestamp: now()}, `grabbed-${jobKeyOf(item)}`);
}

async function publishGrab(item: QueueItem, {events}: Pick<WorkerDeps, 'events'>): Promise<void> {
	await events.publish(queueStream, 'queueItemAdded', queueItem.present(item));
}

/** Milliseconds in which MongoDB has a new primary, even after its servers were all restarted. */
const outageMs = 45_000;
/** Milliseconds that are left for it when the process stops. */
const stopMs = 5000;
const pauseMs = 250;

/**
 * Repeats `work`, which may be done twice, until MongoDB takes it. Used where the outside world has already changed and
 * only our record of it is missing.
 */
async function throughOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
	const ended = AbortSignal.timeout(outageMs);
	const stopping = AbortSignal.timeout(stopMs);
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (isExpected(error) || ended.aborted || (signal.aborted && stopping.aborted)) {
				throw error;
			}
			await wait(pauseMs, ended).catch(() => {});
		}
	}
}
