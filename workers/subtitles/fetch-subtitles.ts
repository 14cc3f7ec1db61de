import {Unavailable} from '#shared/errors.ts';
import type {fetchSubtitles} from '#shared/jobs/subtitles/fetch-subtitles.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleFetchSubtitles: Handler<typeof fetchSubtitles> = async () => {
	throw new Unavailable('not_built', 'Not built yet.');
};
