import test from 'ava';
import {type Served, serve} from '#test/helpers/serve.ts';

/** Sends so many requests at once. Returns the milliseconds that each took, the shortest first. */
async function times(count: number, send: () => ReturnType<Served['call']>): Promise<number[]> {
	const begun = performance.now();
	const each = Array.from({length: count}, async () => {
		await send();
		return performance.now() - begun;
	});
	return (await Promise.all(each)).toSorted((a, b) => a - b);
}

test('who goes on after five refusals is answered later and later, up to a second, and nobody else is', async t => {
	const {call} = await serve(t, {http: {loginsPer15Minutes: 1}});
	const attempt = () => call('POST /api/auth/login', {as: 'nobody', body: {username: 'vera', password: 'wrong'}});
	await attempt();
	for (let count = 0; count < 5; count += 1) {
		t.is((await attempt()).status, 429);
	}
	const late = times(20, attempt);
	t.is((await call('GET /api/library/movies')).status, 200);
	t.is(await Promise.race([late.then(() => 'answered'), 'held']), 'held');
	t.true(((await late).at(-1) ?? 0) > 950);
});

test('what an address without credentials sends one after the other hardly waits, and much at once does', async t => {
	const {call} = await serve(t, {http: {listRequestsPerMinute: 30}});
	const ask = () => call('GET /api/library/movies', {as: 'nobody'});
	for (let count = 0; count < 5; count += 1) {
		t.is((await ask()).status, 401);
	}
	const [quickest = 0, ...others] = await times(60, ask);
	t.true((others.at(-1) ?? 0) > quickest + 400);
});
