import type {FileChange, FileChangeRow} from '#shared/domain/file-changes/file-change.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export type MoveDeps = Pick<
	WorkerDeps,
	| 'downloads'
	| 'episodes'
	| 'fileChanges'
	| 'files'
	| 'history'
	| 'jobs'
	| 'leases'
	| 'log'
	| 'movies'
	| 'now'
	| 'outbox'
	| 'recordedFiles'
	| 'rootFolders'
	| 'scannedFiles'
	| 'series'
	| 'settings'
>;

/** The steps between which a crash may fall. Tests stop at each. */
export const moveSteps = ['begin', 'folder', 'recordFolder', 'place', 'swap', 'record', 'remove', 'end'] as const;
export type MoveStep = (typeof moveSteps)[number];
export type BeforeMoveStep = (step: MoveStep) => Promise<void>;

/** Checks root folders. Titles that are moved at the same time need the same ones, and share the checks. */
export interface RootChecks {
	ensure(root: string): Promise<void>;
	/** To be called before anything is put there. */
	use(root: string): Promise<void>;
}

/** The work on one title, while its lease is held. */
export interface TitleRun {
	/** Of the title. */
	id: string;
	change: FileChange;
	/** The row of the title, and those of its files that are still to be worked on. */
	head: FileChangeRow;
	rows: FileChangeRow[];
	roots: readonly string[];
	rootChecks: RootChecks;
	deps: MoveDeps;
	/** Aborts at a stop, when a person cancels, and when the lease is lost. */
	signal: AbortSignal;
	beforeStep: BeforeMoveStep;
	/** Called once all its files have their new names: what is left to do needs little of a disk. */
	onPlaced?: () => void;
	/** Writes the journal of all its rows. Throws Cancelled if the lease is lost. */
	save(): Promise<void>;
	/** The same once nothing is left to do. */
	saveEnd(): Promise<void>;
	/** Throws Cancelled if the lease is lost. */
	fence(): Promise<void>;
}
