/**
 * `kept`: it can be undone. `failed`: an undo or its deletion for good ended with `message`, and either may be tried.
 * `erasing`: it is deleted for good, and forgotten at the end.
 */
export const deletionStates = ['kept', 'undoing', 'undone', 'failed', 'erasing'] as const;
export type DeletionState = (typeof deletionStates)[number];

/** A title, or files of one, that a person has deleted, as long as that can be undone. */
export interface Deletion {
	id: string;
	kind: 'movie' | 'series';
	/** The id that the title had, and gets again. */
	titleId: string;
	metaId: number;
	title: string;
	year: number | null;
	/** Its own folder. */
	path: string;
	/** Only files of the title were deleted. */
	titleStays?: boolean;
	/** Files that it had, or of those the ones that were deleted. */
	files: number;
	/** Bytes of these files. */
	bytes: number;
	/** Whether they were deleted with it. */
	filesDeleted: boolean;
	/** Whether it was excluded from being added again, which an undo takes back. */
	excluded: boolean;
	/** Who deleted it; null if unknown. */
	deletedBy: string | null;
	state: DeletionState;
	/** The outcome of the last undo: what no longer fitted, or why it failed. */
	message: string | null;
	/** Why its files have not been deleted yet, while that is being retried; null if nothing prevents it. */
	waitsFor: string | null;
	/** It cannot be undone after this time. */
	expiresAt: Date;
	createdAt: Date;
	updatedAt: Date;
}

/** Days for which a deletion can be undone at most, however long the recycle bin keeps its files. */
const maxDays = 30;

/** Days for which it can be undone. Files in a recycle bin set the limit; there, 0 days mean for ever. */
export function undoDaysOf({filesDeleted, binDays}: {filesDeleted: boolean; binDays: number}): number {
	return filesDeleted && binDays > 0 ? Math.min(binDays, maxDays) : maxDays;
}
