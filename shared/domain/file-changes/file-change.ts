export const fileChangeKinds = ['rename', 'move', 'undo'] as const;
export type FileChangeKind = (typeof fileChangeKinds)[number];

export const fileChangeStates = ['planning', 'planned', 'running', 'done', 'failed', 'cancelled', 'undone'] as const;
export type FileChangeState = (typeof fileChangeStates)[number];
/** One in these states can be continued or undone. */
export const endedChangeStates: readonly FileChangeState[] = ['failed', 'cancelled', 'done'];

export const fileRowStates = ['planned', 'placed', 'recorded', 'done', 'skipped', 'failed'] as const;
export type FileRowState = (typeof fileRowStates)[number];

/** Rows in these states are still to be worked on. */
export const openRowStates = ['planned', 'placed', 'recorded'] as const satisfies readonly FileRowState[];

/** Why a file stays where it is. */
export const fileRowCodes = [
	/** Something that is not ours has the new name. */
	'target_exists',
	/** Two of our files want one name. */
	'collision',
	'file_missing',
	/** Its size or identity is another one than when the change was planned. */
	'changed_on_disk',
	'outside_root',
	/** An import or another change has the title. */
	'busy',
	'too_little_space',
	'link_leads_outside',
	/** A torrent shares it, the settings forbid copies, and the start did not say `copies`. */
	'needs_copies',
	/** Its title is gone, or has another file by now. */
	'title_changed',
] as const;
export type FileRowCode = (typeof fileRowCodes)[number];

/** The titles of a change: those named, those of a library or root folder, or all. */
export interface FileSelection {
	movieIds: string[];
	seriesIds: string[];
	libraryId: string | null;
	rootFolderPath: string | null;
	all: boolean;
	/** Of a rename: only these files of the titles; missing for all. */
	fileIds?: string[];
}

export interface FileTotals {
	titles: number;
	files: number;
	/** Bytes of all files. */
	bytes: number;
	done: number;
	skipped: number;
	failed: number;
	/** Files with more than one hard link, which seeding torrents may share, and their bytes. */
	linkedFiles: number;
	linkedBytes: number;
}

export const noFiles: Readonly<FileTotals> = {
	titles: 0,
	files: 0,
	bytes: 0,
	done: 0,
	skipped: 0,
	failed: 0,
	linkedFiles: 0,
	linkedBytes: 0,
};

/** A planned, and maybe made, change of names or places of files of the library. */
export interface FileChange {
	id: string;
	kind: FileChangeKind;
	state: FileChangeState;
	selection: FileSelection;
	/** For a move: the folder that the titles' folders are put into. */
	to: string | null;
	/** For a move of one title: its new own folder. */
	path: string | null;
	/** The titles' own folders get the names of the templates too. */
	folders: boolean;
	/** Hard links may become copies although the settings allow only links. */
	copies: boolean;
	/** It runs as soon as it is planned. */
	start: boolean;
	totals: FileTotals;
	/** The name of its only title; null for several, missing until it is planned. */
	title?: string | null;
	/** Why it failed; null otherwise. */
	message: string | null;
	/** A person wants it to end; what is not recorded goes back. */
	cancelRequested: boolean;
	requestedBy: string | null;
	/** The change that this one undoes. */
	undoOf: string | null;
	createdAt: Date;
	updatedAt: Date;
	plannedAt: Date | null;
	/** A digest of the rows of the plan; missing until then. */
	digest?: string | null;
	/** The digest of an old plan that was started: if the new plan equals it, it starts at once. */
	startedDigest?: string | null;
	startedAt: Date | null;
	endedAt: Date | null;
}

/** A file that follows another one. */
export interface ChangedCompanion {
	from: string;
	to: string;
	/** Identity before the change; null where it was not looked at. */
	identity: string | null;
	/** Identity under the new name; null until just before it gets it. */
	placed: string | null;
	/** If its video was put aside: its path before. */
	originalPath?: string | null;
}

/**
 * One file of a change, or a whole title. `title` is the title with its own folder, `extra` an unrecorded file in that
 * folder.
 */
export interface FileChangeRow {
	id: string;
	changeId: string;
	/** In this order; the rows of a title follow each other. */
	number: number;
	titleId: string;
	titleKind: 'movie' | 'series';
	title: string;
	what: 'title' | 'file' | 'extra';
	/** Id of the recorded file; null for a title and an extra. */
	fileId: string | null;
	/** For a title: its own folder; both are equal if it stays, and empty if it has none. */
	from: string;
	to: string;
	/** Root folders of both. */
	fromRoot: string;
	toRoot: string;
	/** Bytes. */
	size: number;
	/** Hard links. */
	links: number;
	/** Its identity on its disk when the change was planned. */
	identity: string | null;
	/** The same under the new name; null until just before it gets it. */
	placed: string | null;
	/**
	 * For a title: whether its folder is renamed as a whole, or file by file. Null until that is known, and for files.
	 */
	way: 'folder' | 'files' | null;
	companions: ChangedCompanion[];
	/** For a title: another title of this change still has its new folder. False once that has left it. */
	awaits?: boolean;
	/**
	 * For a title in a circle: the folder that it is moved to meanwhile, or its own one if only files of it are put
	 * aside. For such a file: the path that it is moved to.
	 */
	temporaryPath?: string | null;
	/** For what was moved there: its path before; `from` is the temporary one then. */
	originalPath?: string | null;
	state: FileRowState;
	code: FileRowCode | null;
}

/** How long a change that was made can be undone, in days; then it is forgotten. */
export const undoDays = 30;

/**
 * Names for which this is the same are one name on some file systems: they differ in capitals or in how accents are
 * stored.
 */
export const nameKey = (path: string): string => path.normalize('NFC').toLowerCase();
