import {Unavailable} from '#shared/errors.ts';
import type {rejudgeSubtitles} from '#shared/jobs/subtitles/rejudge-subtitles.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleRejudgeSubtitles: Handler<typeof rejudgeSubtitles> = async () => {
	throw new Unavailable('not_built', 'Not built yet.');
};
