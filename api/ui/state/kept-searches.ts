import type {IndexerResult, Release} from '../client/types.ts';

interface AskedIndexer {
	indexerId: string;
	indexerName: string;
}

export interface SearchState {
	state: 'queued' | 'searching' | 'completed' | 'failed' | 'cancelled';
	releases: readonly Release[];
	indexerResults: readonly IndexerResult[];
	/** Those that have not answered yet. */
	asking: readonly AskedIndexer[];
	/** Why it failed. */
	message: string | null;
	/** Milliseconds. */
	searchDuration: number;
}

/** Milliseconds in which a finished search is shown again, instead of asking all indexers anew. */
const keptMs = 10 * 60_000;
/** Each may have a thousand releases. */
const maxKept = 10;

/** Finished searches of releases, for those who look at something else in between and come back. */
export function createKeptSearches(now: () => number = Date.now) {
	const kept: Map<string, {search: SearchState; at: number}> = new Map();
	return {
		/** What was found for a request; null if it is to be asked. */
		find(request: string): {search: SearchState; at: number} | null {
			const found = kept.get(request);
			return found && now() - found.at < keptMs ? found : null;
		},
		keep(request: string, search: SearchState) {
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
