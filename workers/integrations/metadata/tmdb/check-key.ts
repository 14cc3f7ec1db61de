import {NotFound} from '#shared/errors.ts';
import {createAskTmdb, type TmdbOptions} from './ask-tmdb.ts';

/** Throws what asking for a title would, unless the provider accepts the key. */
export async function checkKey(options: TmdbOptions, signal: AbortSignal): Promise<void> {
	const ask = createAskTmdb({...options, cache: null});
	try {
		await ask('configuration', {}, {signal, schema: null});
	} catch (error) {
		// A server that only speaks a part of TMDB's API may lack this path; it did not refuse the key.
		if (!(error instanceof NotFound)) {
			throw error;
		}
	}
}
