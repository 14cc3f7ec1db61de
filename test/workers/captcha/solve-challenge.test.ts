import type {ExecutionContext} from 'ava';
import test from 'ava';
import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import type {Clearance} from '#shared/domain/captcha/clearance.ts';
import {Cancelled, Unavailable} from '#shared/errors.ts';
import type {ChallengeToSolve} from '#shared/jobs/captcha.ts';
import {openPayload, sealPayload} from '#shared/jobs/sealed-payload.ts';
import {redisNow} from '#shared/redis.ts';
import {failedReply, fakeFlaresolverr, solvedReply} from '#test/helpers/fakes/fake-flaresolverr.ts';
import {lookupOf} from '#test/helpers/lookup-of.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleSolveChallenge} from '#workers/captcha/solve-challenge.ts';
import type {PageVisit, VisitedPage} from '#workers/integrations/browser/page-visit.ts';
import {visitFailure} from '#workers/integrations/browser/visit-failure.ts';
import {createExternalSolver} from '#workers/integrations/external-solver.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const names = {'site.example': ['93.184.216.34'], 'proxy.example': ['93.184.216.35']};

const page: VisitedPage = {
	kind: 'edge_challenge',
	url: 'https://site.example/',
	userAgent: 'Browser/1',
	cookies: ['.site.example', 'third-party.example'].map(domain => ({
		name: 'cf_clearance',
		value: 'cookie-value',
		domain,
		path: '/',
		expires: -1,
		httpOnly: true,
		secure: true,
		sameSite: null,
	})),
	html: null,
	screenshot: null,
	widgetToken: null,
};

interface Script {
	/** Addresses of the visits so far. */
	visits: PageVisit[];
	/** Most visits at a time so far. */
	max: number;
	next: (visit: PageVisit, signal: AbortSignal) => Promise<VisitedPage>;
}

/** Real stores and Redis; pages are opened by `script.next`. */
async function withSolver(t: ExecutionContext) {
	const world = await withWorkerDeps(t);
	const script: Script = {visits: [], max: 0, next: async () => page};
	let now = 0;
	const pageOpener: WorkerDeps['pageOpener'] = {
		...world.deps.pageOpener,
		async open(visit, {signal}, sight) {
			script.visits.push(visit);
			now += 1;
			script.max = Math.max(script.max, now);
			try {
				const opened = await script.next(visit, signal);
				if (sight) {
					sight.kind = opened.kind;
				}
				return opened;
			} finally {
				now -= 1;
			}
		},
	};
	const {http, settings} = world.deps;
	const externalSolver = createExternalSolver({http, address: () => settings.get('captcha.externalUrl'), lookup: lookupOf(names)});
	const deps: WorkerDeps = {...world.deps, pageOpener, externalSolver};
	await deps.settings.set('captcha.maxRetries', 0, new Date());
	const solve = async (asked: Partial<ChallengeToSolve> = {}, {run = world.run(), waitMs = patienceMs} = {}) => {
		const whole: ChallengeToSolve = {
			url: 'https://site.example/api',
			reason: 'indexer',
			useCache: true,
			allowedHost: null,
			refused: null,
			...asked,
		};
		const sealed = sealPayload({name: 'solve-challenge'}, whole, deps.secrets);
		return handleSolveChallenge({sealed, deadline: (await redisNow(deps.producer)) + waitMs}, deps, run);
	};
	const clearanceOf = (sealed: string | null) => openPayload<Clearance>({name: 'solve-challenge'}, sealed ?? '', deps.secrets);
	return {...world, deps, script, solve, clearanceOf};
}

test('what was solved is remembered without the cookies of others, and used the next time', async t => {
	const {solve, script, clearanceOf, deps} = await withSolver(t);
	const first = await solve();
	t.like(first, {open: true, usedCache: false, kind: 'edge_challenge', failure: null});
	t.deepEqual(
		clearanceOf(first.clearance).cookies.map(({domain}) => domain),
		['.site.example'],
	);
	const second = await solve({url: 'https://www.site.example/other'});
	t.like(second, {open: true, usedCache: true, kind: 'edge_challenge'});
	t.is(clearanceOf(second.clearance).id, clearanceOf(first.clearance).id);
	t.is(script.visits.length, 1);
	t.like(await deps.captchaStatistics.read(), {totalSolves: 1, successfulSolves: 1});
	t.like((await deps.clearances.list())[0], {domain: 'site.example', solveCount: 1});
});

test('one that met a challenge again is dropped and solved again once, for all who bring it back', async t => {
	const {solve, script, clearanceOf} = await withSolver(t);
	const {id} = clearanceOf((await solve()).clearance);
	const again = await Promise.all([solve({refused: id}), solve({refused: id}), solve({refused: id})]);
	t.is(script.visits.length, 2);
	t.is(again.filter(({usedCache}) => usedCache).length, 2);
	t.is(new Set(again.map(({clearance}) => clearanceOf(clearance).id)).size, 1);
});

test('who wants no remembered answer gets a new one', async t => {
	const {solve, script} = await withSolver(t);
	await solve();
	t.false((await solve({useCache: false, reason: 'test'})).usedCache);
	t.is(script.visits.length, 2);
});

test('of ten who ask for one site at once, one goes there', async t => {
	const {solve, script} = await withSolver(t);
	const outcomes = await Promise.all(Array.from({length: 10}, () => solve()));
	t.is(script.visits.length, 1);
	t.true(outcomes.every(({open}) => open));
});

test('as many sites at a time as may, and no more', async t => {
	const {solve, script, deps} = await withSolver(t);
	await deps.settings.set('captcha.parallelSolves', 2, new Date());
	const both = Promise.withResolvers<void>();
	script.next = async () => {
		if (script.max === 2) {
			both.resolve();
		}
		await both.promise;
		return page;
	};
	await Promise.all(['a', 'b', 'c', 'd'].map(name => solve({url: `https://${name}.example/`})));
	t.is(script.visits.length, 4);
	t.is(script.max, 2);
});

test('a site that failed is left alone by indexers, not by a person, until it is solved', async t => {
	const {solve, script, deps} = await withSolver(t);
	script.next = async () => {
		throw visitFailure('blocked');
	};
	t.like((await solve()).failure, {code: 'blocked'});
	const resting = await solve();
	t.is(resting.failure?.code, 'challenge_resting');
	t.regex(resting.failure?.message ?? '', /has blocked this request.*tried again after/);
	t.is(script.visits.length, 1);
	t.is((await solve({reason: 'test'})).failure?.code, 'blocked');
	script.next = async () => page;
	t.true((await solve({reason: 'test', useCache: false})).open);
	await deps.clearances.clear();
	t.true((await solve()).open);
	t.like(await deps.captchaStatistics.read(), {totalSolves: 4, successfulSolves: 2, failedSolves: 2});
});

test('a missing browser is reported, and no reason to leave the site alone', async t => {
	const {solve, script} = await withSolver(t);
	script.next = async () => {
		throw new Unavailable('browser_missing', 'Install one.');
	};
	t.deepEqual((await solve()).failure, {code: 'browser_missing', message: 'Install one.'});
	script.next = async () => page;
	t.true((await solve()).open);
});

test('a caller who waits for a slot until the time is over is told so, and nothing is counted', async t => {
	const {solve, script, deps} = await withSolver(t);
	const end = Promise.withResolvers<void>();
	const begun = Promise.withResolvers<void>();
	script.next = async () => {
		begun.resolve();
		await end.promise;
		return page;
	};
	const first = solve();
	await begun.promise;
	const late = await solve({}, {waitMs: 600});
	t.like(late, {open: false, clearance: null});
	t.is(late.failure?.code, 'timed_out');
	t.regex(late.failure?.message ?? '', /while other browser checks were going on/);
	end.resolve();
	t.true((await first).open);
	t.like(await deps.captchaStatistics.read(), {totalSolves: 1});
	t.is((await solve({url: 'https://past.example/'}, {waitMs: -1000})).failure?.code, 'timed_out');
});

test('a job that is stopped throws, and is not counted', async t => {
	const {solve, script, run, deps} = await withSolver(t);
	const stop = new AbortController();
	script.next = (_visit, signal) =>
		new Promise((_resolve, reject) => {
			signal.addEventListener('abort', () => reject(new Cancelled()));
			stop.abort();
		});
	await t.throwsAsync(solve({}, {run: {...run(), signal: stop.signal}}), {instanceOf: Cancelled});
	t.like(await deps.captchaStatistics.read(), {totalSolves: 0});
	script.next = async () => page;
	t.true((await solve()).open);
});

test('a job that runs twice is counted once', async t => {
	const {solve, run, deps} = await withSolver(t);
	const same = run();
	await solve({useCache: false}, {run: same});
	await solve({useCache: false}, {run: {...same, attempt: 2}});
	t.like(await deps.captchaStatistics.read(), {totalSolves: 1, successfulSolves: 1});
});

test('what fails for no reason that we know is thrown, and counted as failed', async t => {
	const {solve, script, deps} = await withSolver(t);
	script.next = async () => {
		throw new TypeError('A fault of ours');
	};
	await t.throwsAsync(solve(), {instanceOf: TypeError});
	t.like(await deps.captchaStatistics.read(), {failedSolves: 1});
	t.regex((await deps.captchaStatistics.read()).lastError?.message ?? '', /unexpectedly/);
});

test('a passing failure is tried again as often as it may', async t => {
	const {solve, script, deps} = await withSolver(t);
	await deps.settings.set('captcha.maxRetries', 2, new Date());
	const codes = ['page_crashed', 'connection_failed'] as const;
	script.next = async () => {
		const code = codes[script.visits.length - 1];
		if (code) {
			throw visitFailure(code);
		}
		return page;
	};
	t.true((await solve()).open);
	t.deepEqual(
		script.visits.map(({loadEverything}) => loadEverything),
		[false, true, true],
	);
	t.like(await deps.captchaStatistics.read(), {totalSolves: 1, successfulSolves: 1});
});

test('nothing is remembered for zero hours, of an open page, or for another proxy', async t => {
	const {solve, script, deps} = await withSolver(t);
	await deps.settings.set('captcha.cacheTtl', 0, new Date());
	await solve();
	t.false((await solve()).usedCache);
	await deps.settings.set('captcha.cacheTtl', 1, new Date());
	script.next = async () => ({...page, kind: 'none' as ChallengeKind});
	await solve();
	t.false((await solve()).usedCache);
	script.next = async () => page;
	await solve();
	await deps.settings.set('captcha.proxy', 'http://user:proxy-password@proxy.example:3128', new Date());
	t.false((await solve()).usedCache);
	t.true((await solve()).usedCache);
	t.is(script.visits.at(-1)?.proxy.upstream, 'http://user:proxy-password@proxy.example:3128');
});

test('no cookie, no query of an address and no password of a proxy lies open in Redis', async t => {
	const {solve, deps} = await withSolver(t);
	await deps.settings.set('captcha.proxy', 'http://user:proxy-password@proxy.example:3128', new Date());
	await solve({url: 'https://site.example/api?apikey=query-secret'});
	const texts: string[] = [];
	for await (const keys of deps.producer.scanStream({match: `${deps.prefix}*`}) as AsyncIterable<string[]>) {
		for (const key of keys) {
			const dump = await deps.producer.dumpBuffer(key);
			texts.push(key, dump?.toString('latin1') ?? '');
		}
	}
	t.true(texts.length > 2);
	t.notRegex(texts.join('\n'), /cookie-value|query-secret|proxy-password/);
});

test('an external solver is asked in place of the browser, by its own protocol', async t => {
	const {solve, script, deps, clearanceOf} = await withSolver(t);
	const fake = await fakeFlaresolverr(t);
	await deps.settings.set('captcha.externalUrl', `${fake.url}/`, new Date());
	await deps.settings.set('captcha.proxy', 'http://user:p%40ss@proxy.example:3128', new Date());
	const outcome = await solve();
	t.like(outcome, {open: true, kind: 'edge_challenge'});
	t.like(clearanceOf(outcome.clearance), {userAgent: 'Mozilla/5.0 Solver', cookies: [{name: 'cf_clearance', expires: 4_000_000_000}]});
	t.is(script.visits.length, 0);
	const {maxTimeout, ...rest} = fake.asked[0] ?? {};
	t.deepEqual(rest, {
		cmd: 'request.get',
		url: 'https://site.example/api',
		proxy: {url: 'http://proxy.example:3128', username: 'user', password: 'p@ss'},
	});
	// It answers a second before its caller stops waiting.
	t.true(Number.isInteger(maxTimeout) && Number(maxTimeout) > 10_000 && Number(maxTimeout) <= patienceMs - 1000);
	t.true((await solve()).usedCache);
});

const replies: Record<string, [answer: Parameters<typeof failedReply>[0] | object, code: string]> = {
	'a time-out': ['Error: Error solving the challenge. Timeout after 60.0 seconds.', 'timed_out'],
	'a ban': [
		'Error: Error solving the challenge. Cloudflare has blocked this request. Probably your IP is banned for this site, check in your web browser.',
		'blocked',
	],
	'another failure': ['Error: Chrome not found', 'external_solver_failed'],
	'what is no solver': [{hello: 'world'}, 'external_solver_failed'],
};

for (const [name, [answer, code]] of Object.entries(replies)) {
	test(`${name} of an external solver is reported as ${code}`, async t => {
		const {solve, deps} = await withSolver(t);
		const fake = await fakeFlaresolverr(t);
		fake.answer = () => (typeof answer === 'string' ? failedReply(answer) : {json: answer});
		await deps.settings.set('captcha.externalUrl', fake.url, new Date());
		t.is((await solve()).failure?.code, code);
	});
}

test('an external solver that is away is reported, with its address', async t => {
	const {solve, deps} = await withSolver(t);
	await deps.settings.set('captcha.externalUrl', 'http://127.0.0.1:9', new Date());
	const {failure} = await solve();
	t.is(failure?.code, 'external_solver_away');
	t.regex(failure?.message ?? '', /127\.0\.0\.1:9.*captcha\.externalUrl/);
});

test('a page that an external solver found open is no challenge', async t => {
	const {solve, deps} = await withSolver(t);
	const fake = await fakeFlaresolverr(t);
	fake.answer = ({url}) => ({json: solvedReply(String(url), {message: 'Challenge not detected!'})});
	await deps.settings.set('captcha.externalUrl', fake.url, new Date());
	t.like(await solve(), {open: true, kind: 'none'});
});
