import type {ReleaseType} from '../quality/custom-format.ts';
import type {QualityName} from '../quality/qualities.ts';
import type {Revision} from '../quality/revision.ts';
import type {IndexerFlag} from '../release/release.ts';
import type {MediaInfo} from './media-info.ts';

export interface FileMediaInfo extends MediaInfo {
	durationSeconds: number | null;
}

/** What neither the name nor the tracks of a file say about its release. */
export interface KeptOfRelease {
	flags: IndexerFlag[];
	releaseType: ReleaseType;
	/** Bytes of the whole release; 0 when the indexer did not give it. */
	size: number;
}

/** A library file, with what was known about its release when it was grabbed, because renaming loses it. */
export interface MediaFile {
	id: string;
	path: string;
	/** Bytes. */
	size: number;
	quality: QualityName;
	qualityScore: number;
	/** Score by the current formats and profile; a job recalculates it when they change. */
	formatScore: number;
	/** Fixed at grab, like the quality. */
	revision: Revision;
	releaseTitle: string | null;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
	mediaInfo: FileMediaInfo | null;
	/** Missing for a file found on the disk. */
	kept?: KeptOfRelease | null;
	dateAdded: Date;
}
