import type {FileMediaInfo} from '#shared/domain/media/media-file.ts';
import {audioChannels, audioCodec, dynamicRange, videoCodec} from './codec-names.ts';
import {subtitleTracks} from './subtitle-tracks.ts';
import {numberOf, type Track, textOf} from './track.ts';

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
		audioLanguages: languagesOf(audio),
		subtitleLanguages: languagesOf(ofType('Text')),
		durationSeconds: numberOf(general, 'Duration') ?? numberOf(video, 'Duration'),
		frameRate: numberOf(video, 'FrameRate'),
		subtitleTracks: subtitleTracks(ofType('Text')),
	};
}
