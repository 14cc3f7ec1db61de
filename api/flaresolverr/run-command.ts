import type {Reply} from '#api/http/replies.ts';
import type {RouteDeps} from '#api/services.ts';
import {type Fault, isExpected} from '#shared/errors.ts';
import {failed} from './failure.ts';
import {type Answer, answer, failure} from './replies.ts';
import {getPage, postPage} from './request-page.ts';
import type {Command} from './schema.ts';
import {createSession, destroySession, listSessions} from './sessions.ts';

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
export async function runCommand(command: Command, deps: RouteDeps): Promise<Reply> {
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

export function refuseCommand(faults: readonly Fault[], deps: RouteDeps): Reply {
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
