import {Unavailable} from '#shared/errors.ts';
import type {removeSubtitle} from '#shared/jobs/subtitles/remove-subtitle.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleRemoveSubtitle: Handler<typeof removeSubtitle> = async () => {
	throw new Unavailable('not_built', 'Not built yet.');
};
