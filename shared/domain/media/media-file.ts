import type {ReleaseType} from '../quality/custom-format.ts';
import type {QualityName, Revision} from '../quality/qualities.ts';
import type {IndexerFlag} from '../release/release.ts';
import type {FileSubtitles, SubtitleKind} from './subtitle.ts';

/** A subtitle track inside the file. */
export interface SubtitleTrack extends Omit<SubtitleKind, 'language'> {
	/** Null when the file does not say it. */
	language: string | null;
	/** `srt`, `ass`, `pgs`, `vobsub`. */
	format: string | null;
	/** Pictures instead of text. */
	isImage: boolean;
}

export interface FileMediaInfo extends MediaInfo {
	durationSeconds: number | null;
	/** Frames a second. */
	frameRate: number | null;
	subtitleTracks: SubtitleTrack[];
}

/** Facts about the release of a file that neither its name nor its tracks show. */
export interface ReleaseTraits {
	flags: IndexerFlag[];
	releaseType: ReleaseType;
	/** Bytes of the whole release; 0 when the indexer did not give it. */
	size: number;
}

/** A library file, with what was known about its release when it was grabbed, because renaming loses it. */
export interface MediaFile {
	id: string;
	/** For programs that know files by number; missing until one was given. */
	number?: number;
	path: string;
	/** Bytes. */
	size: number;
	quality: QualityName;
	qualityScore: number;
	/** Score by the current formats and profile; a job recalculates it when they change. */
	formatScore: number;
	/** A better release is searched; kept like `formatScore`. Missing counts as false. */
	belowCutoff?: boolean;
	/** Fixed at grab, like the quality. */
	revision: Revision;
	releaseTitle: string | null;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
	mediaInfo: FileMediaInfo | null;
	/** Folder and name that it had in its download. Missing for a file found on the disk. */
	originalFile?: string | null;
	/** The CRC32 that anime groups put in names: eight upper-case hex digits. */
	releaseHash?: string | null;
	/** Ids of the custom formats that it matches, kept like `formatScore`. Missing until it was scored. */
	formatIds?: string[];
	/** Missing for a file found on the disk. */
	releaseTraits?: ReleaseTraits | null;
	/** Missing until its subtitles were read for the first time. */
	subtitles?: FileSubtitles | null;
	dateAdded: Date;
}

/** What was read from the media file itself. */
export interface MediaInfo {
	/** In the usual spelling: `x264`, `h265`, `AV1`. */
	videoCodec: string | null;
	/** `DTS-HD MA`, `EAC3 Atmos`, `AAC`. */
	audioCodec: string | null;
	/** 5.1 counts as six channels. */
	audioChannels: number | null;
	/** `1920x1080`. */
	resolution: string | null;
	videoBitDepth: number | null;
	/** `HDR10`, `DV HDR10`, `HLG`; null for SDR. */
	dynamicRange: string | null;
	/** It has a picture for each eye. Missing if it was read by an earlier version. */
	is3d?: boolean;
	/** ISO 639-1, in the order of the tracks. */
	audioLanguages: string[];
	subtitleLanguages: string[];
}
