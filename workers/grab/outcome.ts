import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {Invalid, NotFound, Unclear, UpstreamFailed} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Codes of a client that answered with a refusal, or that was never reached. */
const refusals: ReadonlySet<string> = new Set([
	'download_refused',
	'connection_refused',
	'name_not_found',
	'tls_failed',
	'address_refused',
]);

/** Does this failure of a client prove that it does not have the download? Silence and broken connections do not. */
export function isRefusal(error: unknown): boolean {
	return error instanceof Invalid || (error instanceof UpstreamFailed && refusals.has(error.code));
}

/** It was not reached, so no other release would fare better. */
export function isAway(error: unknown): error is UpstreamFailed {
	return error instanceof UpstreamFailed && error.code !== 'download_refused' && refusals.has(error.code);
}

/** What answered is another program, or a gateway that cut the client's answer. */
export function isUnreadable(error: unknown): boolean {
	return error instanceof Invalid && error.code === 'wrong_protocol';
}

const lasting: ReadonlySet<string> = new Set(['not_a_torrent', 'unsafe_torrent', 'not_an_nzb', 'nothing_to_fetch', 'fake_release']);

/** The indexer no longer has the release, or what it has is not one. Another try cannot help. */
export function isGone(error: unknown): error is NotFound | Invalid {
	return error instanceof NotFound || (error instanceof Invalid && lasting.has(error.code));
}

export function unclear({release}: Pick<QueueItem, 'release'>, cause: unknown): Unclear {
	return new Unclear(
		'grab_unclear',
		`The download client did not say whether it took ${release.title}. The release stays in the queue; it is looked for in the client and sent again only if it is not there.`,
		{cause},
	);
}

/** Milliseconds until an intent without an answer is looked for. */
export const checkAgainMs = 60_000;

/**
 * Shows in the queue why an intent waits, and for how long, unless another sender has it now. Settling it does not
 * depend on that.
 */
export async function showWaiting(
	item: QueueItem,
	{message, waitMs}: {message: string; waitMs: number},
	deps: Pick<WorkerDeps, 'downloads' | 'events' | 'log' | 'now'>,
): Promise<void> {
	try {
		const retryAt = new Date(Number(deps.now()) + waitMs);
		const change = {status: 'warning' as const, health: 'warning' as const, errorMessage: message, retryAt};
		const shown = await deps.downloads.changeIntent(item, change);
		if (shown) {
			await publishItemUpdated(shown, deps);
		}
	} catch (error) {
		deps.log.warn({err: error, queueItemId: item.id}, 'The queue does not show yet why a grab waits');
	}
}
