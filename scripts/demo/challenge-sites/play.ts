import type {IndexedRelease} from './plays/indexer-answers.ts';
import type {Answer} from './site.ts';

export interface SiteOptions {
	/** How long the script of a challenge computes; each kind has its own when not given. */
	workMs?: number;
	/** How long the plain site waits before it answers; 0 when not given. */
	delayMs?: number;
	/** Length of the huge page; 100 MB when not given. */
	bytes?: number;
	/** As fast as the reader reads when not given. */
	bytesPerSecond?: number;
	/**
	 * Host under which the widget's frame is loaded; 127.0.0.1 when not given, `localhost` makes it another site for
	 * the browser.
	 */
	frameHost?: string;
	/** What the indexer has; one made-up film when not given. */
	releases?: readonly IndexedRelease[];
	/** What the indexer asks for; any key does when not given. */
	apiKey?: string;
}

/** One kind of site: how it answers, and what else it has open. */
export interface Play {
	answer: Answer;
	close?(): Promise<void>;
}
