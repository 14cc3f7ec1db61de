import type {MediaFile} from '../media/media-file.ts';
import type {MediaInfo} from '../media/media-info.ts';
import type {ReleaseType} from '../quality/custom-format.ts';
import type {FormatSubject, NamedRelease} from '../quality/custom-formats.ts';
import {resolutionOf} from '../quality/quality-of.ts';
import {parseTitle, parseUnknown} from '../release/parse-title.ts';
import type {TitleMode} from '../release/parsed-title.ts';

export interface OwnerOfFile {
	mode: TitleMode;
	/** Number of episodes in the file; unused for movies. */
	episodes: number;
	/** ISO 639-1, from the metadata provider. */
	originalLanguage: string | null;
}

type JudgedFile = Pick<
	MediaFile,
	'path' | 'size' | 'releaseTitle' | 'releaseGroup' | 'edition' | 'languages' | 'mediaInfo' | 'releaseTraits'
>;

/** What formats are checked against, before any pattern has run. */
type FileSubject = Omit<FormatSubject, 'hits'>;

/**
 * A library file in the form that formats are checked against. For a grabbed file, the stored words and facts of its
 * release count, so it scores the same as the release would; its present name does not matter. For a file found on the
 * disk, its tracks add what its name lacks.
 */
export function fileSubject(file: JudgedFile, {mode, episodes, originalLanguage}: OwnerOfFile): FileSubject {
	const {releaseTraits} = file;
	const parsed = read(file, mode);
	const parsedFile = {
		...(releaseTraits ? parsed : withTracks(parsed, file)),
		group: file.releaseGroup ?? parsed.group,
		edition: file.edition ?? parsed.edition,
		languages: file.languages.length > 0 ? file.languages : parsed.languages,
	};
	return {
		parsed: parsedFile,
		release: {size: releaseTraits?.size || file.size, flags: releaseTraits?.flags ?? [], languages: file.languages},
		releaseType: releaseTraits?.releaseType ?? typeOfFile(mode, episodes),
		originalLanguage,
	};
}

function read({releaseTitle, path}: JudgedFile, mode: TitleMode): NamedRelease {
	const name = releaseTitle || path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]{1,5}$/, '');
	return parseTitle(name, {mode}) ?? {...parseUnknown(name, mode), year: null};
}

function withTracks(parsed: NamedRelease, {mediaInfo}: JudgedFile): NamedRelease {
	if (!mediaInfo) {
		return parsed;
	}
	const resolution = resolutionOf(mediaInfo.resolution) || parsed.quality.resolution;
	const words = [
		trackWords(parsed.releaseTitle, mediaInfo),
		parsed.quality.resolution === 0 && resolution > 0 ? `${resolution}p` : '',
	].filter(word => word !== '');
	return {...parsed, releaseTitle: [parsed.releaseTitle, ...words].join(' '), quality: {...parsed.quality, resolution}};
}

function typeOfFile(mode: TitleMode, episodes: number): ReleaseType {
	if (mode === 'movie') {
		return 'movie';
	}
	return episodes > 1 ? 'multiEpisode' : 'singleEpisode';
}

type Tracks = Pick<MediaInfo, 'videoCodec' | 'videoBitDepth' | 'dynamicRange' | 'audioCodec' | 'audioChannels'>;

interface Telling {
	/** Finds a word of this kind in a name. */
	inName: RegExp;
	/** The word that the tracks call for; null if they do not show it. */
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
