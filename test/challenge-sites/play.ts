import type {IndexedRelease} from './plays/indexer-answers.ts';
import type {Answer} from './site.ts';

export interface SiteOptions {
	/** How long the script of a challenge computes, in milliseconds; each kind has its own default. */
	workMs?: number;
	/** How long the plain site waits before it answers, in milliseconds; 0 if not given. */
	delayMs?: number;
	/** Size of the huge page; 100 MB if not given. */
	bytes?: number;
	/** As fast as the client reads if not given. */
	bytesPerSecond?: number;
	/**
	 * Host from which the widget's frame is loaded; 127.0.0.1 if not given. With `localhost` the browser treats it as
	 * another site.
	 */
	frameHost?: string;
	/** What the indexer offers; one made-up film if not given. */
	releases?: readonly IndexedRelease[];
	/** The key that the indexer requires; any if not given. */
	apiKey?: string;
}

/** A kind of site: how it answers, and what else it keeps open. */
export interface Play {
	answer: Answer;
	close?(): Promise<void>;
}
