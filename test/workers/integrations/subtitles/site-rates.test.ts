import test from 'ava';
import {TooMany} from '#shared/errors.ts';
import {openProducer} from '#shared/redis.ts';
import {patientRedis, withRedis} from '#test/helpers/redis.ts';
import {createSiteRates} from '#workers/integrations/subtitles/site-rates.ts';

const signal = new AbortController().signal;

test('five requests a second and one login, of all processes together', async t => {
	const {url, prefix} = await withRedis(t);
	const all = Array.from({length: 3}, () => {
		const redis = openProducer(url, patientRedis);
		t.teardown(() => redis.disconnect());
		return createSiteRates(redis, prefix);
	});
	const began = performance.now();
	await Promise.all(all.flatMap(rates => Array.from({length: 4}, () => rates.request('site.test', signal))));
	// Five at once, five after a second, two after another.
	t.true(performance.now() - began >= 2000);
	const logins = performance.now();
	await Promise.all(all.map(rates => rates.login('site.test', signal)));
	t.true(performance.now() - logins >= 2000);
	await all[0]?.login('other.test', signal);
});

test('whoever would wait too long is told so, and a stop ends the wait', async t => {
	const {url, prefix} = await withRedis(t);
	const redis = openProducer(url, patientRedis);
	t.teardown(() => redis.disconnect());
	const rates = createSiteRates(redis, prefix);
	const stop = new AbortController();
	await rates.login('site.test', signal);
	const waiting = Array.from({length: 17}, () => rates.login('site.test', stop.signal));
	const settled = Promise.allSettled(waiting);
	await Promise.race(waiting);
	stop.abort();
	const given = await settled;
	const codes = given.map(each => (each.status === 'rejected' ? each.reason.name : 'turn'));
	t.true(codes.includes('turn') && codes.includes('Cancelled'));
	t.true(codes.every(code => ['turn', 'Cancelled', TooMany.name].includes(code)));
});
