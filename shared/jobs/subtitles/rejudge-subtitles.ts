import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

/** Determines again what is missing, without looking at the disks, because what is wanted has changed. */
export const rejudgeSubtitles = defineJob<{libraryId: string | null}>({
	name: 'rejudge-subtitles',
	queue: 'subtitles',
	payload: {libraryId: Joi.string().allow(null)},
	limitMs: longLimits.library,
	dedupeKey: ({libraryId}) => libraryId ?? 'all',
	runsAgain: true,
});
