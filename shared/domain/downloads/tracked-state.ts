/** `status` of a queue item: the client's words in ours. */
export const downloadStatuses = ['downloading', 'paused', 'queued', 'completed', 'failed', 'warning'] as const;
export type DownloadStatus = (typeof downloadStatuses)[number];

/** `trackedDownloadState` of a queue item: where we are with it. */
export const trackedStates = ['downloading', 'importPending', 'importing', 'imported', 'failedPending', 'failed', 'ignored'] as const;
export type TrackedState = (typeof trackedStates)[number];

/**
 * The moves that the contract knows; `ignored` may come from anywhere by the user's hand, a retry
 * starts a failed one again.
 */
const moves: Record<TrackedState, readonly TrackedState[]> = {
	downloading: ['importPending', 'failedPending', 'ignored'],
	importPending: ['importing', 'importPending', 'failedPending', 'ignored'],
	importing: ['imported', 'importPending', 'ignored'],
	imported: ['ignored'],
	failedPending: ['failed', 'downloading', 'ignored'],
	failed: ['downloading', 'ignored'],
	ignored: [],
};

export function canMove(from: TrackedState, to: TrackedState): boolean {
	return moves[from].includes(to);
}

/** The states from which `to` may be entered: the guard of a compare-and-set. */
export function statesBefore(to: TrackedState): TrackedState[] {
	return trackedStates.filter(from => canMove(from, to));
}

/** Nothing more will happen to it by itself. */
export const endStates: readonly TrackedState[] = ['imported', 'failed', 'ignored'];
