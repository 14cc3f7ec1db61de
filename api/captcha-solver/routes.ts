import {type Caller, isAdministrator} from '#api/http/access/callers.ts';
import {noSolverWorker, refusedAddress, solveLimits, solverIsOff} from '#api/http/asks/solving.ts';
import {ok, type Reply, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {unsolvedSites} from '#shared/captcha/solve-back-off.ts';
import {type SolverReport, solverReports} from '#shared/captcha/solver-reports.ts';
import type {Clearance} from '#shared/domain/captcha/clearance.ts';
import {Invalid} from '#shared/errors.ts';
import {type ChallengeToSolve, solveChallenge} from '#shared/jobs/captcha.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {hostAndPort, isSameHostAndPort} from '#shared/network-address.ts';
import {type SettingKey, settingDefinitions} from '#shared/settings/definitions.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {siteOf} from '#shared/site-of.ts';
import type {CaptchaStatistics} from '#shared/store/system/captcha-statistics.ts';
import {changedSettings, cleared, health, overview, tested} from './replies.ts';
import {clearQuery, isNewProxy, proxyFaults, type SolverChange, solverChangeBody, type TestBody, testBody} from './schema.ts';

const path = '/api/captcha-solver';

export function captchaSolverRoutes(deps: RouteDeps): Route[] {
	const {settings, now} = deps;
	const change = (caller: Caller | null) => ({settings, at: now(), byAdministrator: caller !== null && isAdministrator(caller)});
	return [
		route(`GET ${path}`, {access: 'auth'}, async () => ok(await readSettings(deps))),
		route(
			`PUT ${path}`,
			{
				access: 'auth',
				right: 'runTasks',
				audit: 'captcha-solver.changed',
				body: solverChangeBody,
				findFaults: async checked => proxyFaults(checked, settings),
			},
			async ({body, caller}) => {
				await changeSettings(body, change(caller));
				return ok(changedSettings.present({settings}));
			},
		),
		route(`DELETE ${path}`, {access: 'auth', right: 'runTasks', audit: 'captcha-solver.reset'}, async ({caller}) => {
			await resetSettings(change(caller));
			return ok(changedSettings.present({settings}));
		}),
		...healthRoutes(deps),
		route(`POST ${path}/test`, {access: 'auth', limit: 'solves', body: testBody}, async ({body}) => runTest(body, deps)),
	];
}

type Shown = Pick<RouteDeps, 'settings' | 'captchaStatistics' | 'clearances' | 'producer' | 'prefix'>;

async function readSettings({settings, captchaStatistics, clearances, producer, prefix}: Shown) {
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
			{access: 'auth', right: 'runTasks', audit: 'captcha-solver.cleared', query: clearQuery},
			async ({query: {clearCookies, clearStats}}) => {
				const forget = [captchaStatistics.clear, unsolvedSites(producer, prefix).clear];
				await Promise.all([clearCookies && clearances.clear(), ...(clearStats ? forget.map(each => each()) : [])]);
				return ok(cleared.present({clearedCookies: clearCookies, clearedStats: clearStats}));
			},
		),
	];
}

interface Change {
	settings: Settings;
	byAdministrator: boolean;
	at: Date;
}

const plainFields = ['enabled', 'timeout', 'cacheTtl', 'headless', 'maxRetries', 'parallelSolves'] as const;

async function changeSettings({proxy, ...change}: SolverChange, {settings, byAdministrator, at}: Change): Promise<void> {
	for (const field of plainFields) {
		await store(`captcha.${field}`, change[field], {settings, at});
	}
	if (proxy === undefined) {
		return;
	}
	if (proxy === null || proxy === '') {
		await settings.set('captcha.proxy', '', at);
		return;
	}
	if (isNewProxy(proxy, settings)) {
		await changeProxy(proxy, {settings, byAdministrator, at});
	}
}

/** Settings that only administrators may change are left alone: the external solver and the browser's path. */
async function resetSettings({settings, byAdministrator, at}: Change): Promise<void> {
	for (const field of [...plainFields, 'proxy'] as const) {
		await store(`captcha.${field}`, settingDefinitions[`captcha.${field}`].default, {settings, at});
	}
	if (byAdministrator) {
		await settings.set('captcha.proxyMayBePrivate', true, at);
	}
}

/**
 * The permission is written last when it is granted and first when it is revoked, so no process ever applies it to a
 * proxy that a user entered.
 */
async function changeProxy(proxy: string, {settings, byAdministrator, at}: Change): Promise<void> {
	if (!byAdministrator) {
		await settings.set('captcha.proxyMayBePrivate', false, at);
	}
	await settings.set('captcha.proxy', proxy, at);
	if (byAdministrator) {
		await settings.set('captcha.proxyMayBePrivate', true, at);
	}
}

async function store(key: SettingKey, value: unknown, {settings, at}: {settings: Settings; at: Date}): Promise<void> {
	if (value !== undefined && value !== settings.get(key)) {
		await settings.set(key, value as never, at); // the body's schema has the bounds of the definitions
	}
}

interface SolverState {
	isEnabled: boolean;
	/** An external service solves challenges instead of our browser. */
	isExternal: boolean;
	/** Reports of the live workers. */
	reports: readonly SolverReport[];
	lastError: CaptchaStatistics['lastError'];
}

const noBrowserYet =
	'The workers of the captcha pool have not found a browser yet. Try again in a few seconds, or set captcha.browserPath.';

/** A problem that prevents solving now takes precedence over the last failure. */
function judgeHealth(state: SolverState, now: Date): {healthy: boolean; lastError: CaptchaStatistics['lastError']} {
	const obstacle = findObstacle(state);
	return obstacle ? {healthy: false, lastError: {message: obstacle, timestamp: now}} : {healthy: true, lastError: state.lastError};
}

function findObstacle({isEnabled, isExternal, reports}: SolverState): string | null {
	if (!isEnabled) {
		return solverIsOff;
	}
	if (reports.length === 0) {
		return noSolverWorker;
	}
	const canSolve = isExternal || reports.some(({browserPath, fault}) => browserPath !== null && fault === null);
	return canSolve ? null : (reports.find(({fault}) => fault !== null)?.fault ?? noBrowserYet);
}

type Deps = Pick<RouteDeps, 'clearances' | 'indexers' | 'jobs' | 'producer' | 'secrets' | 'settings'>;

/** Asks a worker to open the address and to solve its challenge, if there is one. */
async function runTest({url, useCache}: TestBody, deps: Deps): Promise<Reply> {
	const {jobs, producer, secrets, settings} = deps;
	const startedAt = performance.now();
	const allowedHost = await enteredHost(new URL(url), deps);
	const refused = allowedHost === null ? refusedAddress(new URL(url), settings) : null;
	if (refused) {
		throw addressRefused(refused);
	}
	if (!settings.get('captcha.enabled')) {
		return ok(tested.present({url, solveTime: 0, usedCache: false, kind: null, open: false, failure: {message: solverIsOff}}));
	}
	// A remembered solution must not wait behind solves in progress.
	const known = useCache ? await remembered(new URL(url), deps) : null;
	if (known) {
		const solveTime = Math.round(performance.now() - startedAt);
		return ok(tested.present({url, solveTime, usedCache: true, kind: known.kind, open: true, failure: null}));
	}
	const challenge: ChallengeToSolve = {url, reason: 'test', useCache, allowedHost, refused: null};
	const {deadline, timeoutMs} = await solveLimits(producer, settings.get('captcha.timeout') * 1000);
	const outcome = await jobs.ask(solveChallenge, {sealed: sealPayload(solveChallenge, challenge, secrets), deadline}, {timeoutMs});
	// Only the worker sees where a name resolves to.
	if (outcome.failure?.code === 'address_refused') {
		throw addressRefused(outcome.failure.message);
	}
	return ok(tested.present({url, ...outcome}));
}

/**
 * `host:port` of this address if an administrator configured an indexer there that was not public, which allows it to
 * be private; else null.
 */
async function enteredHost(url: URL, {indexers}: Pick<RouteDeps, 'indexers'>): Promise<string | null> {
	const entered = (await indexers.list()).some(indexer => indexer.isPublic !== true && isSameHostAndPort(indexer.url, url));
	return entered ? hostAndPort(url) : null;
}

async function remembered(url: URL, {clearances, settings}: Pick<RouteDeps, 'clearances' | 'settings'>): Promise<Clearance | null> {
	const mayUse = settings.get('captcha.cacheTtl') > 0;
	return mayUse ? clearances.find({site: siteOf(url), proxy: settings.get('captcha.proxy') || null}) : null;
}

function addressRefused(message: string): Invalid {
	return new Invalid('address_refused', message, [{path: 'url', message: 'url must lead to a public address'}]);
}
