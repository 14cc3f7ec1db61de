import type {QualityName} from '../quality/qualities.ts';
import type {Revision} from '../quality/revision.ts';
import type {MediaInfo} from './media-info.ts';

export interface FileMediaInfo extends MediaInfo {
	durationSeconds: number | null;
}

/** A file of the library, with what was known of its release when it was grabbed: that frozen judgement decides about upgrades. */
export interface MediaFile {
	id: string;
	path: string;
	/** Bytes. */
	size: number;
	quality: QualityName;
	qualityScore: number;
	formatScore: number;
	/** Frozen at grab, as quality and format score are. */
	revision: Revision;
	releaseTitle: string | null;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
	mediaInfo: FileMediaInfo | null;
	dateAdded: Date;
}
