import {Unavailable} from '#shared/errors.ts';
import type {readSubtitles} from '#shared/jobs/subtitles/read-subtitles.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleReadSubtitles: Handler<typeof readSubtitles> = async () => {
	throw new Unavailable('not_built', 'Not built yet.');
};
