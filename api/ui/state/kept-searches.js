/** @typedef {import('../client/types.js').Release} Release */
/** @typedef {import('../client/types.js').IndexerResult} IndexerResult */
/** @typedef {{indexerId: string, indexerName: string}} AskedIndexer */

/**
 * @typedef {object} SearchState
 * @property {'queued' | 'searching' | 'completed' | 'failed' | 'cancelled'} state
 * @property {readonly Release[]} releases
 * @property {readonly IndexerResult[]} indexerResults
 * @property {readonly AskedIndexer[]} asking Those that have not answered yet.
 * @property {string | null} message Why it failed.
 * @property {number} searchDuration Milliseconds.
 */

/** Milliseconds in which a finished search is shown again, instead of asking all indexers anew. */
const keptMs = 10 * 60_000;
/** Each may have a thousand releases. */
const maxKept = 10;

/**
 * Finished searches of releases, for those who look at something else in between and come back.
 * @param {() => number} [now]
 */
export function createKeptSearches(now = Date.now) {
	/** @type {Map<string, {search: SearchState, at: number}>} */
	const kept = new Map();
	return {
		/**
		 * What was found for a request; null if it is to be asked.
		 * @param {string} request
		 * @returns {{search: SearchState, at: number} | null}
		 */
		find(request) {
			const found = kept.get(request);
			return found && now() - found.at < keptMs ? found : null;
		},
		/** @param {string} request @param {SearchState} search */
		keep(request, search) {
			kept.delete(request);
			kept.set(request, {search, at: now()});
			const [oldest] = kept.keys();
			if (kept.size > maxKept && oldest !== undefined) {
				kept.delete(oldest);
			}
		},
		/** After a grab the verdicts are others. */
		clear: () => kept.clear(),
	};
}
