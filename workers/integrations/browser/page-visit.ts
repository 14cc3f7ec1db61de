import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import type {ProxyOptions} from './guarded-proxy.ts';

/** One page to open, and what to do with it. */
export interface PageVisit {
	url: string;
	/** URL-encoded fields of a POST; null for a GET. */
	postData: string | null;
	cookies: BrowserCookie[];
	proxy: ProxyOptions;
	/** Address of the solver that opens it, whatever the settings say; null or missing to go by these. */
	solver?: string | null;
	/** Loads images, media and fonts too, for a challenge that failed without them. */
	loadEverything: boolean;
	withoutStyles: boolean;
	/** A page that fails without a challenge counts as a result too. */
	takesFailures: boolean;
	/** Milliseconds to wait between the end of the challenge and the result. */
	waitMs: number;
	withHtml: boolean;
	withScreenshot: boolean;
}

/** The page as it finally opened. */
export interface VisitedPage {
	/** The challenge that was solved, or `none`. */
	kind: ChallengeKind;
	/** The final address. */
	url: string;
	userAgent: string;
	/** All cookies of the visit, including those of third parties. */
	cookies: BrowserCookie[];
	/** Null unless requested. */
	html: string | null;
	/** PNG as base64; null unless requested. */
	screenshot: string | null;
	/** The token a solved widget wrote into its form. */
	widgetToken: string | null;
}
