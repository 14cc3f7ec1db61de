import {Unavailable} from '#shared/errors.ts';
import type {addSubtitle} from '#shared/jobs/subtitles/add-subtitle.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleAddSubtitle: Handler<typeof addSubtitle> = async () => {
	throw new Unavailable('not_built', 'Not built yet.');
};
