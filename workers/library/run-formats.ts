import type {MediaFile, MediaInfo} from '#shared/domain/media/media-file.ts';
import type {ReleaseType} from '#shared/domain/quality/custom-format.ts';
import {patternKinds} from '#shared/domain/quality/custom-format.ts';
import {
	type FormatResult,
	type FormatSubject,
	matchFormats,
	type NamedRelease,
	noHits,
	type PatternHits,
	type PatternTexts,
	patternsOf,
	patternTexts,
	scoreFormats,
} from '#shared/domain/quality/custom-formats.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {correctedQuality, getQuality, resolutionOf} from '#shared/domain/quality/qualities.ts';
import {parseTitle, parseUnknown} from '#shared/domain/release/parse-title.ts';
import type {ParsedQuality, TitleMode} from '#shared/domain/release/parsed-title.ts';
import {languagesOfRelease} from '#shared/domain/release/spoken-languages.ts';
import type {PatternAnswer} from '#shared/patterns/match-patterns.ts';
import type {StoredCustomFormat} from '#shared/store/profiles/custom-formats.ts';
import type {ScoredFile} from '#shared/store/titles/file-scores.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export type FormatDeps = Pick<WorkerDeps, 'customFormats' | 'patternMatcher' | 'log'>;

interface RunFormats {
	/** All current formats. */
	formats: StoredCustomFormat[];
	/** One for each of the texts, in the same order. */
	hits: PatternHits[];
}

/**
 * Runs the patterns of all formats over many names at once, and stores an error on each format
 * whose patterns could not run.
 */
export async function runFormats(texts: readonly PatternTexts[], deps: FormatDeps): Promise<RunFormats> {
	const formats = await deps.customFormats.list();
	return {formats, hits: formats.length === 0 || texts.length === 0 ? texts.map(() => noHits) : await hitsOf(formats, texts, deps)};
}

async function hitsOf(
	formats: readonly StoredCustomFormat[],
	texts: readonly PatternTexts[],
	{customFormats, patternMatcher, log}: FormatDeps,
): Promise<PatternHits[]> {
	const answer = await patternMatcher.match(patternsOf(formats), texts);
	for (const {format, fault} of faultsOf(formats, answer)) {
		log.warn({customFormat: format.name}, fault);
		await customFormats.setLastError(format, fault);
	}
	return answer.hits;
}

/**
 * The formats with a pattern that failed and counts as no match. Formats that already report this error are left out.
 */
function faultsOf(formats: readonly StoredCustomFormat[], {timedOut, invalid}: PatternAnswer) {
	if (timedOut.length + invalid.length === 0) {
		return [];
	}
	const [slow, broken] = [new Set(timedOut), new Set(invalid)];
	return formats.flatMap(format => {
		const fault =
			faultOf(format, slow, 'takes too long and counts as no match. Write it without nested repetitions') ??
			faultOf(format, broken, 'is not a regular expression and counts as no match');
		return fault !== null && fault !== format.lastError ? [{format, fault}] : [];
	});
}

/** Names the first of the conditions with such a pattern. */
function faultOf({conditions}: StoredCustomFormat, patterns: ReadonlySet<string>, what: string): string | null {
	const found = conditions.filter(({kind, value}) => patternKinds.some(each => each === kind) && patterns.has(String(value)));
	const [first] = found;
	const others = found.length > 1 ? ` So do ${found.length - 1} others.` : '';
	return first ? `The pattern ${shown(String(first.value))} of the condition "${first.name}" ${what}.${others}` : null;
}

/** Characters of a pattern that a message shows. */
const shownLetters = 100;

function shown(pattern: string): string {
	return pattern.length > shownLetters ? `${pattern.slice(0, shownLetters)}…` : pattern;
}

interface FileToScore {
	file: MediaFile;
	owner: OwnerOfFile;
	profile: QualityProfile;
}

/** Scores files of the library with the current formats and profiles, in the same order. */
export async function scoreFiles(files: readonly FileToScore[], deps: FormatDeps): Promise<FormatResult[]> {
	const formats = await deps.customFormats.list();
	if (formats.length === 0) {
		return files.map(() => ({formatIds: [], score: 0}));
	}
	const subjects = files.map(({file, owner}) => fileSubject(file, owner));
	const texts = subjects.map(({parsed}) => patternTexts(parsed));
	const hits = texts.length === 0 ? [] : await hitsOf(formats, texts, deps);
	return files.map(({profile}, index) => {
		const subject = {...subjects[index]!, hits: hits[index] ?? noHits}; // one per file
		return scoreFormats(profile, matchFormats(formats, subject));
	});
}

/** Whether the record of the file says so already. One that was never scored says that it matches no format. */
export function isScoredSo(
	file: Pick<MediaFile, 'formatScore' | 'formatIds' | 'belowCutoff'>,
	scores: Pick<ScoredFile, 'formatScore' | 'formatIds' | 'belowCutoff'>,
): boolean {
	const {formatScore, formatIds = [], belowCutoff = false} = file;
	const isSameScore = formatScore === scores.formatScore && belowCutoff === scores.belowCutoff;
	return isSameScore && formatIds.length === scores.formatIds.length && scores.formatIds.every(id => formatIds.includes(id));
}

export interface OwnerOfFile {
	mode: TitleMode;
	/** Number of episodes in the file; unused for movies. */
	episodes: number;
	/** ISO 639-1, from the metadata provider. */
	originalLanguage: string | null;
}

type JudgedFile = Pick<
	MediaFile,
	'path' | 'size' | 'quality' | 'releaseTitle' | 'releaseGroup' | 'edition' | 'languages' | 'mediaInfo' | 'releaseTraits'
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
	const named = read(file, mode);
	const parsed = releaseTraits ? named : withTracks(named, file);
	const parsedFile = {
		...parsed,
		quality: qualityOnRecord(parsed.quality, file),
		group: file.releaseGroup ?? parsed.group,
		edition: file.edition ?? parsed.edition,
	};
	return {
		parsed: parsedFile,
		release: {size: releaseTraits?.size || file.size, flags: releaseTraits?.flags ?? []},
		languages: releaseTraits || file.languages.length > 0 ? file.languages : languagesOfRelease(parsed, []),
		releaseType: releaseTraits?.releaseType ?? typeOfFile(mode, episodes),
		originalLanguage,
	};
}

/** What a person said of the file, or its folder, counts more than its name. A false resolution in its name stays. */
function qualityOnRecord(named: ParsedQuality, {quality, mediaInfo}: JudgedFile): ParsedQuality {
	if (correctedQuality(named, mediaInfo?.resolution ?? null).name === quality) {
		return named;
	}
	const {source, resolution, modifier} = getQuality(quality);
	return {...named, source, resolution, modifier};
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
