import {randomUUID} from 'node:crypto';
import {every} from '#shared/coordination/wait.ts';
import type {ImportProgress} from '#shared/domain/downloads/import-progress.ts';
import type {QueueItem, TrackedState} from '#shared/domain/downloads/queue-item.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {ItemChange} from '#shared/store/downloads/download-schema.ts';
import type {DownloadStore} from '#shared/store/downloads/downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {ClaimLost} from './refusal.ts';

/**
 * Milliseconds a claim holds without renewal. Shorter than BullMQ's lock, so that the job's second
 * run finds the claim free.
 */
const claimMs = 10_000;
const renewMs = 3000;

/** An item whose import has begun. */
export type ClaimedItem = QueueItem & {import: ImportProgress};

/**
 * The right to work on one queue item. Every write carries the claim's token and throws ClaimLost once another worker
 * has taken over.
 */
export interface Claim {
	/** The item as it was when claimed. */
	item: ClaimedItem;
	token: string;
	/** Aborts when the claim is lost or the run is stopped. */
	signal: AbortSignal;
	save(change: ItemChange): Promise<void>;
	/** Ends the claim and publishes the new state. */
	finish(to: TrackedState, change: ItemChange): Promise<void>;
	/** Stops renewing. The claim expires unless it was finished. */
	stop(): void;
}

type ClaimDeps = Pick<WorkerDeps, 'downloads' | 'events' | 'log'>;

/** Returns null when the item is not waiting for its import, or another worker has it. */
export async function takeClaim(id: string, deps: ClaimDeps, stopped: AbortSignal): Promise<Claim | null> {
	const {downloads} = deps;
	const token = randomUUID();
	const item = await downloads.claimForImport(id, token, claimMs);
	if (!item?.import) {
		return null;
	}
	const lost = new AbortController();
	const endRenewals = every(renewMs, () => renew({downloads, id, token, lost}));
	await announce(item, deps);
	return {
		item: {...item, import: item.import},
		token,
		signal: AbortSignal.any([stopped, lost.signal]),
		async save(change) {
			held(await downloads.change(id, change, {states: ['importing'], token}));
		},
		async finish(to, change) {
			endRenewals();
			await announce(
				held(await downloads.move(id, to, {...change, import: {...change.import, claim: null}}, {'import.claim.token': token})),
				deps,
			);
		},
		stop: endRenewals,
	};
}

interface Renewal {
	downloads: DownloadStore;
	id: string;
	token: string;
	lost: AbortController;
}

async function renew({downloads, id, token, lost}: Renewal): Promise<void> {
	// While the database is away nobody else can take the claim either. The next write decides.
	const isHeld = await downloads.renewClaim(id, token, claimMs).catch(() => true);
	if (!isHeld) {
		lost.abort(new ClaimLost());
	}
}

function held(item: QueueItem | null): QueueItem {
	if (!item) {
		throw new ClaimLost();
	}
	return item;
}

/** The next event makes up for a lost one, so a failed publish must not undo an import. */
async function announce(item: QueueItem, {events, log}: Pick<WorkerDeps, 'events' | 'log'>): Promise<void> {
	await publishItemUpdated(item, {events}).catch(error => log.debug({err: error}, 'A queue event could not be published'));
}
