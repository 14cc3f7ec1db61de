import {isDangerousFile} from '../decisions/rules/size-and-files.ts';
import type {StatusMessage} from '../downloads/queue-item.ts';
import {byteLength, maximumSegmentBytes, truncateBytes} from '../naming/safe-name.ts';
import {bytesPerMegabyte} from '../quality/size-limits.ts';

export interface DownloadedFile {
	/** Absolute. */
	path: string;
	/** Relative to the download's own folder. */
	relative: string;
	/** Bytes. */
	size: number;
	isLink: boolean;
}

export interface SortedFiles {
	/** Largest first. */
	videos: DownloadedFile[];
	others: DownloadedFile[];
	refused: StatusMessage[];
}

const sample = 'It is a sample.';

/** Sorts the files of a download: videos to import, files that may follow them, and refused files with the reason. */
export function sortFiles(files: readonly DownloadedFile[], releaseTitle: string, {acceptSamples = false} = {}): SortedFiles {
	const sorted: SortedFiles = {videos: [], others: [], refused: []};
	for (const file of files) {
		const why = whyRefused(file, releaseTitle);
		if (why !== null && !(acceptSamples && why === sample)) {
			sorted.refused.push({title: file.relative, messages: [why]});
			continue;
		}
		(kindOf(file.relative) === 'video' ? sorted.videos : sorted.others).push(file);
	}
	const pieces = piecesOfDiscs(sorted.videos);
	for (const {relative} of pieces) {
		sorted.refused.push({title: relative, messages: [pieceOfDisc]});
	}
	sorted.videos = sorted.videos.filter(file => !pieces.has(file)).sort((a, b) => b.size - a.size);
	return sorted;
}

const pieceOfDisc = 'It is a piece of a DVD or Blu-ray. Make one file of the disc, or import this one by hand.';

function whyRefused({relative, size, isLink}: DownloadedFile, releaseTitle: string): string | null {
	if (isLink) {
		return 'It is a link; its target may be outside the download.';
	}
	const kind = kindOf(relative);
	if (kind === 'dangerous') {
		return 'It is a program, not media. Remove the download if you did not expect one.';
	}
	if (kind === 'archive') {
		return 'It is an archive. Unpack it, or let the download client do so.';
	}
	if (kind !== 'video') {
		return null;
	}
	if (size === 0) {
		return 'It is empty.';
	}
	return isSample({path: relative, size, releaseTitle}) ? sample : null;
}

/** A film may be called "Sample", but no film is this small. */
const maxSampleBytes = 200 * bytesPerMegabyte;
const sampleWord = /(?:^|[^\p{L}\p{N}])sample(?:[^\p{L}\p{N}]|$)/iu;

interface SampleQuestion {
	/** Relative to the download's own folder, with `/` as separator. */
	path: string;
	/** Bytes. */
	size: number;
	/** Title of the release: when the film itself is called "Sample", the word is in all names. */
	releaseTitle: string;
}

/** Groups put samples into a folder with that name, or write the word into the file name. */
export function isSample({path, size, releaseTitle}: SampleQuestion): boolean {
	return size < maxSampleBytes && sampleWord.test(path) && !sampleWord.test(releaseTitle);
}

/** A video of a download that is not imported. */
export interface RefusedVideo {
	video: DownloadedFile;
	reason: string;
	/**
	 * Whether the library may lack what it holds: `none` because the library has it, `mayBeExtra` for a video that
	 * nothing claims, `lacking` otherwise. Its data may not be deleted unless the answer is no.
	 */
	claim: 'none' | 'mayBeExtra' | 'lacking';
	/** Another try may succeed without anybody's help. */
	isPassing?: boolean;
}

export function refusalMessage({video, reason}: RefusedVideo): StatusMessage {
	return {title: video.relative, messages: [reason]};
}

const videoExtensions: ReadonlySet<string> = new Set(
	'3gp asf avi divx dv f4v flv m2ts m4v mk3d mkv mov mp4 mpeg mpg mts ogm ogv rm rmvb strm ts vob webm wmv wtv xvid'.split(' '),
);

/** Split archives end in `.r00` or `.001`. */
const archive = /\.(?:7z|ace|arj|bz2|gz|lz|lzma|rar|r\d{2,3}|tar|tbz2|tgz|xz|z|zip|zst|\d{3})$/i;

type FileKind = 'video' | 'archive' | 'dangerous' | 'other';

/** `Movie.MKV` -> `mkv`; empty for a name without a dot. */
export function extensionOf(name: string): string {
	const base = name.slice(name.lastIndexOf('/') + 1);
	const dot = base.lastIndexOf('.');
	return dot > 0 ? base.slice(dot + 1).toLowerCase() : '';
}

/** `a/Movie.2000.mkv` -> `Movie.2000`. */
export function stemOf(path: string): string {
	const base = path.slice(path.lastIndexOf('/') + 1);
	const dot = base.lastIndexOf('.');
	return dot > 0 ? base.slice(0, dot) : base;
}

/** The kind of a file by its name alone; its content is checked when it is read. */
export function kindOf(name: string): FileKind {
	if (videoExtensions.has(extensionOf(name))) {
		return 'video';
	}
	if (isDangerousFile(name)) {
		return 'dangerous';
	}
	return archive.test(name) ? 'archive' : 'other';
}

export interface FileInDownload {
	/** Relative to the download's own folder, or to that above it. */
	path: string;
	/** Bytes. */
	size: number;
	/** The client has not fetched all of it, because somebody left it out. */
	isUnfinished?: boolean;
}

/** A folder for files that qBittorrent was told to leave out. */
const leftOutFolder = '.unwanted/';

/** The files that the client has not fetched to their ends. On the disk they may be as large as they should be. */
export function unfinishedAmong(files: readonly DownloadedFile[], known: readonly FileInDownload[]): ReadonlySet<DownloadedFile> {
	const exact = new Map(known.map(file => [file.path, file]));
	const below = new Map(known.map(file => [file.path.slice(file.path.indexOf('/') + 1), file]));
	return new Set(
		files.filter(({relative}) => {
			const file = exact.get(relative) ?? below.get(relative);
			return file?.isUnfinished ?? relative.startsWith(leftOutFolder);
		}),
	);
}

/** Sites add a link to themselves, or a file named after them, to downloads that are otherwise fine. */
const siteLink = /(?:^|\/)(?:[^/]*\.url|[^/]*\b(?:www\.|downloaded from)[^/]*\.com)$/i;

/** Is the file a program, or an archive named after one? Links to a site are not. */
function isProgram({path}: FileInDownload): boolean {
	const kind = kindOf(path);
	const name = kind === 'archive' ? stemOf(path) : path;
	// A release name may end in `.com` before the extension of its archive.
	const isSite = siteLink.test(path) || (kind === 'archive' && extensionOf(name) === 'com');
	return kind !== 'video' && isDangerousFile(name) && !isSite;
}

/** The path of the first program; null when there is none. */
export function programAmong(files: readonly FileInDownload[]): string | null {
	return files.find(isProgram)?.path ?? null;
}

/** Characters of a path in a message; its end tells what the file is. */
const maxShown = 200;

/**
 * Why the complete file list of a release shows that it is a fake or dangerous; null when it may be sound. An archive
 * may hold the video.
 */
export function whyFake(files: readonly FileInDownload[]): string | null {
	const program = programAmong(files);
	if (program !== null) {
		return `It holds a program: ${program.slice(-maxShown)}.`;
	}
	const mayHoldVideo = files.some(({path}) => ['video', 'archive'].includes(kindOf(path)));
	return mayHoldVideo ? null : 'It holds no video.';
}

/** `Film.CD1`, `Film - part 2`, `Film.disc3`: names of films split over several discs. */
const part = /^(?<name>.*?)[\s._([-]*\b(?:cd|dvd|disc|disk|part|pt)[\s._-]?(?<number>[1-9])[)\]]?$/i;

interface FilmPart {
	/** The name that all parts of one film share. */
	name: string;
	number: number;
}

/** Which part of a film a file is; null when its name does not say. */
export function partOf(path: string): FilmPart | null {
	const groups = part.exec(stemOf(path).slice(0, 255))?.groups;
	// Both groups are part of every match.
	return groups ? {name: groups['name']!.toLowerCase(), number: Number(groups['number'])} : null;
}

/** The files that together make one film, in order; empty unless they count from 1 without a gap. */
export function partsOfOneFilm<File extends {path: string}>(files: readonly File[]): File[] {
	const parts = files.map(file => ({file, part: partOf(file.path)}));
	const first = parts.find(({part: found}) => found?.number === 1);
	if (!first) {
		return [];
	}
	const together = parts
		.filter(({part: found}) => found?.name === first.part!.name) // found by its number
		.sort((a, b) => a.part!.number - b.part!.number); // kept by their name
	const counted = together.every(({part: found}, index) => found!.number === index + 1); // as above
	return counted && together.length > 1 ? together.map(({file}) => file) : [];
}

/** `a/Film (2000).mkv` as its second part: `a/Film (2000) - part2.mkv`. Players play such files in order. */
export function partPath(path: string, number: number, extension: string): string {
	const ending = ` - part${number}.${extension}`;
	const folder = path.slice(0, path.lastIndexOf('/') + 1);
	return `${folder}${truncateBytes(stemOf(path), maximumSegmentBytes - byteLength(ending))}${ending}`;
}

/** Streams of a Blu-ray, and the title sets of a DVD. */
const pieceOfName = /^(?<disc>(?:.*\/)?)(?:BDMV\/STREAM\/[^/]+\.m2ts|(?:VIDEO_TS\/)?VTS_\d\d_\d\.VOB)$/i;

/** A stream that has this share of the bytes of its disc is the film. */
const mostPart = 2 / 3;

/**
 * The videos of discs of which none is the whole film or episode: films are in pieces there, which playlists put
 * together, beside menus and extras.
 */
export function piecesOfDiscs<File extends {relative: string; size: number}>(videos: readonly File[]): Set<File> {
	const discs = Map.groupBy(
		videos.filter(({relative}) => pieceOfName.test(relative)),
		({relative}) => pieceOfName.exec(relative)?.groups?.['disc'] ?? '',
	);
	const inPieces = [...discs.values()].filter(each => {
		const bytes = each.reduce((sum, {size}) => sum + size, 0);
		return Math.max(...each.map(({size}) => size)) < bytes * mostPart;
	});
	return new Set(inPieces.flat());
}

/** Folders of extras, as media servers name them. */
const extraFolders: ReadonlySet<string> = new Set([
	'behind the scenes',
	'deleted scenes',
	'extras',
	'featurettes',
	'interviews',
	'other',
	'sample',
	'samples',
	'scenes',
	'shorts',
	'trailers',
]);
/** Folders that operating systems and NAS devices keep for themselves. */
const systemFolders: ReadonlySet<string> = new Set(['$recycle.bin', '#recycle', '@eadir', 'lost+found', 'system volume information']);
const extraSuffix = /-(?:behindthescenes|deleted|featurette|interview|other|sample|scene|short|trailer)\.[^.]{2,5}$/i;

/** Should this folder be scanned? Hidden folders, system folders and folders of extras are skipped. */
export function isLibraryFolder(name: string): boolean {
	const lower = name.toLowerCase();
	return !name.startsWith('.') && !systemFolders.has(lower) && !extraFolders.has(lower);
}

/** Can a file with this name be a film or an episode? */
export function isLibraryVideo(name: string): boolean {
	return !name.startsWith('.') && kindOf(name) === 'video' && !extraSuffix.test(name);
}

/** True when size and name show that the video is a sample or junk. */
export function isTooLittle(relative: string, size: number): boolean {
	return size === 0 || isSample({path: relative, size, releaseTitle: ''});
}
