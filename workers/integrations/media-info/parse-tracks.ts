import type {FileMediaInfo} from '#shared/domain/media/media-file.ts';
import {audioChannels, audioCodec, dynamicRange, videoCodec} from './codec-names.ts';
import {numberOf, type Track, textOf} from './track.ts';

/** `en-US` -> `en`; three-letter codes without a short form are left out, as is the unknown language. */
function languagesOf(tracks: readonly Track[]): string[] {
	const codes = tracks.map(track => textOf(track, 'Language').split('-')[0]!.toLowerCase()); // split answers at least one piece
	return [...new Set(codes.filter(code => /^[a-z]{2}$/.test(code)))];
}

/** What the tracks of a file say; null when there is no picture in it that anybody could see. */
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
	};
}
