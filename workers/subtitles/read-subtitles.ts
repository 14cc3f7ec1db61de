import type {readSubtitles} from '#shared/jobs/subtitles.ts';
import type {Handler} from '../runtime/handler.ts';
import {isGoneMeanwhile, readFirst} from './read-first.ts';
import {subtitledTitle} from './subtitled-title.ts';

export const handleReadSubtitles: Handler<typeof readSubtitles> = async ({owner}, deps, {signal, log}) => {
	try {
		const title = await subtitledTitle(owner, deps);
		if (title) {
			await readFirst(title, deps, signal);
		}
	} catch (error) {
		if (!isGoneMeanwhile(error)) {
			throw error;
		}
		log.debug({err: error, ...owner}, 'There is nothing left whose subtitles could be read');
	}
};
