import type {LanguageProfile} from '#shared/domain/languages/language-profile.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import type {SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import {Unavailable} from '#shared/errors.ts';
import type {SubtitleOwner} from '#shared/jobs/subtitles/subtitle-owner.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** A subtitle that we have just put beside a video. */
export interface PutSubtitle extends Omit<Subtitle, 'id' | 'path' | 'format'> {
	/** For VobSub the path of the `.idx`. */
	path: string;
}

/** A movie or episode with everything that its subtitles depend on. */
export interface SubtitledTitle {
	owner: SubtitleOwner;
	/** For people: `Paper Harbor (2019)`, `Show - S01E02`. */
	name: string;
	isMonitored: boolean;
	movieId: string | null;
	seriesId: string | null;
	/** All episodes of the file; empty for a movie. */
	episodeIds: string[];
	file: MediaFile;
	profile: LanguageProfile;
	criteria: Omit<SubtitleCriteria, 'languages' | 'movieHash'>;
	/** What was just put beside the file, for `lookAtSubtitles`. */
	placed?: readonly PutSubtitle[];
}

/** Throws NotFound `movie_not_found` or `episode_not_found`; null when it has no file. */
export async function subtitledTitle(owner: SubtitleOwner, _deps: WorkerDeps): Promise<SubtitledTitle | null> {
	throw new Unavailable('not_built', owner.id);
}
