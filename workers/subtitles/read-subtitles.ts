import type {readSubtitles} from '#shared/jobs/subtitles/read-subtitles.ts';
import type {Handler} from '../runtime/handler.ts';
import {isGoneMeanwhile, readSubtitlesOf} from './read-first.ts';

export const handleReadSubtitles: Handler<typeof readSubtitles> = async ({owner}, deps, {signal, log}) => {
	try {
		await readSubtitlesOf(owner, deps, signal);
	} catch (error) {
		if (!isGoneMeanwhile(error)) {
			throw error;
		}
		log.debug({err: error, ...owner}, 'There is nothing left whose subtitles could be read');
	}
};
