import {access, constants} from 'node:fs/promises';
import {Worker} from 'node:worker_threads';
import {askChild, threadChild} from '#shared/coordination/child.ts';
import {readTrackTags} from '#shared/domain/languages/subtitle-tags.ts';
import type {FileMediaInfo, SubtitleTrack} from '#shared/domain/media/media-file.ts';
import {Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {inTime, onDisk, toDiskFailure} from '../files/disk-failure.ts';

export interface MediaInfoReader {
	/**
	 * Throws Invalid `corrupt` when the file has no video track, `cut_off` if `whole` is set and its end is missing;
	 * Unavailable `media_info_failed` when the time limit passes, and what `Files` throws when the disk fails.
	 */
	read(path: string, options?: {whole?: boolean}): Promise<FileMediaInfo>;
	close(): Promise<void>;
}

/** Milliseconds for one file. A network disk may be slow, and a broken file may never end. */
const limitMs = 60_000;

/** `errno` is the system's code when the disk failed, and null when the parser did. */
type Reply = {tracks: Track[]} | {failure: string; errno: string | null};

/**
 * Reads one file at a time in a separate thread: the parser is a third-party one, and a file that makes it hang must
 * not stop the process.
 */
export function createMediaInfoReader({timeoutMs = limitMs} = {}): MediaInfoReader {
	const thread = askChild<{path: string}, Reply>({
		start: () =>
			threadChild(new Worker(new URL('./read-tracks.worker.ts', import.meta.url), {resourceLimits: {maxOldGenerationSizeMb: 256}})),
		limitMs: timeoutMs,
		failure({why, error}, {path}) {
			const what = why === 'late' ? 'it took too long' : (error?.message ?? 'the reader stopped');
			return new Unavailable('media_info_failed', `The media info of ${path} could not be read: ${what}.`);
		},
		// After a failure the thread's memory may be in any state.
		isLast: reply => 'failure' in reply,
	});
	return {
		async read(path, {whole = false} = {}) {
			// A file we have no permission to read is not a broken one.
			await onDisk(path, () => inTime(path, access(path, constants.R_OK)));
			const reply = await thread.ask({path});
			if ('failure' in reply && reply.errno !== null) {
				throw readFailed(path, reply.errno, reply.failure);
			}
			const info = 'failure' in reply ? null : parseTracks(reply.tracks);
			if (!info) {
				throw new Invalid(
					'corrupt',
					'failure' in reply ? `${path} cannot be read as a video: ${reply.failure}.` : `${path} holds no readable video.`,
				);
			}
			const lacking = whole && 'tracks' in reply ? lackingBytes(reply.tracks) : 0;
			if (lacking > 0) {
				throw new Invalid('cut_off', `The last ${lacking} bytes of ${path} are missing.`);
			}
			return info;
		},
		close: thread.close,
	};
}

/** An error of the disk while a file is read may be temporary, so it never means that the file is corrupt. */
function readFailed(path: string, errno: string, message: string): unknown {
	const cause = Object.assign(new Error(message), {code: errno});
	const failure = toDiskFailure(cause, path);
	return failure instanceof Unavailable || failure instanceof NotFound
		? failure
		: new Unavailable('disk_failed', `${path} cannot be read: ${message}. Check its disk; it is tried again.`, {cause});
}

/** Share of a file that may be missing at its end: some programs write a length that is a little too long. */
const toleratedShare = 0.005;

/** The bytes that a file lacks at its end by its own account; 0 if it does not say so. */
function lackingBytes(tracks: readonly Track[]): number {
	const extra = tracks.find(track => track['@type'] === 'General')?.['extra'];
	const sizes = /less than expected size \(actual (\d+), expected \D{0,4}(\d+)/.exec(JSON.stringify(extra ?? null));
	const [actual, expected] = [Number(sizes?.[1] ?? 0), Number(sizes?.[2] ?? 0)];
	return expected - actual > expected * toleratedShare ? expected - actual : 0;
}

/** `en-US` -> `en`. Three-letter codes without a short form and the unknown language are left out. */
function languagesOf(tracks: readonly Track[]): string[] {
	const codes = tracks.map(track => textOf(track, 'Language').split('-')[0]!.toLowerCase()); // split() returns at least one part
	return [...new Set(codes.filter(code => /^[a-z]{2}$/.test(code)))];
}

/** Summarizes the tracks of a file; null when it has no visible video track. */
export function parseTracks(tracks: readonly Track[]): FileMediaInfo | null {
	const ofType = (type: string) => tracks.filter(track => track['@type'] === type);
	const [general, video, audio] = [ofType('General')[0], ofType('Video')[0], ofType('Audio')];
	const [width, height] = [numberOf(video, 'Width'), numberOf(video, 'Height')];
	if (!video || width === null || height === null) {
		return null;
	}
	return {
		videoCodec: videoCodec(video),
		audioCodec: audioCodec(audio[0]),
		audioChannels: audioChannels(audio[0]),
		resolution: `${width}x${height}`,
		videoBitDepth: numberOf(video, 'BitDepth'),
		dynamicRange: dynamicRange(video),
		...((numberOf(video, 'MultiView_Count') ?? 1) > 1 && {is3d: true}),
		audioLanguages: languagesOf(audio),
		subtitleLanguages: languagesOf(ofType('Text')),
		durationSeconds: numberOf(general, 'Duration') ?? numberOf(video, 'Duration'),
		frameRate: numberOf(video, 'FrameRate'),
		subtitleTracks: subtitleTracks(ofType('Text')),
	};
}

const plainVideo: Readonly<Record<string, string>> = {AV1: 'AV1', VP9: 'VP9', VP8: 'VP8', 'VC-1': 'VC1', Theora: 'Theora', VVC: 'h266'};

/** `x264` and `x265` mean the encoder; `h264` and `h265` mean the same format by any other encoder. */
function videoCodec(video: Track): string | null {
	const format = textOf(video, 'Format');
	const library = `${textOf(video, 'Encoded_Library')} ${textOf(video, 'CodecID')}`.toLowerCase();
	switch (format) {
		case 'AVC':
			return library.includes('x264') ? 'x264' : 'h264';
		case 'HEVC':
			return library.includes('x265') ? 'x265' : 'h265';
		case 'MPEG Video':
			return textOf(video, 'Format_Version').includes('1') ? 'MPEG' : 'MPEG2';
		case 'MPEG-4 Visual':
			return library.includes('xvid') ? 'XviD' : library.includes('divx') || library.includes('dx50') ? 'DivX' : 'MPEG4';
		default:
			return plainVideo[format] ?? (format || null);
	}
}

const plainAudio: Readonly<Record<string, string>> = {
	'AC-3': 'AC3',
	FLAC: 'FLAC',
	Opus: 'Opus',
	Vorbis: 'Vorbis',
	PCM: 'PCM',
	ALAC: 'ALAC',
	WMA: 'WMA',
};

function dtsName(features: string): string {
	if (features.includes('XLL')) {
		return features.includes('XLL X') ? 'DTS-X' : 'DTS-HD MA';
	}
	return features.includes('XBR') ? 'DTS-HD HRA' : features.includes('ES') ? 'DTS-ES' : 'DTS';
}

function audioCodec(audio: Track | undefined): string | null {
	const format = textOf(audio, 'Format');
	const features = textOf(audio, 'Format_AdditionalFeatures');
	const isAtmos = features.includes('JOC') || features.includes('16-ch') || textOf(audio, 'Format_Commercial_IfAny').includes('Atmos');
	switch (format) {
		case 'E-AC-3':
			return isAtmos ? 'EAC3 Atmos' : 'EAC3';
		case 'MLP FBA':
			return isAtmos ? 'TrueHD Atmos' : 'TrueHD';
		case 'DTS':
			return dtsName(features);
		case 'MPEG Audio':
			return textOf(audio, 'Format_Profile').includes('3') ? 'MP3' : 'MP2';
		default:
			return format.startsWith('AAC') ? 'AAC' : (plainAudio[format] ?? (format || null));
	}
}

/** Six channels including a low-frequency one are 5.1. If the file does not say, the usual layout is assumed. */
function audioChannels(audio: Track | undefined): number | null {
	const count = numberOf(audio, 'Channels');
	if (count === null) {
		return null;
	}
	const layout = `${textOf(audio, 'ChannelLayout')} ${textOf(audio, 'ChannelPositions')}`.trim();
	const hasLow = layout === '' ? count === 6 || count === 8 : layout.includes('LFE');
	return hasLow ? Math.round((count - 1 + 0.1) * 10) / 10 : count;
}

/** `DV HDR10` has both; null for standard dynamic range. */
function dynamicRange(video: Track): string | null {
	const format = `${textOf(video, 'HDR_Format')} ${textOf(video, 'HDR_Format_Compatibility')}`;
	const transfer = textOf(video, 'transfer_characteristics');
	const isPlus = format.includes('2094') || format.includes('HDR10+');
	const base = isPlus ? 'HDR10Plus' : transfer === 'PQ' || format.includes('HDR10') ? 'HDR10' : transfer === 'HLG' ? 'HLG' : null;
	return format.includes('Dolby Vision') ? `DV ${base ?? ''}`.trim() : base;
}

/** Tracks that are kept; a file with more is made to be one. */
const maxTracks = 200;

/** MediaInfo's names of formats; the pictures of DVDs, Blu-rays and television are the second group. */
const formats: readonly [start: string, format: string, isImage: boolean][] = [
	['utf-8', 'srt', false],
	['subrip', 'srt', false],
	['ass', 'ass', false],
	['ssa', 'ssa', false],
	['webvtt', 'vtt', false],
	['d_webvtt', 'vtt', false],
	['s_text/webvtt', 'vtt', false],
	['timed text', 'tx3g', false],
	['ttml', 'ttml', false],
	['eia-', 'cc', false],
	['teletext', 'teletext', false],
	['pgs', 'pgs', true],
	['vobsub', 'vobsub', true],
	['rle', 'vobsub', true],
	['dvb', 'dvb', true],
	['xsub', 'xsub', true],
];

export function subtitleTracks(tracks: readonly Track[]): SubtitleTrack[] {
	return tracks.slice(0, maxTracks).map(toSubtitleTrack);
}

function toSubtitleTrack(track: Track): SubtitleTrack {
	const name = textOf(track, 'Format').toLowerCase();
	const [, format, isImage] = formats.find(([start]) => name.startsWith(start)) ?? ['', name.slice(0, 20) || null, false];
	const tags = readTrackTags({language: textOf(track, 'Language'), title: textOf(track, 'Title')});
	return {
		...tags,
		forced: tags.forced || textOf(track, 'Forced') === 'Yes',
		// Closed captions are made for those who cannot hear.
		hearingImpaired: tags.hearingImpaired || textOf(track, 'ServiceKind').split(' / ').includes('HI') || format === 'cc',
		format,
		isImage,
	};
}

/** A track as MediaInfo reports it, with MediaInfo's own field names and values. */
export type Track = Readonly<Record<string, unknown>>;

function textOf(track: Track | undefined, field: string): string {
	const value = track?.[field];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function numberOf(track: Track | undefined, field: string): number | null {
	const value = Number.parseFloat(textOf(track, field));
	return Number.isFinite(value) && value > 0 ? value : null;
}
