import test from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {openProducer} from '#shared/redis.ts';
import {checkRedis} from '#shared/start/check-redis.ts';
import {ownRedis} from '#test/helpers/line/own-servers.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {patienceMs} from '#test/helpers/until.ts';

const check = async (url: string, limitMs = patienceMs) => {
	const {problems, warnings} = await checkRedis({url, prefix: 'kinoteka', limitMs});
	return {fault: problems.map(({message}) => message).join(), warnings: warnings.join()};
};

/** Settings of a server that make it useless, and what is told. */
const states: readonly [string, string[], RegExp][] = [
	['a replica', ['REPLICAOF', '127.0.0.1', '1'], /it is a replica, which takes no writes\. Name its primary/],
	['one without room', ['CONFIG', 'SET', 'maxmemory', '1'], /its memory is full/],
	['one with a password', ['CONFIG', 'SET', 'requirepass', 'tell-nobody'], /refuses the name or the password/],
];

for (const [name, command, reported] of states) {
	test(`${name} is reported as that`, async t => {
		const {url} = await ownRedis(t);
		t.deepEqual(await check(url), {fault: '', warnings: ''});
		const redis = openProducer(url, patientRedis);
		t.teardown(() => redis.disconnect());
		await redis.call(...(command as [string, ...string[]]));
		t.regex((await check(url)).fault, reported);
	});
}

test('one that forgets keys is warned about, and a number that it does not have is reported', async t => {
	const {url} = await ownRedis(t);
	const redis = openProducer(url, patientRedis);
	t.teardown(() => redis.disconnect());
	await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
	t.deepEqual(await check(url), {fault: '', warnings: ''}, 'without a limit it forgets nothing');
	await redis.config('SET', 'maxmemory', '100mb');
	t.regex((await check(url)).warnings, /forgets jobs .*allkeys-lru.*noeviction/);
	const port = await freePort();
	await redis.config('SET', 'port', String(port));
	t.regex((await check(`redis://127.0.0.1:${port}/99`)).fault, /no database of this number/);
	t.regex((await check(`rediss://127.0.0.1:${port}`, 5000)).fault, /TLS/);
});

test('another program at the address is reported as that', async t => {
	const {port} = new URL(await serveReplies(t, () => ({})));
	t.regex((await check(`redis://127.0.0.1:${port}`, 5000)).fault, /another program listens there|cannot be used/);
});
