import type {ReleaseType} from '../quality/custom-format.ts';
import type {QualityName} from '../quality/qualities.ts';
import type {Revision} from '../quality/revision.ts';
import type {IndexerFlag} from '../release/release.ts';
import type {MediaInfo} from './media-info.ts';

export interface FileMediaInfo extends MediaInfo {
	durationSeconds: number | null;
}

/** What of a release neither a name nor a track tells. */
export interface KeptOfRelease {
	flags: IndexerFlag[];
	releaseType: ReleaseType;
	/** Bytes of the whole release; 0 when the indexer did not tell. */
	size: number;
}

/** A file of the library, with what was known of its release when it was grabbed: what new names lose stays with it. */
export interface MediaFile {
	id: string;
	path: string;
	/** Bytes. */
	size: number;
	quality: QualityName;
	qualityScore: number;
	/** By the formats and the profile of today; a job counts it anew when they change. */
	formatScore: number;
	/** Frozen at grab, as the quality is. */
	revision: Revision;
	releaseTitle: string | null;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
	mediaInfo: FileMediaInfo | null;
	/** Absent for a file that was found on the disk. */
	kept?: KeptOfRelease | null;
	dateAdded: Date;
}
