import {randomUUID} from 'node:crypto';
import {noSolverWorker, parseWebAddress, refusedAddress, solveLimits, solverIsOff} from '#api/http/asks/solving.ts';
import type {RouteDeps} from '#api/services.ts';
import {solverReports} from '#shared/captcha/solver-reports.ts';
import type {SolverSession} from '#shared/captcha/solver-sessions.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {isNoAnswer} from '#shared/jobs/ask.ts';
import {type OpenedPage, openPage, type PageToOpen, type SolverProxy} from '#shared/jobs/captcha.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {type Answer, failed, notSolved, pageFailed, timedOut} from './replies.ts';
import type {Command, CommandCookie, CommandProxy} from './schema.ts';

/** A command, and who sent it. */
export interface CallersCommand extends Command {
	/** The key of type solver, which has its own sessions and no private proxies; null for administrators. */
	solverKeyId: string | null;
}

/** What commands take. */
export type Deps = Pick<RouteDeps, 'jobs' | 'now' | 'pageCache' | 'prefix' | 'producer' | 'secrets' | 'settings' | 'solverSessions'>;

/** Milliseconds. */
const defaultLimitMs = 60_000;
const longestLimitMs = 300_000;

export async function getPage(command: CallersCommand, deps: Deps): Promise<Answer> {
	const {url, postData} = command;
	if (url && typeof postData === 'string') {
		throw failed("Cannot use 'postBody' when sending a GET request.");
	}
	return requestPage(command, {method: 'GET', postData: null}, deps);
}

export async function postPage(command: CallersCommand, deps: Deps): Promise<Answer> {
	const {postData} = command;
	if (typeof postData !== 'string') {
		throw failed("Request parameter 'postData' is mandatory in 'request.post' command.");
	}
	return requestPage(command, {method: 'POST', postData: postData.replace(/^\?/, '')}, deps);
}

async function requestPage(command: CallersCommand, sent: Pick<PageToOpen, 'method' | 'postData'>, deps: Deps): Promise<Answer> {
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
		await readySession(page.session, command, deps);
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

function toPage(command: CallersCommand, url: string): Omit<PageToOpen, 'method' | 'postData'> {
	const session = command.session || null;
	const onlyCookies = command.returnOnlyCookies ?? false;
	return {
		url,
		session,
		solverKeyId: command.solverKeyId,
		cookies: (command.cookies ?? []).map(toCookie),
		proxy: command.proxy && !session ? toProxy(command.proxy, command) : null,
		disableMedia: command.disableMedia ?? false,
		waitSeconds: onlyCookies ? 0 : (command.waitInSeconds ?? 0),
		withScreenshot: command.returnScreenshot ?? false,
		withHtml: !onlyCookies,
	};
}

function toCookie({name, value, domain, path}: CommandCookie): PageToOpen['cookies'][number] {
	return {name, value, ...(domain && {domain}), ...(path && {path})};
}

async function open(page: PageToOpen, limitMs: number, {jobs, producer, prefix, secrets, pageCache}: Deps): Promise<OpenedPage> {
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

/** The address may contain credentials too; separate ones take precedence. Null if there is no address. */
function toProxy({url, username, password}: CommandProxy, {solverKeyId}: Pick<CallersCommand, 'solverKeyId'>): SolverProxy | null {
	if (!url) {
		return null;
	}
	const parsed = URL.parse(url);
	if (!parsed) {
		throw failed("Request parameter 'proxy' has a 'url' that is not an address.");
	}
	return {
		url: `${parsed.protocol}//${parsed.host}`,
		username: username || decoded(parsed.username),
		password: password || decoded(parsed.password),
		...(solverKeyId !== null && {mustBePublic: true}),
	};
}

function decoded(text: string): string | null {
	try {
		return decodeURIComponent(text) || null;
	} catch {
		return text;
	}
}

type SessionDeps = Pick<Deps, 'now' | 'solverSessions'>;

export async function createSession({session, proxy, solverKeyId}: CallersCommand, {solverSessions, now}: SessionDeps): Promise<Answer> {
	const name = session || randomUUID();
	const isNew = await solverSessions.of(solverKeyId).create(buildSession(name, proxy ? toProxy(proxy, {solverKeyId}) : null, now()));
	return {message: isNew ? 'Session created successfully.' : 'Session already exists.', session: name};
}

export async function listSessions({solverKeyId}: CallersCommand, {solverSessions}: SessionDeps): Promise<Answer> {
	return {message: '', sessions: await solverSessions.of(solverKeyId).names()};
}

export async function destroySession({session, solverKeyId}: CallersCommand, {solverSessions}: SessionDeps): Promise<Answer> {
	if (!session || !(await solverSessions.of(solverKeyId).destroy(session))) {
		throw failed("The session doesn't exist.");
	}
	return {message: 'The session has been removed.'};
}

/** Creates the request's session, or recreates it if it is older than the request allows. It keeps its proxy. */
async function readySession(
	name: string,
	{solverKeyId, session_ttl_minutes}: CallersCommand,
	{solverSessions, now}: SessionDeps,
): Promise<void> {
	const sessions = solverSessions.of(solverKeyId);
	const ttlMinutes = session_ttl_minutes ?? 0;
	const found = await sessions.find(name);
	if (!found) {
		await sessions.create(buildSession(name, null, now()));
		return;
	}
	const isTooOld = ttlMinutes > 0 && Number(now()) - Date.parse(found.createdAt) > ttlMinutes * minuteMs;
	if (isTooOld) {
		await sessions.save(buildSession(name, found.proxy, now()));
	}
}

function buildSession(name: string, proxy: SolverSession['proxy'], now: Date): SolverSession {
	return {name, createdAt: now.toISOString(), proxy, cookies: []};
}
