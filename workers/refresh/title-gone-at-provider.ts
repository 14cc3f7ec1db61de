import type {ItemOutcome} from '#shared/domain/searches/search-outcome.ts';
import {NotFound} from '#shared/errors.ts';

export const goneText = 'The provider no longer has this title; it stays as it is.';

/**
 * Refreshes a title. The provider answers 404 for one that it has removed: `whenGone` is called, and its data stays.
 */
export async function keepIfGoneAtProvider(refresh: () => Promise<unknown>, whenGone: () => Promise<void>): Promise<ItemOutcome> {
	try {
		await refresh();
		return {status: 'completed', message: 'It was refreshed.'};
	} catch (error) {
		if (!(error instanceof NotFound)) {
			throw error;
		}
		await whenGone();
		return {status: 'failed', message: goneText};
	}
}
