import type {ReadPath} from '#shared/domain/backfill/read-path.ts';
import type {FoundVideo} from '#shared/files/read-folder.ts';

/** A video in the library, and what its path says. */
export interface SeenFile {
	/** Id of its scanned file. */
	id: string;
	video: FoundVideo;
	read: ReadPath;
}

export interface Assigned {
	file: SeenFile;
	titleId: string;
}

export type Verdict = 'recorded' | 'part' | 'duplicate' | 'no_episode';

export interface Recorded {
	verdicts: Map<SeenFile, Verdict>;
	/** Files that were recorded before and were replaced by a better one. */
	displaced: string[];
	/** How many records changed. */
	changed: number;
}
