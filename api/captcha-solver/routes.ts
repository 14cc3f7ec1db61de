import {type Caller, isAdministrator} from '#api/http/access/caller.ts';
import {ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {unsolvedSites} from '#shared/captcha/solve-back-off.ts';
import {solverReports} from '#shared/captcha/solver-reports.ts';
import {changeSettings, resetSettings} from './change-settings.ts';
import {judgeHealth} from './health.ts';
import {proxyFaults} from './proxy.ts';
import {changedSettings, cleared, health, overview} from './replies.ts';
import {runTest} from './run-test.ts';
import {clearQuery, solverChangeBody, testBody} from './schema.ts';

const path = '/api/captcha-solver';

export function captchaSolverRoutes(deps: RouteDeps): Route[] {
	const {settings, now} = deps;
	const change = (caller: Caller | null) => ({settings, at: now(), byAdministrator: caller !== null && isAdministrator(caller)});
	return [
		route(`GET ${path}`, {access: 'auth'}, async () => ok(await readSettings(deps))),
		route(
			`PUT ${path}`,
			{access: 'auth', audit: 'captcha-solver.changed', body: solverChangeBody, findFaults: async sound => proxyFaults(sound, settings)},
			async ({body, caller}) => {
				await changeSettings(body, change(caller));
				return ok(changedSettings.present({settings}));
			},
		),
		route(`DELETE ${path}`, {access: 'auth', audit: 'captcha-solver.reset'}, async ({caller}) => {
			await resetSettings(change(caller));
			return ok(changedSettings.present({settings}));
		}),
		...healthRoutes(deps),
		route(`POST ${path}/test`, {access: 'auth', limit: 'solves', body: testBody}, async ({body}) => runTest(body, deps)),
	];
}

async function readSettings({settings, captchaStatistics, clearances, producer, prefix}: RouteDeps) {
	const [reports, statistics, cachedDomains] = await Promise.all([
		solverReports(producer, prefix).list(),
		captchaStatistics.read(),
		clearances.count(),
	]);
	return overview.present({settings, reports, stats: {...statistics, cachedDomains}});
}

function healthRoutes({settings, captchaStatistics, clearances, producer, prefix, now}: RouteDeps): Route[] {
	return [
		route(`GET ${path}/health`, {access: 'auth'}, async () => {
			const [reports, stats, cachedDomains] = await Promise.all([
				solverReports(producer, prefix).list(),
				captchaStatistics.read(),
				clearances.list(),
			]);
			const state = {
				isEnabled: settings.get('captcha.enabled'),
				isExternal: settings.get('captcha.externalUrl') !== '',
				reports,
				lastError: stats.lastError,
			};
			return ok(health.present({...judgeHealth(state, now()), stats, cachedDomains}));
		}),
		route(
			`DELETE ${path}/health`,
			{access: 'auth', audit: 'captcha-solver.cleared', query: clearQuery},
			async ({query: {clearCookies, clearStats}}) => {
				const forget = [captchaStatistics.clear, unsolvedSites(producer, prefix).clear];
				await Promise.all([clearCookies && clearances.clear(), ...(clearStats ? forget.map(each => each()) : [])]);
				return ok(cleared.present({clearedCookies: clearCookies, clearedStats: clearStats}));
			},
		),
	];
}
