import type {ReadPath} from '#shared/domain/backfill/read-path.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import type {Candidate, UnmatchedReason} from '#shared/store/libraries/scanned-file-schema.ts';
import type {Assigned, Recorded, SeenFile} from '../library/seen-file.ts';

export type LookedUp = {metaId: number} | {reason: UnmatchedReason; candidates: Candidate[]};

/** What a backfill does differently for movies and for series. Every step may be repeated. */
export interface MediaBackfill {
	mode: TitleMode;
	/** Which title of the library each file stands for; a file that stands for none is left out. */
	match(files: readonly SeenFile[]): Promise<Map<SeenFile, string>>;
	/** Those of these paths that are files of titles still. */
	recordedAmong(paths: readonly string[]): Promise<Set<string>>;
	/** Those of these titles that have any file. */
	withFile(titleIds: readonly string[]): Promise<Set<string>>;
	/** Writes the files into their titles, in place. */
	record(rows: readonly Assigned[]): Promise<Recorded>;
	/** Asks the provider which title is meant. */
	lookUp(read: ReadPath, signal: AbortSignal): Promise<LookedUp>;
	/** The title of the library with this id of the provider; added to it when it is new, null when it is excluded. */
	ensureTitle(metaId: number, file: SeenFile, signal: AbortSignal): Promise<{id: string; title: string; isNew: boolean} | null>;
	/** Takes a file that vanished out of its title; false when it was not its file. */
	drop(titleId: string, path: string): Promise<boolean>;
}
