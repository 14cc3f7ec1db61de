import type {SubtitleTrack} from '#shared/domain/media/media-file.ts';
import {readTrackTags} from '#shared/domain/subtitles/read-tags.ts';
import {type Track, textOf} from './track.ts';

/** Tracks that are kept; a file with more is made to be one. */
const mostTracks = 200;

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
	return tracks.slice(0, mostTracks).map(toSubtitleTrack);
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
