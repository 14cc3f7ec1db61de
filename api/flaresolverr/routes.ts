import type {Caller} from '#api/http/access/callers.ts';
import {ok, type Reply, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {solverReports} from '#shared/captcha/solver-reports.ts';
import {type Fault, isExpected} from '#shared/errors.ts';
import {type Answer, answer, failed, failure} from './replies.ts';
import {type CallersCommand, createSession, type Deps, destroySession, getPage, listSessions, postPage} from './request-page.ts';
import {type Command, command, keyParams} from './schema.ts';

/** Routes for programs that know FlareSolverr; they expect it at exactly these paths. */
export function flaresolverrRoutes(deps: RouteDeps): Route[] {
	const {producer, prefix, http} = deps;
	const refuse = (faults: readonly Fault[]) => refuseCommand(faults, deps);
	return [
		route('POST /v1', {access: 'solver', body: command, refuse}, async ({body, caller}) => runCommand(body, caller, deps)),
		// Prowlarr and Jackett send no headers and no password of the user's, only an address.
		route('POST /solver/:key/v1', {access: 'solver', params: keyParams, body: command, refuse}, async ({body, caller}) =>
			runCommand(body, caller, deps),
		),
		route('GET /', {access: 'public'}, async () => {
			const reports = await solverReports(producer, prefix)
				.list()
				.catch(() => []);
			const userAgent = reports.find(report => report.userAgent !== null)?.userAgent ?? null;
			return ok({msg: 'FlareSolverr is ready!', version: http.version, userAgent});
		}),
		route('GET /health', {access: 'public'}, async () => ok({status: 'ok'})),
	];
}

const commands: Readonly<Record<string, (command: CallersCommand, deps: Deps) => Promise<Answer>>> = {
	'request.get': getPage,
	'request.post': postPage,
	'sessions.create': createSession,
	'sessions.list': listSessions,
	'sessions.destroy': destroySession,
};

type Stamped = Pick<RouteDeps, 'http' | 'now'>;

/** Outages of our own servers are reported as everywhere else, because retrying helps. */
const ours: ReadonlySet<string> = new Set(['database_unavailable', 'redis_unavailable']);

/** Reports every failure as FlareSolverr does: with status 500, whatever the cause. */
async function runCommand(command: Command, caller: Caller | null, deps: Deps & Stamped): Promise<Reply> {
	const startedAt = deps.now();
	try {
		const found = await find(command)({...command, solverKeyId: solverKeyOf(caller)}, deps);
		return {status: 200, body: answer.present({...found, ...stamps(startedAt, deps)})};
	} catch (error) {
		if (!isExpected(error) || ours.has(error.code)) {
			throw error;
		}
		return presentFailure(error.message, startedAt, deps);
	}
}

/** All other callers that may send commands are administrators. */
function solverKeyOf(caller: Caller | null): string | null {
	return caller?.kind === 'key' && caller.key.type === 'solver' ? caller.key.id : null;
}

function refuseCommand(faults: readonly Fault[], deps: Stamped): Reply {
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

function presentFailure(message: string, startedAt: Date, deps: Stamped): Reply {
	return {status: 500, body: failure.present({message: `Error: ${message}`, ...stamps(startedAt, deps)})};
}

/** Milliseconds since 1970. */
function stamps(startedAt: Date, {now, http}: Stamped) {
	return {startTimestamp: Number(startedAt), endTimestamp: Number(now()), version: http.version};
}
