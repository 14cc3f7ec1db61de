import {Unavailable} from '#shared/errors.ts';
import type {searchSubtitles} from '#shared/jobs/subtitles/search-subtitles.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleSearchSubtitles: Handler<typeof searchSubtitles> = async () => {
	throw new Unavailable('not_built', 'Not built yet.');
};
