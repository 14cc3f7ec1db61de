import {request as send} from 'node:http';
import {appRoutes} from '@bull-board/api/dist/routes.js';
import test from 'ava';
import type {Access, Route} from '#api/http/route.ts';
import {createRoutes} from '#api/routes.ts';
import {createHttpServices} from '#api/services.ts';
import {usualWaits, type WaitLimits} from '#api/wait-limits.ts';
import {answerDefinitions, answerNames} from '#test/helpers/answer-all.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {endedCallers, everyCaller, type Standing, type SweptCaller} from '#test/helpers/callers.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const unknownId = 'c0ffee00-0000-4000-8000-00000000beef';
const free = {listRequestsPerMinute: 1_000_000, searchesPerMinute: 1_000_000, loginsPer15Minutes: 10_000};

/** Bull Board has methods that our own routes do not. */
type SweptRoute = Pick<Route, 'path' | 'access' | 'right'> & {method: string};

/** Who passes each kind of access. The rest is refused: 401 for nobody, 403 for everybody else. */
const passing: Record<Access, readonly Standing[]> = {
	public: ['nobody', 'user', 'child', 'administrator', 'reader', 'calendar', 'solver'],
	queue: ['nobody', 'user', 'child', 'administrator', 'reader', 'calendar', 'solver'],
	auth: ['user', 'child', 'administrator', 'reader'],
	write: ['user', 'child', 'administrator'],
	admin: ['administrator'],
	metrics: ['administrator'],
	solver: ['administrator', 'solver'],
	calendar: ['user', 'child', 'administrator', 'reader', 'calendar'],
};

/** Routes whose handler refuses keys that pass the access check, because they have no password. */
const forPeople = /session_required/;

function expected({method, path, access, right}: SweptRoute, {standing, headers}: SweptCaller): 'passes' | 401 | 403 {
	const isPerson = headers['x-api-key'] === undefined;
	if (access === 'solver' && path.includes(':key') && isPerson) {
		// The key in the path is what counts, and a person's session has none.
		return 401;
	}
	if (headers['sec-fetch-site'] === 'cross-site' && method !== 'GET' && (access !== 'public' || path === '/api/auth/login')) {
		return 403;
	}
	if (right && standing === 'child') {
		return 403;
	}
	const mayWrite = standing !== 'reader' || method === 'GET' || access === 'public';
	if (passing[access].includes(standing) && mayWrite) {
		return 'passes';
	}
	return standing === 'nobody' ? 401 : 403;
}

/** The status, and the text of a refusal. Replies that do not end, such as streams, are left after their head. */
function ask(url: string, {method, path}: SweptRoute, headers: Record<string, string>) {
	const {promise, resolve, reject} = Promise.withResolvers<{status: number; text: string}>();
	const target = url + path.replace(/:\w+/g, unknownId);
	const body = method === 'GET' ? null : '{"noSuchField":1}';
	const sent = send(
		target,
		{method, headers: {...headers, ...(body && {'content-type': 'application/json', 'content-length': body.length})}},
		response => {
			const status = response.statusCode ?? 0;
			if (status < 400) {
				response.destroy();
				resolve({status, text: ''});
				return;
			}
			let text = '';
			response.on('data', part => {
				text += part;
			});
			response.on('end', () => resolve({status, text}));
		},
	);
	sent.on('error', reject).end(body ?? undefined);
	return promise;
}

function isRight(wanted: 'passes' | 401 | 403, {status, text}: {status: number; text: string}): boolean {
	if (wanted !== 'passes') {
		return status === wanted;
	}
	// Without workers some answers are missing, which is 503, and FlareSolverr's protocol refuses bodies with 500.
	const isRefused = (status === 401 || status === 403) && !forPeople.test(text) && !text.includes('wrong_credentials');
	return !isRefused && (status < 500 || status === 503 || (status === 500 && text.startsWith('{"status":"error"')));
}

interface Sweep {
	served: Served;
	routes: readonly SweptRoute[];
	callers: Record<string, SweptCaller>;
}

/** What is wrong, by route and caller. Sessions that a call ends begin again before the next. */
async function sweep({served: {url, deps}, routes, callers}: Sweep): Promise<string[]> {
	const collection = deps.connection.collection<{_id: string}>('sessions');
	const sessions = await collection.find().toArray();
	const faults: string[] = [];
	const tryRoute = async (route: SweptRoute, [name, caller]: [string, SweptCaller]) => {
		const wanted = expected(route, caller);
		const answer = await ask(url, route, caller.headers);
		if (!isRight(wanted, answer)) {
			faults.push(
				`${route.method} ${route.path} (${route.access}) answers ${answer.status} to ${name}, not ${wanted}: ${answer.text.slice(0, 300)}`,
			);
		}
	};
	for (const route of routes) {
		if (route.method === 'GET') {
			// Some of them wait for workers, and none ends a session.
			await Promise.all(Object.entries(callers).map(caller => tryRoute(route, caller)));
			continue;
		}
		for (const caller of Object.entries(callers)) {
			await tryRoute(route, caller);
			if ((await collection.countDocuments()) < sessions.length) {
				await collection.insertMany(sessions, {ordered: false}).catch(() => {});
			}
		}
	}
	return faults;
}

/** Those of Bull Board, of whatever version is installed. */
function dashboardRoutes(): SweptRoute[] {
	const {entryPoint, api} = appRoutes;
	const rows = [entryPoint, ...api].flatMap(({method, route}) =>
		[method].flat().flatMap(each => [route].flat().map(path => ({each, path}))),
	);
	return rows.map(({each, path}) => ({method: each.toUpperCase(), path: `/admin/queues${path}`, access: 'admin'}));
}

async function openSweep(served: Served): Promise<Sweep> {
	const services = createHttpServices(served.deps);
	const routes = [...createRoutes({...served.deps, ...services}), ...dashboardRoutes()];
	services.close();
	return {served, routes, callers: await everyCaller(served)};
}

/** Without a worker nobody answers them; the servers have time, because a busy machine is slow. */
const asksEndSoon: Partial<WaitLimits> = {leastAskMs: 0, imageMs: usualWaits.imageMs, disks: usualWaits.disks};

test('every route answers every kind of caller as its declaration says', async t => {
	const served = await serve(t, {http: free, waits: asksEndSoon});
	// Each of the others is refused or ends soon without a worker; a catalogue is waited for longer.
	await answerJobs(t, served, {...answerDefinitions, ...answerNames});
	const swept = await openSweep(served);
	t.true(swept.routes.length > 150);
	t.deepEqual(await sweep(swept), []);
});

test('a session or a key that has ended is nobody', async t => {
	const served = await serve(t, {http: free, waits: asksEndSoon});
	const {routes} = await openSweep(served);
	const callers = await endedCallers(served);
	const someOfEach = Object.values(Object.groupBy(routes, ({method, access}) => `${method} ${access}`)).flatMap(
		each => each?.slice(0, 2) ?? [],
	);
	t.deepEqual(await sweep({served, routes: someOfEach, callers}), []);
});

test('a forged Host reaches no route', async t => {
	const served = await serve(t, {http: free, waits: asksEndSoon});
	const {routes, callers} = await openSweep(served);
	const headers = {...callers['main key']?.headers, host: 'evil.example'};
	for (const route of routes) {
		t.is((await ask(served.url, route, headers)).status, 421, route.path);
	}
});
