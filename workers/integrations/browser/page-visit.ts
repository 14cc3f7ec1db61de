import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import type {ProxyOptions} from './network/guarded-proxy.ts';

/** One page to open, and how far to go with it. */
export interface PageVisit {
	url: string;
	/** URL-encoded fields of a POST; null for a GET. */
	postData: string | null;
	cookies: BrowserCookie[];
	proxy: ProxyOptions;
	/** Pictures, sounds and fonts too, for a challenge that did not end without them. */
	loadEverything: boolean;
	withoutStyles: boolean;
	/** A page that fails without a challenge is an answer too. */
	takesFailures: boolean;
	/** Milliseconds between the end of the challenge and the answer. */
	waitMs: number;
	withHtml: boolean;
	withScreenshot: boolean;
}

/** The page as it lies open in the end. */
export interface VisitedPage {
	/** What stood before it; `none` when nothing did. */
	kind: ChallengeKind;
	/** The final address. */
	url: string;
	userAgent: string;
	/** All of the visit, those of third parties too. */
	cookies: BrowserCookie[];
	/** Null when it was not asked for. */
	html: string | null;
	/** Base64 of a PNG; null when it was not asked for. */
	screenshot: string | null;
	/** What a solved widget wrote into its form. */
	widgetToken: string | null;
}

/** A visit that did not come to its page, with what was seen of the challenge until then. */
export interface FailedVisit {
	kind: ChallengeKind;
	error: unknown;
}
