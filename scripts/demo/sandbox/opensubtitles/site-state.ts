import type {IncomingMessage} from 'node:http';
import {dayMs, hourMs} from '#shared/domain/durations.ts';
import type {SandboxReply} from '../serve.ts';
import type {SiteSubtitle} from './subtitles.ts';

export interface SiteRequest {
	method: string;
	/** Below `/api/v1/`, with its query; `/file/…` for a subtitle itself. */
	path: string;
	headers: IncomingMessage['headers'];
	/** Milliseconds of the process. */
	at: number;
	status: number;
}

/** A site that speaks OpenSubtitles' REST API v1. Everything in it may be changed at any time. */
export interface OpenSubtitlesSite {
	apiKey: string;
	username: string;
	password: string;
	/** Downloads from one midnight (UTC) to the next. */
	dailyDownloads: number;
	/** Of the day that it is by `now`. */
	downloads: number[];
	subtitles: SiteSubtitle[];
	/** The host to use after a login; the own one if null. */
	baseUrl: string | null;
	/** Milliseconds. */
	tokenLasts: number;
	linkLasts: number;
	perPage: number;
	/** Refuses a sixth request within a second, and a second login. */
	isRateLimited: boolean;
	/** Replaces the site's answer if it returns something; called after downloads were counted. */
	override: (request: Pick<SiteRequest, 'method' | 'path'>) => SandboxReply | null | Promise<SandboxReply | null>;
	requests: SiteRequest[];
	now(): Date;
}

export function openState(options: Partial<OpenSubtitlesSite>): OpenSubtitlesSite {
	return {
		apiKey: 'site-key',
		username: 'someone',
		password: 'her password',
		dailyDownloads: 20,
		downloads: [],
		subtitles: [],
		baseUrl: null,
		tokenLasts: dayMs,
		linkLasts: 3 * hourMs,
		perPage: 50,
		isRateLimited: false,
		override: () => null,
		requests: [],
		now: () => new Date(),
		...options,
	};
}
