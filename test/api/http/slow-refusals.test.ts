import test from 'ava';
import {createRefusalDelays} from '#api/http/slow-refusals.ts';
import {serve} from '#test/helpers/serve.ts';

/** Delays whose time stands still. */
function delaysOf(perMinute: number) {
	const clock = {now: 0};
	return {clock, delayOf: createRefusalDelays(perMinute, () => clock.now)};
}

test('who goes on after five refusals is answered later and later, up to a second, and nobody else is', t => {
	const {clock, delayOf} = delaysOf(300);
	const next = () => delayOf('vera', {isTooMuch: true, held: 0});
	t.deepEqual([next(), next(), next(), next(), next()], [0, 0, 0, 0, 0]);
	t.deepEqual([next(), next(), next()], [50, 100, 150]);
	const later = Array.from({length: 30}, next);
	t.is(later.at(16), 1000);
	t.is(Math.max(...later), 1000);
	t.is(delayOf('otto', {isTooMuch: true, held: 0}), 0);
	clock.now += 10_000;
	t.is(next(), 0);
});

test('what an address without credentials sends one after the other hardly waits, and much at once does', t => {
	const {delayOf} = delaysOf(30);
	const next = (held: number) => delayOf('192.0.2.1', {isTooMuch: false, held});
	t.deepEqual([next(0), next(0), next(0), next(0), next(0)], [0, 0, 0, 0, 0]);
	t.deepEqual([next(0), next(0), next(1), next(40), next(500)], [10, 10, 20, 410, 1000]);
});

test('a refusal that is held comes once its time is up, and holds up nobody else', async t => {
	const {call} = await serve(t, {http: {loginsPer15Minutes: 1}});
	const attempt = () => call('POST /api/auth/login', {as: 'nobody', body: {username: 'vera', password: 'wrong'}});
	await attempt();
	const begun = performance.now();
	const refused = await Promise.all(Array.from({length: 25}, attempt));
	t.deepEqual([...new Set(refused.map(({status}) => status))], [429]);
	t.true(performance.now() - begun > 900);
	t.is((await call('GET /api/library/movies')).status, 200);
});

test('so are those of an address without credentials', async t => {
	const {call} = await serve(t, {http: {listRequestsPerMinute: 30}});
	const begun = performance.now();
	const refused = await Promise.all(Array.from({length: 60}, () => call('GET /api/library/movies', {as: 'nobody'})));
	t.deepEqual([...new Set(refused.map(({status}) => status))], [401]);
	t.true(performance.now() - begun > 400);
});
