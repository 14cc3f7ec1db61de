import {ok, type Reply} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {readSolverReports} from '#shared/captcha/solver-reports.ts';
import {type Fault, isExpected, Invalid} from '#shared/errors.ts';
import {command, keyParams, type Command} from './schema.ts';
import {type Answer, answer, failure} from './replies.ts';
import {getPage, postPage, createSession, destroySession, listSessions} from './request-page.ts';
import type {OpenPageAnswer} from '#shared/jobs/captcha/open-page.ts';

/** Routes for programs that know FlareSolverr; they expect it at exactly these paths. */
export function flaresolverrRoutes(deps: RouteDeps): Route[] {
	const {producer, prefix, http} = deps;
	const refuse = (faults: readonly Fault[]) => refuseCommand(faults, deps);
	return [
		route('POST /v1', {access: 'solver', body: command, refuse}, async ({body}) => runCommand(body, deps)),
		// Prowlarr and Jackett send no headers and no password of the user's, only an address.
		route('POST /solver/:key/v1', {access: 'solver', params: keyParams, body: command, refuse}, async ({body}) => runCommand(body, deps)),
		route('GET /', {access: 'public'}, async () => {
			const reports = await readSolverReports(producer, prefix).catch(() => []);
			const userAgent = reports.find(report => report.userAgent !== null)?.userAgent ?? null;
			return ok({msg: 'FlareSolverr is ready!', version: http.version, userAgent});
		}),
		route('GET /health', {access: 'public'}, async () => ok({status: 'ok'})),
	];
}

const commands: Readonly<Record<string, (command: Command, deps: RouteDeps) => Promise<Answer>>> = {
	'request.get': getPage,
	'request.post': postPage,
	'sessions.create': createSession,
	'sessions.list': listSessions,
	'sessions.destroy': destroySession,
};

/** Outages of our own servers are reported as everywhere else, because retrying helps. */
const ours: ReadonlySet<string> = new Set(['database_unavailable', 'redis_unavailable']);

/** Reports every failure as FlareSolverr does: with status 500, whatever the cause. */
async function runCommand(command: Command, deps: RouteDeps): Promise<Reply> {
	const startedAt = deps.now();
	try {
		const found = await find(command)(command, deps);
		return {status: 200, body: answer.present({...found, ...stamps(startedAt, deps)})};
	} catch (error) {
		if (!isExpected(error) || ours.has(error.code)) {
			throw error;
		}
		return presentFailure(error.message, startedAt, deps);
	}
}

function refuseCommand(faults: readonly Fault[], deps: RouteDeps): Reply {
	const words = [...new Set(faults.map(({message}) => message))].slice(0, 10);
	return presentFailure(`The request parameters are wrong: ${words.join('; ')}.`, deps.now(), deps);
}

function find({cmd}: Command) {
	if (!cmd) {
		throw failed("Request parameter 'cmd' is mandatory.");
	}
	const run = Object.hasOwn(commands, cmd) ? commands[cmd] : undefined;
	if (!run) {
		throw failed(`Request parameter 'cmd' = '${cmd}' is invalid.`);
	}
	return run;
}

function presentFailure(message: string, startedAt: Date, deps: RouteDeps): Reply {
	return {status: 500, body: failure.present({message: `Error: ${message}`, ...stamps(startedAt, deps)})};
}

/** Milliseconds since 1970. */
function stamps(startedAt: Date, {now, http}: RouteDeps) {
	return {startTimestamp: Number(startedAt), endTimestamp: Number(now()), version: http.version};
}

/** Programs compare these with Chrome's names for them. */
const chromeNames: ReadonlyMap<string, string> = new Map([
	['name_not_found', 'net::ERR_NAME_NOT_RESOLVED'],
	['connection_refused', 'net::ERR_CONNECTION_REFUSED'],
	['proxy_failed', 'net::ERR_PROXY_CONNECTION_FAILED'],
]);

const blocked = 'Cloudflare has blocked this request. Probably your IP is banned for this site, check in your web browser.';

/** A command that failed; the caller gets the message after `Error: `. */
export function failed(message: string): Invalid {
	return new Invalid('command_failed', message);
}

export function notSolved(message: string): Invalid {
	return failed(`Error solving the challenge. ${message.replaceAll('\n', '\\n')}`);
}

export function timedOut(limitMs: number): Invalid {
	const seconds = limitMs / 1000;
	// Formatted as Python prints a float, because programs compare this sentence.
	return notSolved(`Timeout after ${Number.isInteger(seconds) ? `${seconds}.0` : seconds} seconds.`);
}

export function pageFailed({code, message}: NonNullable<OpenPageAnswer['failure']>, limitMs: number): Invalid {
	if (code === 'timed_out') {
		return timedOut(limitMs);
	}
	if (code === 'blocked') {
		return notSolved(blocked);
	}
	const chromeName = chromeNames.get(code);
	return notSolved(chromeName ? `Message: unknown error: ${chromeName}\n${message}` : message);
}
