import test from 'ava';
import {serveProbes} from '#workers/wiring/probes.ts';

/** Servers that answer, refuse or never say anything. */
const answers = async () => 'PONG';
const refuses = () => Promise.reject(new Error('away'));
const hangs = () => new Promise<never>(() => {});

for (const [what, {mongodb, redis, ready, whole}] of Object.entries({
	'both servers answer': {mongodb: answers, redis: answers, ready: 200, whole: 200},
	'Redis is away': {mongodb: answers, redis: refuses, ready: 200, whole: 503},
	'Redis hangs': {mongodb: answers, redis: hangs, ready: 200, whole: 503},
	'MongoDB is away': {mongodb: refuses, redis: answers, ready: 503, whole: 503},
})) {
	test(`a worker tells what looks after it whether it can work: ${what}`, async t => {
		const connection = {db: {admin: () => ({ping: mongodb})}} as unknown as Parameters<typeof serveProbes>[0]['connection']; // all that it asks
		const probes = await serveProbes({connection, producer: {ping: redis as () => Promise<'PONG'>}, metricsToken: null, port: 0});
		t.teardown(() => probes.stop());
		const ask = async (path: string) => (await fetch(`http://127.0.0.1:${probes.port}${path}`)).status;
		t.deepEqual(await Promise.all(['/api/live', '/api/ready', '/api/ready?all=true', '/metrics', '/'].map(ask)), [
			200,
			ready,
			whole,
			401,
			404,
		]);
	});
}

test('a worker tells its memory and its event loop to a scraper with the token, and to nobody else', async t => {
	const connection = {db: {admin: () => ({ping: answers})}} as unknown as Parameters<typeof serveProbes>[0]['connection']; // all that it asks
	const token = 'a-token-for-scrapers';
	const probes = await serveProbes({connection, producer: {ping: answers as () => Promise<'PONG'>}, metricsToken: token, port: 0});
	t.teardown(() => probes.stop());
	const ask = (authorization: string) => fetch(`http://127.0.0.1:${probes.port}/metrics`, {headers: {authorization}});
	t.is((await ask('Bearer another')).status, 401);
	const reply = await ask(`Bearer ${token}`);
	t.is(reply.status, 200);
	const text = await reply.text();
	t.regex(text, /^kinoteka_process_resident_memory_bytes \d+/m);
	t.regex(text, /^kinoteka_nodejs_eventloop_lag_p99_seconds /m);
	t.notRegex(text, /jobs_total/);
});
