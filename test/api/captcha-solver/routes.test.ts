import test from 'ava';
import type {ChallengeOutcome} from '#shared/jobs/captcha.ts';
import {redisNow} from '#shared/redis.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';
import {withSolver} from '#test/helpers/with-solver.ts';

const url = 'https://gate.test/path?passkey=tell-nobody';

test('an open page is a success without a challenge', async t => {
	const {tryOut, asked, deps} = await withSolver(t);
	const before = await redisNow(deps.producer);
	const {status, body} = await tryOut({url});
	const after = await redisNow(deps.producer);
	t.is(status, 200);
	t.deepEqual(body, {
		success: true,
		url,
		solveTime: 812,
		usedCache: false,
		challengeDetected: false,
		challengeType: 'none',
		solved: false,
		error: null,
	});
	t.deepEqual(asked[0]?.challenge, {url, reason: 'test', useCache: true, allowedHost: null, refused: null});
	const begunAt = (asked[0]?.deadline ?? 0) - 60_000;
	t.true(before <= begunAt && begunAt <= after);
});

test('a caller tests one address at a time and a limited number a minute, so that the solves of indexers go on', async t => {
	const served = await serve(t, {http: {searchesPerMinute: 3}});
	const release = Promise.withResolvers<ChallengeOutcome>();
	await answerJobs(t, served, {solveChallenge: () => release.promise});
	const tryOut = (as: 'admin' | 'user') => served.call('POST /api/captcha-solver/test', {as, body: {url}});
	const own = [tryOut('user'), tryOut('user')];
	t.like((await Promise.race(own)).body, {status: 429, code: 'too_many_requests'});
	const other = tryOut('admin');
	release.resolve({solveTime: 812, usedCache: false, kind: 'none', open: true, failure: null, clearance: null});
	t.deepEqual((await Promise.all([...own, other])).map(({status}) => status).sort(), [200, 200, 429]);
	t.deepEqual([(await tryOut('user')).status, (await tryOut('user')).status, (await tryOut('user')).status], [200, 200, 429]);
});

test('the address that is asked for cannot be read in Redis', async t => {
	const {tryOut, asked} = await withSolver(t);
	await tryOut({url});
	const stored = asked[0]?.stored ?? '';
	t.true(stored.includes('solve-challenge'));
	t.false(stored.includes('tell-nobody') || stored.includes('gate.test'));
});

test('a challenge that was passed is a success that says its kind', async t => {
	const {tryOut, asked} = await withSolver(t, {kind: 'edge_widget', usedCache: true});
	const {body} = await tryOut({url, useCache: false}, {as: 'user'});
	t.like(body, {success: true, usedCache: true, challengeDetected: true, challengeType: 'edge_widget', solved: true, error: null});
	t.false(asked[0]?.challenge.useCache);
});

test('a challenge that only a person passes, and a site that cannot be reached, are reported as they are', async t => {
	const outcome: Partial<ChallengeOutcome> = {
		kind: 'captcha_a',
		open: false,
		failure: {code: 'needs_person', message: 'A person has to solve this.'},
	};
	const {tryOut} = await withSolver(t, outcome);
	const {status, body} = await tryOut({url});
	t.is(status, 200);
	t.like(body, {success: false, challengeDetected: true, challengeType: 'captcha_a', solved: false, error: 'A person has to solve this.'});
	Object.assign(outcome, {kind: 'none', failure: {code: 'name_not_found', message: 'There is no such host.'}});
	t.like((await tryOut({url})).body, {
		success: false,
		challengeDetected: false,
		solved: false,
		error: 'There is no such host.',
	});
});

test('what went wrong is reported without the keys in addresses', async t => {
	const failure = {code: 'connection_failed', message: 'https://me:secret@gate.test/?apikey=tell-nobody did not answer.'};
	const {tryOut, call, deps} = await withSolver(t, {open: false, failure});
	await deps.captchaStatistics.count({id: 'a', duration: 1, error: failure.message}, new Date());
	await call('PUT /api/captcha-solver', {body: {enabled: true}});
	const seen = [
		await tryOut({url: 'https://gate.test/'}),
		await call('GET /api/captcha-solver'),
		await call('GET /api/captcha-solver/health'),
	];
	t.regex(seen[1]?.body.stats.lastError, /did not answer/);
	t.false(/secret|tell-nobody/.test(JSON.stringify(seen.map(({body}) => body))));
});

test('a name that leads inside is refused as an address that does', async t => {
	const failure = {code: 'address_refused', message: 'gate.test leads to a private address.'};
	const {tryOut} = await withSolver(t, {open: false, failure});
	t.like((await tryOut({url})).body, {status: 400, code: 'address_refused', detail: failure.message});
});

test('a solver that is switched off says so, and asks nobody', async t => {
	const {tryOut, asked, call} = await withSolver(t);
	await call('PUT /api/captcha-solver', {body: {enabled: false}});
	const {status, body} = await tryOut({url});
	t.is(status, 200);
	t.like(body, {success: false, url, challengeDetected: false, challengeType: null, solved: false});
	t.regex(body.error, /switched off/);
	t.is(asked.length, 0);
	t.is((await tryOut({url: 'http://127.0.0.1/'})).status, 400);
});

test('without a worker the answer is 503 once the time is up', async t => {
	const served = await serve(t, {waits: {leastAskMs: 0}});
	await served.call('PUT /api/captcha-solver', {body: {timeout: 5}});
	const startedAt = performance.now();
	const {status, body} = await served.call('POST /api/captcha-solver/test', {body: {url}});
	t.is(status, 503);
	t.like(body, {code: 'unavailable', reason: 'no_answer_in_time'});
	t.true(performance.now() - startedAt > 6000);
});
