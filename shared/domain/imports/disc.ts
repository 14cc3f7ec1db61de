import type {DownloadedFile} from './sort-files.ts';

/** Streams of a Blu-ray, and the title sets of a DVD. */
const piece = /^(?<disc>(?:.*\/)?)(?:BDMV\/STREAM\/[^/]+\.m2ts|(?:VIDEO_TS\/)?VTS_\d\d_\d\.VOB)$/i;

/** A stream with so many of the bytes of its disc is its film. */
const mostPart = 2 / 3;

/**
 * The videos of discs of which none is the whole film or episode: films are in pieces there, which playlists put
 * together, beside menus and extras.
 */
export function piecesOfDiscs<File extends Pick<DownloadedFile, 'relative' | 'size'>>(videos: readonly File[]): Set<File> {
	const discs = Map.groupBy(
		videos.filter(({relative}) => piece.test(relative)),
		({relative}) => piece.exec(relative)?.groups?.['disc'] ?? '',
	);
	const inPieces = [...discs.values()].filter(each => {
		const bytes = each.reduce((sum, {size}) => sum + size, 0);
		return Math.max(...each.map(({size}) => size)) < bytes * mostPart;
	});
	return new Set(inPieces.flat());
}
