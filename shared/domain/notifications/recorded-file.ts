import type {Episode} from '../media/library-episode.ts';
import type {MediaFile} from '../media/media-file.ts';
import type {NotifiedEpisode} from './message.ts';
import {notifiedEpisode} from './notified-title.ts';

/** What messages say about a file that is gone; by then its title may be gone too. */
export interface RecordedFile {
	path: string;
	/** Null when it is not known. */
	quality: string | null;
	qualityScore: number | null;
	/** Bytes; missing in jobs of earlier versions. */
	size?: number;
	/** Those that it is recorded for; empty for a movie. */
	episodes: NotifiedEpisode[];
}

type WithFile = Pick<Episode, 'id' | 'seasonNumber' | 'episodeNumber' | 'title' | 'file'>;

export function recordedFile({path, quality, qualityScore, size}: MediaFile, episodes: readonly WithFile[] = []): RecordedFile {
	return {path, quality, qualityScore, size, episodes: episodes.map(notifiedEpisode)};
}

/** The files of these episodes, each path once. */
export function recordedFiles(episodes: readonly WithFile[]): RecordedFile[] {
	const byPath = Map.groupBy(
		episodes.filter(({file}) => file !== null),
		({file}) => file?.path,
	);
	return [...byPath.values()].flatMap(sharing => (sharing[0]?.file ? [recordedFile(sharing[0].file, sharing)] : []));
}
