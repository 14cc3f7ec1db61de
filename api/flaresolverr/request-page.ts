import {noSolverWorker, parseWebAddress, refusedAddress, solveLimits, solverIsOff} from '#api/http/asks/solving.ts';
import type {RouteDeps} from '#api/services.ts';
import {solverReports} from '#shared/captcha/solver-reports.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import {type OpenedPage, openPage, type PageToOpen} from '#shared/jobs/captcha.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {failed, notSolved, pageFailed, timedOut} from './failure.ts';
import {toProxy} from './proxy.ts';
import type {Answer} from './replies.ts';
import type {Command, CommandCookie} from './schema.ts';
import {readySession} from './sessions.ts';

/** Milliseconds. */
const defaultLimitMs = 60_000;
const longestLimitMs = 300_000;

export async function getPage(command: Command, deps: RouteDeps): Promise<Answer> {
	const {url, postData} = command;
	if (url && typeof postData === 'string') {
		throw failed("Cannot use 'postBody' when sending a GET request.");
	}
	return requestPage(command, {method: 'GET', postData: null}, deps);
}

export async function postPage(command: Command, deps: RouteDeps): Promise<Answer> {
	const {postData} = command;
	if (typeof postData !== 'string') {
		throw failed("Request parameter 'postData' is mandatory in 'request.post' command.");
	}
	return requestPage(command, {method: 'POST', postData: postData.replace(/^\?/, '')}, deps);
}

async function requestPage(command: Command, sent: Pick<PageToOpen, 'method' | 'postData'>, deps: RouteDeps): Promise<Answer> {
	const {settings} = deps;
	const page = {...toPage(command, addressOf(command)), ...sent};
	const refused = refusedAddress(new URL(page.url), settings);
	if (refused) {
		throw notSolved(refused);
	}
	if (!settings.get('captcha.enabled')) {
		throw notSolved(solverIsOff);
	}
	if (page.session) {
		await readySession(page.session, command.session_ttl_minutes ?? 0, deps);
	}
	const opened = await open(page, limitOf(command), deps);
	return {
		message: opened.kind === 'none' ? 'Challenge not detected!' : 'Challenge solved!',
		solution: {...opened, onlyCookies: !page.withHtml},
	};
}

function addressOf({cmd, url}: Command): string {
	if (!url) {
		throw failed(`Request parameter 'url' is mandatory in '${cmd}' command.`);
	}
	if (!parseWebAddress(url)) {
		throw failed("Request parameter 'url' must be an address that begins with http:// or https://.");
	}
	return url;
}

function limitOf({maxTimeout}: Command): number {
	const limit = Math.trunc(maxTimeout ?? defaultLimitMs);
	return limit < 1 ? defaultLimitMs : Math.min(limit, longestLimitMs);
}

function toPage(command: Command, url: string): Omit<PageToOpen, 'method' | 'postData'> {
	const session = command.session || null;
	const onlyCookies = command.returnOnlyCookies ?? false;
	return {
		url,
		session,
		cookies: (command.cookies ?? []).map(toCookie),
		proxy: command.proxy && !session ? toProxy(command.proxy) : null,
		disableMedia: command.disableMedia ?? false,
		waitSeconds: onlyCookies ? 0 : (command.waitInSeconds ?? 0),
		withScreenshot: command.returnScreenshot ?? false,
		withHtml: !onlyCookies,
	};
}

function toCookie({name, value, domain, path}: CommandCookie): PageToOpen['cookies'][number] {
	return {name, value, ...(domain && {domain}), ...(path && {path})};
}

async function open(page: PageToOpen, limitMs: number, {jobs, producer, prefix, secrets, pageCache}: RouteDeps): Promise<OpenedPage> {
	const {deadline, timeoutMs} = await solveLimits(producer, limitMs);
	const payload = {sealed: sealPayload(openPage, page, secrets), deadline};
	const {pageId, failure} = await jobs.ask(openPage, payload, {timeoutMs}).catch(async (error: unknown) => {
		if (!isNoAnswer(error)) {
			throw error;
		}
		const reports = await solverReports(producer, prefix).list();
		throw reports.length === 0 ? notSolved(noSolverWorker) : timedOut(limitMs);
	});
	if (failure) {
		throw pageFailed(failure, limitMs);
	}
	const opened = pageId ? await pageCache.take(pageId) : null;
	if (!opened) {
		throw notSolved('The opened page is gone: Redis lost it. Try again.');
	}
	return opened;
}
