import Joi from 'joi';
import type {ChallengeKind} from '../../domain/captcha/challenge.ts';
import type {BrowserCookie} from '../../domain/captcha/clearance.ts';
import {defineJob} from '../job.ts';

/** A page that another program wants our browser to open, solving its challenge if there is one. */
export interface PageToOpen {
	method: 'GET' | 'POST';
	url: string;
	/** URL-encoded fields of a POST. */
	postData: string | null;
	cookies: {name: string; value: string; domain?: string; path?: string}[];
	/** Null uses the proxy from the settings. */
	proxy: {url: string; username: string | null; password: string | null} | null;
	/** Name of the session whose cookies are sent and stored back; null for none. */
	session: string | null;
	/** Do not load images, media and style sheets. */
	disableMedia: boolean;
	/** Seconds to wait between the end of the challenge and the answer. */
	waitSeconds: number;
	withScreenshot: boolean;
	withHtml: boolean;
}

export interface OpenPage {
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
	 * Key of the encrypted `OpenedPage` in Redis, see `page-shelf.ts`. A page is too large for a
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
