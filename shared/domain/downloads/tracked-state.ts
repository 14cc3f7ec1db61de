/** `status` of a queue item: the client's status in our words. */
export const downloadStatuses = ['downloading', 'paused', 'queued', 'completed', 'failed', 'warning'] as const;
export type DownloadStatus = (typeof downloadStatuses)[number];

/** `trackedDownloadState` of a queue item: how far we have processed it. */
export const trackedStates = ['downloading', 'importPending', 'importing', 'imported', 'failedPending', 'failed', 'ignored'] as const;
export type TrackedState = (typeof trackedStates)[number];

/**
 * The transitions in the API contract. A user may set `ignored` from any state; a retry restarts a failed item, and an
 * item that its client lost goes on when the client lists it again.
 */
const moves: Record<TrackedState, readonly TrackedState[]> = {
	downloading: ['importPending', 'failedPending', 'ignored'],
	importPending: ['importing', 'importPending', 'failedPending', 'ignored'],
	importing: ['imported', 'importPending', 'ignored'],
	imported: ['ignored'],
	failedPending: ['failed', 'downloading', 'ignored'],
	failed: ['downloading', 'ignored'],
	ignored: ['downloading'],
};

export function canMove(from: TrackedState, to: TrackedState): boolean {
	return moves[from].includes(to);
}

/** The states from which `to` may be entered: the condition of the compare-and-set. */
export function statesBefore(to: TrackedState): TrackedState[] {
	return trackedStates.filter(from => canMove(from, to));
}

/** States that an item does not leave by itself. */
export const endStates: readonly TrackedState[] = ['imported', 'failed', 'ignored'];
