import type {QualityName} from '../quality/qualities.ts';
import type {Revision} from '../quality/revision.ts';

export interface MediaInfo {
	videoCodec: string | null;
	audioCodec: string | null;
	/** 5.1 for six channels with a low-frequency one. */
	audioChannels: number | null;
	/** `1920x1080`. */
	resolution: string | null;
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
	mediaInfo: MediaInfo | null;
	dateAdded: Date;
}
