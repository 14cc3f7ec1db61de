import {ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {solverReports} from '#shared/captcha/solver-reports.ts';
import type {Fault} from '#shared/errors.ts';
import {refuseCommand, runCommand} from './run-command.ts';
import {command, keyParams} from './schema.ts';

/** Routes for programs that know FlareSolverr; they expect it at exactly these paths. */
export function flaresolverrRoutes(deps: RouteDeps): Route[] {
	const {producer, prefix, http} = deps;
	const refuse = (faults: readonly Fault[]) => refuseCommand(faults, deps);
	return [
		route('POST /v1', {access: 'solver', body: command, refuse}, async ({body}) => runCommand(body, deps)),
		// Prowlarr and Jackett send no headers and no password of the user's, only an address.
		route('POST /solver/:key/v1', {access: 'solver', params: keyParams, body: command, refuse}, async ({body}) => runCommand(body, deps)),
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
