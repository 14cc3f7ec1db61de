import type {ReadPath} from '#shared/domain/backfill/read-path.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import type {Candidate, UnmatchedReason} from '#shared/store/libraries/scanned-files.ts';
import type {Assigned, Recorded, SeenFile} from '../library/seen-file.ts';

export type LookedUp = {metaId: number} | {reason: UnmatchedReason; candidates: Candidate[]};

/** How a backfill differs between movies and series. Every step can safely be repeated. */
export interface MediaBackfill {
	mode: TitleMode;
	/** Finds the title of the library for each file. Files without one are left out. */
	match(files: readonly SeenFile[]): Promise<Map<SeenFile, string>>;
	/** Returns those of the paths that still belong to a title. */
	recordedAmong(paths: readonly string[]): Promise<Set<string>>;
	/** Returns those of the titles that have at least one file. */
	withFile(titleIds: readonly string[]): Promise<Set<string>>;
	/** Records the files in their titles. The files stay where they are. */
	record(rows: readonly Assigned[]): Promise<Recorded>;
	/** Asks the provider which title the path means. */
	lookUp(read: ReadPath, signal: AbortSignal): Promise<LookedUp>;
	/** Returns the library's title with this provider id, and adds it if it is new. Null if the title is excluded. */
	ensureTitle(metaId: number, file: SeenFile, signal: AbortSignal): Promise<{id: string; title: string; isNew: boolean} | null>;
	/** Removes a vanished file from its title. Returns false if the title has a different file. */
	drop(titleId: string, path: string): Promise<boolean>;
}
