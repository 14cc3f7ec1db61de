import Joi from 'joi';
import {type ChallengeKind, challengeKinds} from '../domain/captcha/challenge.ts';
import type {BrowserCookie} from '../domain/captcha/clearance.ts';
import {defineJob} from './job.ts';

/** The challenge to solve, and how. */
export interface ChallengeToSolve {
	url: string;
	/** `test` when a person waits: it is tried despite any back-off or earlier failure. */
	reason: 'test' | 'indexer';
	useCache: boolean;
	/** `host:port` that an administrator entered, so a private address is allowed; null for none. */
	allowedHost: string | null;
	/** Id of a clearance that met a challenge again; it is not reused. */
	refused: string | null;
	/** Proxy of the indexer, with its login, instead of that of the settings. */
	proxy?: string | null;
	/** Address of the solver of the indexer, instead of our browser or that of the settings. */
	solver?: string | null;
}

interface SolveChallenge {
	/**
	 * A `ChallengeToSolve` as encrypted JSON: addresses contain keys, and payloads are readable in
	 * Redis and on the dashboard.
	 */
	sealed: string;
	/** Milliseconds since 1970 by the clock of Redis; the caller does not wait longer. */
	deadline: number;
}

export interface ChallengeOutcome {
	/** Milliseconds. */
	solveTime: number;
	usedCache: boolean;
	kind: ChallengeKind;
	/** The page is reachable now: there was no challenge, or it is solved. */
	open: boolean;
	/** Why it is not open, as an error code and as text; null when it is open. */
	failure: {code: string; message: string} | null;
	/** A `Clearance` as encrypted JSON; null when there is none. */
	clearance: string | null;
}

export const solveChallenge = defineJob<SolveChallenge, ChallengeOutcome>({
	name: 'solve-challenge',
	queue: 'captcha',
	interruptible: true,
	payload: {sealed: Joi.string(), deadline: Joi.number()},
	result: {
		solveTime: Joi.number(),
		usedCache: Joi.boolean(),
		kind: Joi.string().valid(...challengeKinds),
		open: Joi.boolean(),
		failure: Joi.object({code: Joi.string(), message: Joi.string().allow('')}).allow(null),
		clearance: Joi.string().allow(null),
	},
});

export interface SolverProxy {
	url: string;
	username: string | null;
	password: string | null;
	/** No administrator named it, so it must not have a private address. */
	mustBePublic?: true;
}

/** A page that another program wants our browser to open, solving its challenge if there is one. */
export interface PageToOpen {
	method: 'GET' | 'POST';
	url: string;
	/** URL-encoded fields of a POST. */
	postData: string | null;
	cookies: {name: string; value: string; domain?: string; path?: string}[];
	/** Null uses the proxy from the settings. */
	proxy: SolverProxy | null;
	/** Name of the session whose cookies are sent and stored back; null for none. */
	session: string | null;
	/** The owner of the session: a key of type solver, or, when null, all administrators. */
	solverKeyId: string | null;
	/** Do not load images, media and style sheets. */
	disableMedia: boolean;
	/** Seconds to wait between the end of the challenge and the answer. */
	waitSeconds: number;
	withScreenshot: boolean;
	withHtml: boolean;
}

interface OpenPage {
	/** A `PageToOpen` as encrypted JSON. */
	sealed: string;
	/** Milliseconds since 1970 by the clock of Redis. */
	deadline: number;
}

/** The final page as the browser shows it. */
export interface OpenedPage {
	kind: ChallengeKind;
	/** The final address. */
	url: string;
	/** Null when it was not requested. */
	html: string | null;
	cookies: BrowserCookie[];
	userAgent: string;
	/** Base64 of a PNG. */
	screenshot: string | null;
	/** The token that a solved widget wrote into its form. */
	widgetToken: string | null;
}

export interface OpenPageAnswer {
	/**
	 * Key of the encrypted `OpenedPage` in Redis, see `page-cache.ts`. A page is too large for a
	 * message to all processes.
	 */
	pageId: string | null;
	failure: {code: string; message: string} | null;
}

export const openPage = defineJob<OpenPage, OpenPageAnswer>({
	name: 'open-page',
	queue: 'captcha',
	interruptible: true,
	payload: {sealed: Joi.string(), deadline: Joi.number()},
	result: {
		pageId: Joi.string().allow(null),
		failure: Joi.object({code: Joi.string(), message: Joi.string().allow('')}).allow(null),
	},
});
