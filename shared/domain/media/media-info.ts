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
