import {UpstreamFailed} from '#shared/errors.ts';

const mebibyte = 1024 * 1024;
/** Bytes of all answers to one search, and of those of one indexer. A page of a hundred releases has about 0.2 MiB. */
const maxOfSearch = 20 * mebibyte;
const maxOfIndexer = 10 * mebibyte;
/**
 * Bytes of a search that are divided equally between the indexers. The rest is for those that need more, first come,
 * first served.
 */
const keptForEach = 5 * mebibyte;

/** The code of a refusal that says nothing about the indexer: others have sent most of it. */
export const searchTooLarge = 'search_too_large';

/**
 * Counts an answer before it is read. Throws UpstreamFailed `too_large` when the indexer sends too much, or
 * `search_too_large` when all together do.
 */
export type TakeAnswer = (bytes: number) => void;

/**
 * Returns a counter for the answers of one of so many indexers. All count for the same search, but each has a reserved
 * part, so two that send too much do not silence the others.
 */
export function createAnswerRoom(indexers: number): () => TakeAnswer {
	const part = keptForEach / Math.max(1, indexers);
	let shared = maxOfSearch - keptForEach;
	return () => {
		let ofIndexer = 0;
		const beyondPart = (bytes: number) => Math.max(0, bytes - part);
		return bytes => {
			if (ofIndexer + bytes > maxOfIndexer) {
				throw new UpstreamFailed('too_large', 'Its answers to one search are larger than 10 MiB in all.');
			}
			const more = beyondPart(ofIndexer + bytes) - beyondPart(ofIndexer);
			if (more > shared) {
				const message = 'The answers of all indexers to one search are larger than 20 MiB in all, so this one was left out.';
				throw new UpstreamFailed(searchTooLarge, message);
			}
			ofIndexer += bytes;
			shared -= more;
		};
	};
}
