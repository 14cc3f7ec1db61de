import type {ChallengeKind} from './challenge.ts';

/** A cookie as a browser keeps it. */
export interface BrowserCookie {
	name: string;
	value: string;
	/** Starts with a dot when the cookie also goes to subdomains. */
	domain: string;
	path: string;
	/** Seconds since 1970; -1 for a session cookie. */
	expires: number;
	httpOnly: boolean;
	secure: boolean;
	sameSite: string | null;
}

/** The result of a solved challenge. Sites accept the cookies only together with the user agent. */
export interface Clearance {
	/** Distinguishes this clearance from a later one for the same site. */
	id: string;
	/** See `site-of.ts`. */
	site: string;
	kind: ChallengeKind;
	userAgent: string;
	cookies: BrowserCookie[];
	solvedAt: string;
}
