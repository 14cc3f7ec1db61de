import test, {type ExecutionContext} from 'ava';
import type {ChallengeOutcome, ChallengeToSolve} from '#shared/jobs/solve-challenge.ts';
import {redisNow} from '#shared/redis-clock.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {readAllKeys} from '#test/helpers/read-all-keys.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const line = 'POST /api/captcha-solver/test';
const url = 'https://gate.test/path?passkey=tell-nobody';

const plain: ChallengeOutcome = {solveTime: 812, usedCache: false, kind: 'none', open: true, failure: null, clearance: null};

interface Asked {
	challenge: ChallengeToSolve;
	/** Milliseconds that were left. */
	left: number;
	payload: string;
}

/** Answers tests with `outcome`, and keeps what was asked. */
async function withSolver(t: ExecutionContext, outcome: Partial<ChallengeOutcome> = {}): Promise<Served & {asked: Asked[]}> {
	const served = await serve(t, {withoutIndexes: true});
	const {secrets, producer, prefix} = served.deps;
	const asked: Asked[] = [];
	await answerJobs(t, served, {
		solveChallenge: async ({sealed, deadline}) => {
			const challenge = JSON.parse(secrets.open(sealed)) as ChallengeToSolve;
			asked.push({challenge, left: deadline - (await redisNow(producer)), payload: await readAllKeys(producer, prefix)});
			return {...plain, ...outcome};
		},
	});
	return {...served, asked};
}

test('an open page is a success without a challenge', async t => {
	const {call, asked} = await withSolver(t);
	const {status, body} = await call(line, {body: {url}});
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
	const left = asked[0]?.left ?? 0;
	t.true(left > 50_000 && left <= 60_000);
});

test('the address that is asked for cannot be read in Redis', async t => {
	const {call, asked} = await withSolver(t);
	await call(line, {body: {url}});
	const payload = asked[0]?.payload ?? '';
	t.true(payload.includes('solve-challenge'));
	t.false(payload.includes('tell-nobody') || payload.includes('gate.test'));
});

test('a challenge that was passed is a success that says its kind', async t => {
	const {call, asked} = await withSolver(t, {kind: 'edge_widget', usedCache: true});
	const {body} = await call(line, {as: 'user', body: {url, useCache: false}});
	t.like(body, {success: true, usedCache: true, challengeDetected: true, challengeType: 'edge_widget', solved: true, error: null});
	t.false(asked[0]?.challenge.useCache);
});

test('a challenge that only a person passes is told with its kind', async t => {
	const failure = {code: 'needs_person', message: 'A person has to solve this picture.'};
	const {call} = await withSolver(t, {kind: 'captcha_a', open: false, failure});
	const {status, body} = await call(line, {body: {url}});
	t.is(status, 200);
	t.like(body, {success: false, challengeDetected: true, challengeType: 'captcha_a', solved: false, error: failure.message});
});

test('a site that cannot be reached is no success and no challenge', async t => {
	const failure = {code: 'name_not_found', message: 'There is no such host.'};
	const {call} = await withSolver(t, {open: false, failure});
	t.like((await call(line, {body: {url}})).body, {success: false, challengeDetected: false, solved: false, error: failure.message});
});

test('a name that leads inside is refused as an address that does', async t => {
	const failure = {code: 'address_refused', message: 'gate.test leads to a private address.'};
	const {call} = await withSolver(t, {open: false, failure});
	t.like((await call(line, {body: {url}})).body, {status: 400, code: 'address_refused', detail: failure.message});
});

test('private addresses of every spelling are refused before anybody is asked', async t => {
	const {call, asked, deps} = await withSolver(t);
	const inside = [
		'http://127.0.0.1/',
		'http://2130706433/',
		'http://017700000001/',
		'http://0x7f.1/',
		'http://[::1]:5656/api',
		'http://[::ffff:10.0.0.1]/',
		'http://169.254.169.254/latest/meta-data/',
		'http://[fd00:ec2::254]/',
		'http://192.168.1.1/',
		'http://localhost:6379/',
		'http://LOCALHOST./',
		'https://a.localhost/',
		'http://user:password@127.0.0.1/',
	];
	for (const address of inside) {
		const {status, body} = await call(line, {body: {url: address}});
		t.is(status, 400, address);
		t.is(body.code, 'address_refused', address);
		t.is(body.errors[0].path, 'url');
	}
	t.is(asked.length, 0);
	await deps.settings.set('security.allowPrivateNetworks', true, new Date());
	t.is((await call(line, {body: {url: 'http://127.0.0.1/'}})).status, 200);
	t.is(asked.length, 1);
});

test('only an address of the web is opened', async t => {
	const {call, asked} = await withSolver(t);
	const wrong = [
		'',
		'gate.test',
		'ftp://gate.test/',
		'file:///etc/passwd',
		'javascript:alert(1)',
		'data:text/html,x',
		'chrome://version',
		'http://',
	];
	for (const address of [...wrong, `https://gate.test/${'x'.repeat(2000)}`, null, 7]) {
		const {status, body} = await call(line, {body: {url: address, useCache: 'yes'}});
		t.is(status, 400, String(address).slice(0, 40));
		t.deepEqual(body.errors.map((fault: {path: string}) => fault.path).toSorted(), ['url', 'useCache']);
	}
	t.deepEqual((await call(line, {body: {extra: 1}})).body.errors.map((fault: {path: string}) => fault.path).toSorted(), ['extra', 'url']);
	t.is(asked.length, 0);
	t.is((await call(line, {body: {url: 'https://user:password@gate.test/'}})).status, 200);
});

test('a solver that is switched off says so, and asks nobody', async t => {
	const {call, asked} = await withSolver(t);
	await call('PUT /api/captcha-solver', {body: {enabled: false}});
	const {status, body} = await call(line, {body: {url}});
	t.is(status, 200);
	t.like(body, {success: false, url, challengeDetected: false, challengeType: null, solved: false});
	t.regex(body.error, /switched off/);
	t.is(asked.length, 0);
	t.is((await call(line, {body: {url: 'http://127.0.0.1/'}})).status, 400);
});

test('without a worker the answer is 503 soon after the time is up', async t => {
	const served = await serve(t, {withoutIndexes: true});
	await served.call('PUT /api/captcha-solver', {body: {timeout: 5}});
	const startedAt = performance.now();
	const {status, body} = await served.call(line, {body: {url}});
	t.is(status, 503);
	t.like(body, {code: 'unavailable', reason: 'no_answer_in_time'});
	const ms = performance.now() - startedAt;
	t.true(ms > 6000 && ms < 9000, `${ms}`);
});
