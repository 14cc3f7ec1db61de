import {createHash} from 'node:crypto';
import type {SubtitleTrack} from '#shared/domain/media/media-file.ts';
import {mostSubtitles, type Subtitle} from '#shared/domain/media/subtitle.ts';
import type {FoundSubtitleFile} from '../integrations/subtitle-files/subtitles-beside.ts';
import type {PutSubtitle} from './subtitled-title.ts';

export interface SubtitleParts {
	fileId: string;
	tracks: readonly SubtitleTrack[];
	files: readonly FoundSubtitleFile[];
	/** Our own, as the record knows them, by path. */
	own: ReadonlyMap<string, PutSubtitle>;
}

/** Tracks in a list; the rest is for files. */
const mostTracks = 100;
const bytesOfId = 12;
const ofNobody = {score: null, provider: null, providerSubtitleId: null, downloadedAt: null};

/** The list of a file's subtitles: its tracks, then what lies beside it, our own first. */
export function mergeSubtitles({fileId, tracks, files, own}: SubtitleParts): Subtitle[] {
	const inside = tracks.slice(0, mostTracks).map(({language, forced, hearingImpaired, format}, index): Subtitle => {
		const id = idOf(fileId, `track ${index}`);
		return {id, language, forced, hearingImpaired, source: 'embedded', path: null, format, ...ofNobody};
	});
	const seen = new Map<string, number>();
	const beside = files.map(({path, format, ...tags}): Subtitle => {
		const count = seen.get(path) ?? 0;
		seen.set(path, count + 1);
		const id = idOf(path, String(count));
		const ours = own.get(path);
		return ours ? {...ours, id, format} : {id, ...tags, source: 'file', path, format, ...ofNobody};
	});
	const ordered = [...beside.filter(({source}) => source !== 'file'), ...beside.filter(({source}) => source === 'file')];
	return [...inside, ...ordered].slice(0, mostSubtitles);
}

function idOf(...parts: string[]): string {
	return createHash('sha256')
		.update(parts.join('\n'))
		.digest('hex')
		.slice(0, 2 * bytesOfId);
}
