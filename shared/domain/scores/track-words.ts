import type {MediaInfo} from '../media/media-info.ts';

type Tracks = Pick<MediaInfo, 'videoCodec' | 'videoBitDepth' | 'dynamicRange' | 'audioCodec' | 'audioChannels'>;

interface Telling {
	/** Finds a word of this kind in a name. */
	inName: RegExp;
	/** The matching word by the tracks; null when they do not show it. */
	ofTracks(tracks: Tracks): string | null;
}

/** The kinds of words in a release name that can also be read from the file's tracks. */
const tellings: readonly Telling[] = [
	{
		inName: /(?<![a-z\d])(?:[xh][ ._-]?26[456]|hevc|avc|av1|xvid|divx|vp9|vc-?1|mpeg-?[24])(?![a-z\d])/i,
		ofTracks: ({videoCodec}) => videoCodec,
	},
	{inName: /(?<!\d)(?:8|10|12)[ ._-]?bits?(?![a-z])|hi10p?/i, ofTracks: ({videoBitDepth}) => (videoBitDepth === 10 ? '10bit' : null)},
	{
		inName: /(?<![a-z\d])(?:hdr(?:10)?(?:\+|p(?:lus)?)?|dv|dovi|dolby[ ._-]?vision|hlg|pq|sdr)(?![a-z\d])/i,
		ofTracks: ({dynamicRange}) => dynamicRange,
	},
	{
		inName: /(?<![a-z\d])(?:dts|true[ ._-]?hd|atmos|e?-?ac-?3|dd[p+]?(?![a-z])|dolby[ ._-]?digital|aac|flac|opus|l?pcm|mp3|vorbis)/i,
		ofTracks: ({audioCodec}) => audioCodec,
	},
	{inName: /(?<!\d)[1257][ ._][01](?!\d)/, ofTracks: ({audioChannels}) => (audioChannels === null ? null : audioChannels.toFixed(1))},
];

/** What the tracks show and the name lacks, in the spelling of names: `x265 10bit DTS-HD MA 5.1`. */
export function trackWords(name: string, tracks: Tracks): string {
	return tellings
		.filter(({inName}) => !inName.test(name))
		.flatMap(({ofTracks}) => ofTracks(tracks) ?? [])
		.join(' ');
}
