import {randomUUID} from 'node:crypto';
import {type JudgedRelease, titleIdOf} from '#shared/domain/decisions/judged-release.ts';
import {clientsFor, type DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {type ChosenRelease, type GrabbedRelease, type GrabTarget, newSending, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {TaggedTitle} from '#shared/domain/media/tags.ts';
import {getQuality} from '#shared/domain/quality/qualities.ts';
import {Cancelled, Conflict, Invalid, NotFound, Unavailable, Unclear, UpstreamFailed} from '#shared/errors.ts';
import type {GrabRelease, grabRelease} from '#shared/jobs/grab.ts';
import type {NewQueueItem} from '#shared/store/downloads/downloads.ts';
import {refusePaused} from '../library/pauses.ts';
import {taggedTitle} from '../library/tagged-title.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {grabTarget} from './grab-target.ts';
import {checkAgainMs, isRefusal, showWaiting, unclear} from './outcome.ts';
import {confirmSent, findInClient, type SendDeps, sendToClient} from './send-to-client.ts';

type Deps = SendDeps &
	Pick<
		WorkerDeps,
		| 'downloadClients'
		| 'episodes'
		| 'events'
		| 'history'
		| 'importListItems'
		| 'jobs'
		| 'leftovers'
		| 'libraries'
		| 'movies'
		| 'pauses'
		| 'releaseCache'
		| 'series'
		| 'titleNews'
	>;

/**
 * Stores the intent, sends the release to its client, and announces it. The intent's unique key prevents sending a
 * release twice. If the client clearly did not take the release, the intent is removed; in every other case it stays,
 * and `retry-download` settles it. Throws Unclear then.
 */
export const handleGrabRelease: Handler<typeof grabRelease, keyof Deps> = async (payload, deps, {id: jobId, signal}) => {
	const found = await deps.releaseCache.find(payload.indexerId, payload.guid);
	if (!found) {
		throw new NotFound('release_expired', 'The release was not found in the last hour. Search again, then grab it.');
	}
	const {target, title, judged} = await grabTarget(payload, found, deps);
	if (payload.byPerson) {
		await deps.importListItems.noteTouched([target.movieId, target.seriesId].filter(id => id !== null));
	}
	await (payload.byPerson ? null : refusePaused(target, deps));
	const isOther = [found, ...(found.versions ?? [])].every(each => titleIdOf(each) !== (target.movieId ?? target.seriesId));
	const able = await ableClients(judged, {title: await taggedTitle(title, deps), byPerson: payload.byPerson ?? false}, deps);
	const client = await firstThere(able, deps, signal);
	const stored = await storeIntent(
		toIntent(asSaid(judged, payload), {client, target, chosen: chosenOf(judged, payload, isOther), token: jobId, now: deps.now()}),
		deps,
	);
	const item =
		'intent' in stored ? await sendOrForget(stored.intent, client, deps, signal) : await settleRival(stored.rival, jobId, deps, signal);
	return {downloadId: item.transfer?.downloadId ?? '', queueId: item.id, title: item.release.title};
};

async function sendOrForget(intent: QueueItem, client: DownloadClientRecord, deps: Deps, signal: AbortSignal): Promise<QueueItem> {
	try {
		return await confirmSent(intent, await sendToClient(intent, client, deps, signal), {deps, signal});
	} catch (error) {
		if (error instanceof Unclear) {
			await showWaiting(intent, {message: error.message, waitMs: checkAgainMs}, deps);
			throw error;
		}
		const isRemoved = await deps.downloads.removeIntent(intent).catch(cause => {
			// It stays, so it will be sent.
			throw unclear(intent, cause);
		});
		const left = isRemoved ? null : await deps.downloads.find(intent.id);
		// Another sender has taken over meanwhile.
		throw left?.state === 'downloading' ? unclear(intent, error) : error;
	}
}

/**
 * A release whose earlier grab ended unclear may be in its client by now. A job runs again when its worker died; then
 * the intent is its own, and is continued. Otherwise throws Conflict.
 */
async function settleRival(rival: QueueItem, jobId: string, deps: Deps, signal: AbortSignal): Promise<QueueItem> {
	const isOwn = rival.sending?.token === jobId;
	if (isOwn && rival.transfer !== null) {
		return rival;
	}
	const isOpen = rival.state === 'downloading' && rival.transfer === null && (isOwn || rival.health === 'warning');
	const record = isOpen && rival.client ? await deps.downloadClients.find(rival.client.id) : null;
	if (!record) {
		throw alreadyGrabbed(rival.release);
	}
	const downloadId = await findInClient(deps.openDownloadClient(record), rival, signal).catch(() => null);
	if (downloadId) {
		return confirmSent(rival, downloadId, {deps, signal});
	}
	if (!isOwn) {
		throw alreadyGrabbed(rival.release);
	}
	// A new token, because the first worker may not be dead but only frozen.
	const taken = await deps.downloads.takeIntent(rival.id, randomUUID());
	if (!taken) {
		throw unclear(rival, new Error('Its first worker may have sent it'));
	}
	return sendOrForget(taken, record, deps, signal);
}

/** The clients that may take it, in order. Throws Unavailable if there is none. */
async function ableClients(
	{release: {indexerId, protocol}}: JudgedRelease,
	{title, byPerson}: {title: TaggedTitle; byPerson: boolean},
	deps: Pick<WorkerDeps, 'downloadClients' | 'downloads' | 'indexers' | 'now' | 'pauses'>,
): Promise<[DownloadClientRecord, ...DownloadClientRecord[]]> {
	const preferredId = (await deps.indexers.find(indexerId))?.downloadClientId ?? null;
	const paused = await deps.pauses.active(deps.now());
	const clients = (await deps.downloadClients.list()).filter(
		({id}) => !paused.some(each => each.scope === 'downloadClient' && each.targetId === id),
	);
	const [first, ...others] = clientsFor(clients, {protocol, preferredId, title});
	if (!first) {
		throw new Unavailable(
			'no_download_client',
			`No enabled download client takes ${protocol} releases of this title. Add one at /api/download-clients, or check their tags and whether they are paused.`,
		);
	}
	if (byPerson) {
		return [first, ...others];
	}
	const faulty = new Set(await deps.downloads.faultyClients(new Date(Number(deps.now()) - faultMs)));
	const isSound = ({id}: DownloadClientRecord) => !faulty.has(id);
	const [sound, ...rest] = isSound(first) ? [first, ...others] : clientsFor(clients.filter(isSound), {protocol, preferredId: null, title});
	if (!sound || (sound.kind === 'builtin' && first.kind !== 'builtin')) {
		throw new Unavailable('download_client_disk', {
			fact: `${first.name} has downloads that its disk keeps from going on, so it gets no others.`,
			remedy: 'Make room there or repair it, then let it try them again, or remove them',
		});
	}
	return [sound, ...rest.filter(isSound)];
}

/** Milliseconds after which a client whose disk was at fault gets another release: it would meet that again. */
const faultMs = 3_600_000;

/**
 * The first client that answers. Nothing has been sent to the others, so that a release never gets into two of them.
 * Throws what is wrong with the first if nobody answers.
 */
async function firstThere(
	[first, ...others]: readonly [DownloadClientRecord, ...DownloadClientRecord[]],
	deps: Pick<WorkerDeps, 'log' | 'openDownloadClient'>,
	signal: AbortSignal,
): Promise<DownloadClientRecord> {
	try {
		await askWhetherThere(first, deps, signal);
		return first;
	} catch (error) {
		for (const other of others) {
			const isThere = await askWhetherThere(other, deps, signal).then(
				() => true,
				() => false,
			);
			if (isThere) {
				deps.log.warn(
					{err: error, downloadClient: other.name},
					'A release goes to another download client: the first one does not take it',
				);
				return other;
			}
		}
		signal.throwIfAborted();
		throw error;
	}
}

/**
 * A client that is away is asked before its indexer is, so that the file of a release is not fetched for nothing. What
 * is not clear is settled when it is sent.
 */
async function askWhetherThere(
	record: DownloadClientRecord,
	{openDownloadClient}: Pick<WorkerDeps, 'openDownloadClient'>,
	signal: AbortSignal,
) {
	try {
		await openDownloadClient(record).ping?.(AbortSignal.any([signal, AbortSignal.timeout(askMs)]));
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof Invalid) {
			throw new UpstreamFailed('download_client_refused', `The download client refused: ${error.message}`, {cause: error});
		}
		const isLate = error instanceof Cancelled; // by our own limit: nobody else has ended the call
		if (isLate || isRefusal(error) || (error instanceof UpstreamFailed && error.code === 'timed_out')) {
			const why = isLate ? 'it does not answer.' : (error as Error).message;
			throw new UpstreamFailed('download_client_away', `${record.name} cannot take it now: ${why}`, {cause: error});
		}
	}
}

/** Milliseconds for a client to say that it is there. */
const askMs = 15_000;

/** What a person says about the release counts more than its title. */
function asSaid(judged: JudgedRelease, {quality, languages}: GrabRelease): JudgedRelease {
	const said = quality && getQuality(quality);
	const judgement = {
		...judged.judgement,
		...(said && {quality: said.name, qualityScore: said.score}),
		...(languages && {languages}),
	};
	return {...judged, judgement};
}

function chosenOf(
	{rejectionDetails}: JudgedRelease,
	{byPerson = false, quality}: GrabRelease,
	isOtherTitle: boolean,
): ChosenRelease | null {
	const rejections = rejectionDetails.slice(0, maxRejections).map(({detail}) => detail);
	return byPerson ? {rejections, quality: quality ?? null, ...(isOtherTitle && {isOtherTitle})} : null;
}

/** There are fewer rules than that. */
const maxRejections = 20;

interface Grab {
	client: DownloadClientRecord;
	target: GrabTarget;
	chosen: ChosenRelease | null;
	/** The job that may send it. */
	token: string;
	now: Date;
}

function toIntent({release, judgement}: JudgedRelease, {client, target, chosen, token, now}: Grab): NewQueueItem {
	const {title, guid, indexerId, indexer, protocol, infoHash, size, seeders, leechers, downloadUrl, magnetUrl} = release;
	const {minimumSeeding, site} = release;
	return {
		state: 'downloading',
		status: 'queued',
		health: 'ok',
		statusMessages: [],
		errorMessage: null,
		added: now,
		ended: null,
		retryAt: null,
		release: {
			...{title, guid, indexerId, indexer, protocol, infoHash, size, seeders, leechers, judgement},
			...(site !== undefined && {site}),
			...(minimumSeeding && {minimumSeeding}),
			// Usenet clients look into their downloads themselves.
			filesChecked: protocol !== 'torrent',
		},
		addresses: {downloadUrl, magnetUrl},
		target,
		chosen,
		client: {id: client.id, name: client.name},
		sending: newSending(null, token),
		transfer: null,
		import: null,
	};
}

/**
 * Stores the intent to grab a release. `rival` is the item that already stands for the release.
 * Throws Conflict `release_already_grabbed` when it was imported and its file is in the library.
 */
async function storeIntent(item: NewQueueItem, deps: Deps): Promise<{intent: QueueItem} | {rival: QueueItem}> {
	const {downloads} = deps;
	if ((await wasImported(item.release, deps)) && (await hasItsFile(item, deps))) {
		throw alreadyGrabbed(item.release);
	}
	// The second round comes after a rival was removed, or stopped counting, between two calls.
	for (let round = 1; ; round += 1) {
		try {
			const intent = await downloads.add(item);
			tellTitle(intent, deps);
			return {intent};
		} catch (error) {
			const rival = error instanceof Conflict ? await downloads.holderOf(item.release) : null;
			if (!(error instanceof Conflict) || round === 3) {
				throw error;
			}
			if (rival && rival.state !== 'imported') {
				return {rival};
			}
			if (rival && (await hasItsFile(rival, deps))) {
				throw error;
			}
			if (rival) {
				await downloads.freeImported(rival.id);
			}
		}
	}
}

/** It is no longer missing, although its client may take a while to answer. */
function tellTitle({target: {movieId, seriesId}}: QueueItem, {titleNews}: Deps): void {
	titleNews.tell(
		'titleChanged',
		movieId ? 'movie' : 'series',
		[movieId ?? seriesId].filter(id => id !== null),
	);
}

function alreadyGrabbed({title}: Pick<GrabbedRelease, 'title'>): Conflict {
	return new Conflict('release_already_grabbed', `${title} has already been grabbed.`);
}

async function wasImported({guid, indexerId}: GrabbedRelease, {history}: Pick<WorkerDeps, 'history'>): Promise<boolean> {
	const grabs = await history.grabsOf([{guid, infoHash: null}]);
	return grabs.some(grab => grab.indexerId === indexerId && grab.outcome === 'imported');
}

/** Does each title of the release still have the file that came from it? What vanished may be fetched again. */
async function hasItsFile(
	{release, target}: Pick<QueueItem, 'release' | 'target'>,
	{movies, episodes}: Pick<WorkerDeps, 'episodes' | 'movies'>,
): Promise<boolean> {
	const {movieId, episodeIds} = target;
	const held = movieId ? await movies.getMany([movieId]) : await episodes.getMany(episodeIds);
	return held.length > 0 && held.every(({file}) => file?.releaseTitle === release.title);
}
