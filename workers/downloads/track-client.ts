import {healthRules, recordFailure, recordSuccess} from '#shared/coordination/backoff.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import type {FollowedItem} from '#shared/domain/downloads/follow-client.ts';
import {isExpected} from '#shared/errors.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {Leftover} from '#shared/store/downloads/leftovers.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {checkFileLists} from './check-file-lists.ts';
import {followItems} from './follow-items.ts';
import {followLeftovers} from './follow-leftovers.ts';
import {resumeFound} from './resume-found.ts';

/**
 * Milliseconds between two polls of a client that has nothing to download. A little less than a minute, so that a slow
 * answer does not make the poll of the next minute come too early.
 */
const idlePollMs = 55_000;
/** Milliseconds a client may take for its list. */
const listMs = 20_000;

/** What of a client's downloads concerns us. */
interface Tracked {
	items: FollowedItem[];
	/** Items that the client lost, and that go on when it lists them again. */
	lost: FollowedItem[];
	leftovers: Leftover[];
}

/** Asks the client for its list, and takes over what is new. */
export async function trackClient(client: DownloadClientRecord, deps: WorkerDeps, ending: AbortSignal): Promise<void> {
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

async function follow(
	client: DownloadClientRecord,
	{items, lost, leftovers}: Tracked,
	{deps, ending}: {deps: WorkerDeps; ending: AbortSignal},
): Promise<void> {
	const wanted = new Set(items.flatMap(({state, downloadId}) => (state === 'downloading' && downloadId ? [downloadId] : [])));
	const listed = await deps.openDownloadClient(client).list(AbortSignal.any([ending, AbortSignal.timeout(listMs)]), wanted);
	const rows = new Map(listed.map(row => [row.downloadId, row]));
	await followItems(items, {client, rows}, {deps, ending});
	await checkFileLists({client, rows}, deps, ending);
	await resumeFound(lost, rows, deps);
	await followLeftovers(leftovers, {client, rows, items}, deps);
}

/** The outcome becomes the client's health, which is written only when it changes. */
async function noteHealth(
	client: DownloadClientRecord,
	{deps: {downloadClients, now}, ending}: {deps: WorkerDeps; ending: AbortSignal},
	poll: () => Promise<void>,
): Promise<void> {
	try {
		await poll();
	} catch (error) {
		// When we stop in the middle of a poll, that says nothing about the client.
		ending.throwIfAborted();
		const message = isExpected(error) ? maskSecrets(error.message) : 'The client sent an unexpected answer; see the log.';
		await recordFailure(downloadClients, client, {message}, {rules: healthRules.downloadClient, now: now()});
		throw error;
	}
	await recordSuccess(downloadClients, client, healthRules.downloadClient);
}
