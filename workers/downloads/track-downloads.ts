import {healthRules, recordFailure, recordSuccess} from '#shared/coordination/backoff.ts';
import {type ClientDownload, type FollowedItem, missAgain, present} from '#shared/domain/downloads/client-download.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {whyFake} from '#shared/domain/imports/sort-files.ts';
import {Conflict, isExpected} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import {removalOfLeftover, type trackDownloads} from '#shared/jobs/downloads.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import {toUnavailable} from '#shared/server-outage.ts';
import {asSeen} from '#shared/store/downloads/download-schema.ts';
import {createForeignDownloads} from '#shared/store/downloads/foreign-downloads.ts';
import type {Leftover} from '#shared/store/downloads/leftovers.ts';
import type {DownloadClient} from '../integrations/download-clients/download-client.ts';
import {failItem} from '../library/fail-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {askRemovals, type ClientList, followItems, isRemovalWanted, type SettleDeps, settleWaitingItems} from './follow-items.ts';

type Deps = SettleDeps & Pick<WorkerDeps, 'leases' | 'openDownloadClient' | 'pauses' | 'prefix' | 'producer'>;

/** Milliseconds after which the work of a process that has died may be done by another one. */
const leaseMs = 25_000;

/**
 * Polls every client that is due, then continues what waits. Only one process at a time polls a client, however long
 * that takes. A client without active downloads is polled once a minute.
 */
export const handleTrackDownloads: Handler<typeof trackDownloads, keyof Deps> = async (_payload, deps, {signal}) => {
	const {downloadClients, log} = deps;
	const clients = await downloadClients.list();
	await Promise.all(
		clients.map(client =>
			alone(`tracking:${client.id}`, {deps, signal}, ending => trackClient(client, deps, ending)).catch(error =>
				log.warn({err: error, downloadClient: client.name}, 'A download client could not be polled'),
			),
		),
	);
	await alone('settling', {deps, signal}, ending => settleWaitingItems(deps, ending));
};

/** Does nothing while another process, or an earlier run of this job, is at it. */
async function alone(
	name: string,
	{deps, signal}: {deps: Pick<WorkerDeps, 'leases'>; signal: AbortSignal},
	work: (ending: AbortSignal) => Promise<void>,
): Promise<void> {
	await deps.leases.with(name, {ms: leaseMs, signal, maxWaitMs: 0}, work);
}

/**
 * Milliseconds between two polls of a client that has nothing to download. A little less than a minute, so that a slow
 * answer does not make the poll of the next minute come too early.
 */
const idlePollMs = 55_000;
/** Milliseconds a client may take for its list. */
const listMs = 20_000;

/** The downloads of a client that concern us. */
interface Tracked {
	items: FollowedItem[];
	/** Items that the client lost, and that continue when it lists them again. */
	lost: FollowedItem[];
	leftovers: Leftover[];
}

/** Asks the client for its list, and takes over what is new. */
async function trackClient(client: DownloadClientRecord, deps: Deps, ending: AbortSignal): Promise<void> {
	const {downloads, leftovers, producer, prefix, now} = deps;
	const tracked = {
		items: await downloads.followed(client.id),
		lost: await downloads.lost(client.id, now()),
		leftovers: await leftovers.seedingAt(client.id),
	};
	const idleKey = `${prefix}:tracked:${client.id}`;
	if (!client.enabled && Object.values(tracked).every(rows => rows.length === 0)) {
		return;
	}
	if (tracked.items.every(({state}) => state === 'imported') && (await producer.exists(idleKey))) {
		return;
	}
	await noteHealth(client, {deps, ending}, () => follow(client, tracked, {deps, ending}));
	await producer.set(idleKey, '1', 'PX', idlePollMs);
}

/** Returns what is wrong with the client's disk, which keeps a download of ours from going on. */
async function follow(
	client: DownloadClientRecord,
	{items, lost, leftovers}: Tracked,
	{deps, ending}: {deps: Deps; ending: AbortSignal},
): Promise<string | null> {
	const wanted = new Set(items.flatMap(({state, transfer}) => (state === 'downloading' && transfer ? [transfer.downloadId] : [])));
	const opened = deps.openDownloadClient(client);
	const listed = await opened.list(AbortSignal.any([ending, AbortSignal.timeout(listMs)]), wanted);
	const rows = new Map(listed.map(row => [row.downloadId, row]));
	await followItems(items, {client, rows}, {deps, ending});
	const signal = AbortSignal.any([ending, AbortSignal.timeout(listMs)]);
	await holdDownloads({items, record: client, client: opened, rows, signal}, deps);
	await checkFileLists({client, rows}, deps, ending);
	await resumeFound(lost, rows, deps);
	await followLeftovers(leftovers, {client, rows, items}, deps);
	await noteForeign(client, listed, deps);
	return [...wanted].map(id => rows.get(id)).find(row => row?.fault === 'client')?.message ?? null;
}

/** The outcome becomes the client's health, which is written only when it changes. */
async function noteHealth(
	client: DownloadClientRecord,
	{deps: {downloadClients, now}, ending}: {deps: Pick<WorkerDeps, 'downloadClients' | 'now'>; ending: AbortSignal},
	poll: () => Promise<string | null>,
): Promise<void> {
	let fault: string | null;
	try {
		fault = await poll();
	} catch (error) {
		// When we stop in the middle of a poll, that says nothing about the client.
		ending.throwIfAborted();
		// Neither does an outage of our own servers.
		if (!isExpected(error) && toUnavailable(error)) {
			throw error;
		}
		const message = isExpected(error) ? maskSecrets(error.message) : 'The client sent an unexpected answer; see the log.';
		await recordFailure(downloadClients, client, {message}, {rules: healthRules.downloadClient, now: now()});
		throw error;
	}
	const rules = healthRules.downloadClient;
	await (fault === null
		? recordSuccess(downloadClients, client, rules)
		: recordFailure(downloadClients, client, {message: maskSecrets(fault).slice(0, maxFault)}, {rules, now: now()}));
}

/**
 * Asks for the removal of what has left the queue and met its seeding goals, and forgets what the client no longer
 * has.
 */
async function followLeftovers(
	all: readonly Leftover[],
	{client, rows, items}: ClientList & {items: readonly FollowedItem[]},
	deps: Deps,
): Promise<void> {
	// The same torrent may have been grabbed again.
	const inQueue = new Set(items.map(({transfer}) => transfer?.downloadId));
	const leftovers = all.filter(({downloadId}) => !inQueue.has(downloadId));
	await noteAbsences(leftovers, rows, deps);
	if (isRemovalWanted(client, deps)) {
		const isDue = ({downloadId, retryAt}: Leftover) => rows.get(downloadId)?.removable && !(retryAt && retryAt > deps.now());
		await askRemovals(leftovers.filter(isDue).map(removalOfLeftover), deps);
	}
}

async function noteAbsences(
	leftovers: readonly Leftover[],
	rows: ClientList['rows'],
	{leftovers: store, now}: Pick<WorkerDeps, 'leftovers' | 'now'>,
): Promise<void> {
	const absences = leftovers.map(({id, downloadId, missedLists, ...rest}) => {
		const seen = rows.has(downloadId) ? {...present, isLost: false} : missAgain({...rest, missedLists}, now());
		return {id, ...seen, isNew: seen.missedLists !== missedLists};
	});
	await store.remove(absences.flatMap(({id, isLost}) => (isLost ? [id] : [])));
	await store.noteAbsences(absences.filter(({isNew, isLost}) => isNew && !isLost));
}

/** Continues the items that their client had lost and lists again. The next poll takes over what it says of them. */
async function resumeFound(
	lost: readonly FollowedItem[],
	rows: ReadonlyMap<string, ClientDownload>,
	deps: Pick<WorkerDeps, 'downloads' | 'events'>,
): Promise<void> {
	for (const {id} of lost.filter(({transfer}) => transfer && rows.has(transfer.downloadId))) {
		try {
			const resumed = await deps.downloads.resume(id);
			await (resumed && publishItemUpdated(resumed, deps));
		} catch (error) {
			// The release was grabbed again in the meantime, and that grab is followed.
			if (!(error instanceof Conflict)) {
				throw error;
			}
		}
	}
}

/** What others have added in our categories is shown, and left alone. */
async function noteForeign(
	client: DownloadClientRecord,
	listed: readonly ClientDownload[],
	{downloads, leftovers, producer: redis, prefix, now}: Pick<Deps, 'downloads' | 'leftovers' | 'now' | 'prefix' | 'producer'>,
): Promise<void> {
	const foreign = createForeignDownloads({redis, prefix});
	if (await foreign.isFresh(client.id, now())) {
		return;
	}
	const ids = listed.map(({downloadId}) => downloadId);
	const ours = new Set([...(await downloads.known(ids)), ...(await leftovers.knownAt(client.id))]);
	const others = listed.filter(({downloadId}) => !ours.has(downloadId));
	await foreign.put(client.id, others, now());
}

/** Letters of a fault that are kept. */
const maxFault = 500;

interface Holding {
	items: readonly FollowedItem[];
	record: DownloadClientRecord;
	client: DownloadClient;
	rows: ClientList['rows'];
	signal: AbortSignal;
}

const moving: ReadonlySet<string> = new Set(['downloading', 'queued', 'warning']);

/**
 * Pauses what the client downloads while it or everything is paused, and resumes afterwards what this has paused, and
 * nothing that a person has.
 */
async function holdDownloads(
	{items, record, client, rows, signal}: Holding,
	{downloads, pauses, now}: Pick<WorkerDeps, 'downloads' | 'now' | 'pauses'>,
): Promise<void> {
	if (!client.control) {
		return;
	}
	const isPaused = (await pauses.active(now())).some(
		({scope, targetId}) => scope === 'all' || (scope === 'downloadClient' && targetId === record.id),
	);
	const due = items.flatMap(({id, state, transfer}) => {
		const row = transfer && rows.get(transfer.downloadId);
		if (state !== 'downloading' || !transfer || !row) {
			return [];
		}
		// Resuming what is already running changes nothing, and not every client reports that a download is paused.
		return (isPaused ? moving.has(row.status) : transfer.held) ? [{id, transfer, isOpen: row.status !== 'completed'}] : [];
	});
	if (due.length === 0) {
		return;
	}
	// Noted before it is done.
	const note = (held: boolean) =>
		downloads.noteHeld(
			due.map(({id, transfer}) => ({id, started: transfer.started})),
			held,
		);
	await (isPaused ? note(true) : null);
	const ids = due.filter(({isOpen}) => isPaused || isOpen).map(({transfer}) => transfer.downloadId);
	await (ids.length > 0 ? client.control(ids, isPaused ? 'pause' : 'resume', signal) : null);
	await (isPaused ? null : note(false));
}

interface Polled {
	client: DownloadClientRecord;
	/** What the client reports, by download id. */
	rows: ReadonlyMap<string, {size: number}>;
}

/** File lists that are asked for in one poll of a client. */
const maxAtOnce = 20;

/**
 * Asks the client once for the files of each new torrent, as soon as it knows them, and fails a download that contains
 * a program or no video. If that fails, it is asked again at the next poll.
 */
async function checkFileLists({client, rows}: Polled, deps: Deps, signal: AbortSignal): Promise<void> {
	const {downloads, openDownloadClient, log} = deps;
	const unchecked = await downloads.withUncheckedFiles(client.id);
	// A magnet link has no size until its metadata is there.
	const due = unchecked.filter(({transfer}) => (rows.get(transfer.downloadId)?.size ?? 0) > 0);
	// Begins anywhere, so that one list that never comes does not keep the others waiting.
	const start = Math.floor(Math.random() * due.length);
	for (const item of [...due.slice(start), ...due.slice(0, start)].slice(0, maxAtOnce)) {
		try {
			const files = await openDownloadClient(client).files(item.transfer.downloadId, signal);
			const fake = files ? whyFake(files) : null;
			if (fake !== null) {
				await failItem(item, fake, deps, asSeen(item));
			}
		} catch (error) {
			if (!isExpected(error)) {
				throw error;
			}
			log.debug({err: error, queueItemId: item.id, release: item.title}, 'The files of a download could not be listed');
			return;
		}
		// A client that knows the size but not the files is not asked again: the import looks at the files anyway.
		await downloads.change(item.id, {release: {filesChecked: true}}, {matching: asSeen(item)});
	}
}
