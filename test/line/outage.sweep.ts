import test, {type ExecutionContext} from 'ava';
import {ApiRefusal} from '#scripts/command/api-client.ts';
import {type HarmableServer, ownMongodb, ownRedis} from '#test/helpers/line/own-servers.ts';
import {type Line, startLine} from '#test/helpers/line/start-line.ts';
import {addMovie, until} from '#test/helpers/line/steps.ts';

/** Milliseconds: the promise is 2 s, and the machine of a test is busy. */
const answerMs = 2_500;

interface Outage {
	server: HarmableServer;
	check: 'database' | 'redis';
	code: string;
	/** Cannot be answered without the server. */
	ask: (line: Line) => Promise<unknown>;
}

test('while MongoDB or Redis is away the service says so at once, and goes on by itself when it is back', async t => {
	const [mongodb, redis] = await Promise.all([ownMongodb(t), ownRedis(t)]);
	const line = await startLine(t, {servers: {mongodbUri: mongodb.url, redisUrl: redis.url, redisPrefix: 'outage'}});
	const outages: Outage[] = [
		{server: mongodb, check: 'database', code: 'database_unavailable', ask: ({api}) => api.get('/api/library/movies')},
		{
			server: redis,
			check: 'redis',
			code: 'redis_unavailable',
			ask: ({api, library}) => api.post('/api/library/movies', {metaId: 4808, rootFolderPath: library}),
		},
	];
	const films = [10378, 45745, 133701, 9761];
	for (const outage of outages) {
		await outage.server.freeze();
		await isReported(t, line, outage);
		outage.server.thaw();
		await isOver(t, line, films.shift() ?? 0);

		await outage.server.kill();
		await isReported(t, line, outage);
		await outage.server.startAgain();
		await isOver(t, line, films.shift() ?? 0);
	}
});

async function isReported(t: ExecutionContext, line: Line, {check, code, ask}: Outage): Promise<void> {
	const refused = await timed(() => t.throwsAsync(ask(line), {instanceOf: ApiRefusal}));
	t.like(refused.answer, {status: 503, code});
	const {ms, answer: health} = await timed(() => fetch(`${line.url}/api/health`));
	const {status, checks} = (await health.json()) as {status: string; checks: Record<string, {status: string}>};
	t.log(`${check}: 503 in ${Math.round(refused.ms)} ms, health in ${Math.round(ms)} ms`);
	t.true(refused.ms < answerMs);
	t.true(ms < answerMs);
	t.is(health.status, 503);
	t.is(status, 'unhealthy');
	t.is(checks[check]?.status, 'unhealthy');
	t.is(checks[check === 'redis' ? 'database' : 'redis']?.status, 'healthy');
}

/** Asks up to thirty times: a busy machine may keep any single caller waiting. */
async function timed<Answer>(ask: () => Promise<Answer>, triesLeft = 29): Promise<{answer: Answer; ms: number}> {
	const began = performance.now();
	const answer = await ask();
	const ms = performance.now() - began;
	return ms < answerMs || triesLeft === 0 ? {answer, ms} : timed(ask, triesLeft - 1);
}

/** Health is good again, and a job is asked and answered. */
async function isOver(t: ExecutionContext, line: Line, film: number): Promise<void> {
	const began = performance.now();
	await until(() => line.api.get('/api/ready?all=true'));
	const movie = await until(() => addMovie(line, film));
	t.log(`works again after ${Math.round(performance.now() - began)} ms`);
	t.false(movie.hasFile);
}
