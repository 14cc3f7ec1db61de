import {UpstreamFailed} from '#shared/errors.ts';

const mebibyte = 1024 * 1024;
/** Bytes of all answers to one search, and of those of one indexer. A page of a hundred releases has about 0.2 MiB. */
const maxOfSearch = 20 * mebibyte;
const maxOfIndexer = 10 * mebibyte;

/** The code of a refusal that says nothing about the indexer: others have sent most of it. */
export const searchTooLarge = 'search_too_large';

/**
 * Counts an answer before it is read. Throws UpstreamFailed `too_large` when the indexer sends too much, or
 * `search_too_large` when all together do.
 */
export type TakeAnswer = (bytes: number) => void;

/** Returns what counts the answers of one indexer; all of them count for the same search. */
export function createAnswerRoom(): () => TakeAnswer {
	let ofSearch = 0;
	return () => {
		let ofIndexer = 0;
		return bytes => {
			if (ofIndexer + bytes > maxOfIndexer) {
				throw new UpstreamFailed('too_large', 'Its answers to one search are larger than 10 MiB in all.');
			}
			if (ofSearch + bytes > maxOfSearch) {
				const message = 'The answers of all indexers to one search are larger than 20 MiB in all, so this one was left out.';
				throw new UpstreamFailed(searchTooLarge, message);
			}
			ofIndexer += bytes;
			ofSearch += bytes;
		};
	};
}
