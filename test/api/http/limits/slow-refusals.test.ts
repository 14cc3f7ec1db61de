import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

test('who goes on after five refusals is answered a second later each time, and nobody else is', async t => {
	const {call} = await serve(t, {http: {loginsPer15Minutes: 1}});
	const attempt = async () => {
		const begun = performance.now();
		const {status} = await call('POST /api/auth/login', {as: 'nobody', body: {username: 'vera', password: 'wrong'}});
		return {status, ms: performance.now() - begun};
	};
	await attempt();
	for (let count = 0; count < 5; count += 1) {
		t.is((await attempt()).status, 429);
	}
	const late = attempt();
	const other = await call('GET /api/library/movies');
	t.is(other.status, 200);
	t.is(await Promise.race([late.then(() => 'answered'), 'held']), 'held');
	t.true((await late).ms > 950);
});
