/** `kept`: it can be undone. `failed`: an undo ended with `message`, and may be tried again. */
export const deletionStates = ['kept', 'undoing', 'undone', 'failed'] as const;
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
	/** Only files of it were deleted. */
	titleStays?: boolean;
	/** Files that it had, or those of them that were deleted. */
	files: number;
	/** Bytes of these files. */
	bytes: number;
	/** Whether they were deleted with it. */
	filesDeleted: boolean;
	/** Whether it was excluded from being added again, which an undo takes back. */
	excluded: boolean;
	/** Who deleted it; null if nobody in particular. */
	deletedBy: string | null;
	state: DeletionState;
	/** What the last undo says: what did not fit any more, or why it failed. */
	message: string | null;
	/** Why its files are still there, while that is tried again; null if nothing stands in the way. */
	waitsFor: string | null;
	/** From then on it cannot be undone any more. */
	expiresAt: Date;
	createdAt: Date;
	updatedAt: Date;
}

/** Days for which a deletion can be undone at most, however long the recycle bin keeps its files. */
const mostDays = 30;

/** Days for which it can be undone. Files that lie in a recycle bin set the limit; 0 days mean for ever there. */
export function undoDaysOf({filesDeleted, binDays}: {filesDeleted: boolean; binDays: number}): number {
	return filesDeleted && binDays > 0 ? Math.min(binDays, mostDays) : mostDays;
}
