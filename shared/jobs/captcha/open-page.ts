import Joi from 'joi';
import type {ChallengeKind} from '../../domain/captcha/challenge.ts';
import type {BrowserCookie} from '../../domain/captcha/clearance.ts';
import {defineJob} from '../job.ts';

/** A page that another program wants opened by our browser, past its challenge if it has one. */
export interface PageToOpen {
	method: 'GET' | 'POST';
	url: string;
	/** URL-encoded fields of a POST. */
	postData: string | null;
	cookies: {name: string; value: string; domain?: string; path?: string}[];
	/** Null takes that of the settings. */
	proxy: {url: string; username: string | null; password: string | null} | null;
	/** Name of a session whose cookies are taken along and brought back; null for none. */
	session: string | null;
	/** Images, media and style sheets are left out. */
	disableMedia: boolean;
	/** Seconds between the end of the challenge and the answer. */
	waitSeconds: number;
	withScreenshot: boolean;
	withHtml: boolean;
}

export interface OpenPage {
	/** A `PageToOpen` as sealed JSON. */
	sealed: string;
	/** Milliseconds since 1970 by the clock of Redis. */
	deadline: number;
}

/** The page as the browser shows it in the end. */
export interface OpenedPage {
	kind: ChallengeKind;
	/** The final address. */
	url: string;
	/** Null when it was not asked for. */
	html: string | null;
	cookies: BrowserCookie[];
	userAgent: string;
	/** Base64 of a PNG. */
	screenshot: string | null;
	/** What a solved widget wrote into its form. */
	widgetToken: string | null;
}

export interface OpenPageAnswer {
	/**
	 * Under which the sealed `OpenedPage` lies in Redis, see `page-shelf.ts`: a page is too large for a
	 * message to all processes.
	 */
	pageId: string | null;
	failure: {code: string; message: string} | null;
}

export const openPage = defineJob<OpenPage, OpenPageAnswer>({
	name: 'open-page',
	queue: 'captcha',
	handedOn: true,
	payload: {sealed: Joi.string(), deadline: Joi.number()},
	result: {
		pageId: Joi.string().allow(null),
		failure: Joi.object({code: Joi.string(), message: Joi.string().allow('')}).allow(null),
	},
});
