import type {MediaFile} from '../media/media-file.ts';
import type {FoundSubtitle, RatedSubtitle, SubtitleCriteria} from './found-subtitle.ts';

export interface RatedFor {
	criteria: Omit<SubtitleCriteria, 'languages' | 'movieHash'>;
	file: Pick<MediaFile, 'releaseTitle' | 'releaseGroup' | 'edition' | 'quality' | 'mediaInfo' | 'path'>;
	/** 0 to 100, from the language profile. */
	minimumScore: number;
	acceptMachineTranslated: boolean;
	/** `providerId` and `id` of subtitles that a person or we found bad. */
	isBlocklisted(found: FoundSubtitle): boolean;
}

/** Scores a found subtitle for a file; pure. */
export function rateSubtitle(found: FoundSubtitle, _title: RatedFor): RatedSubtitle {
	return {...found, score: 0, reasons: [], rejections: ['not built']};
}
