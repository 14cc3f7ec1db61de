import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {compileCache} from '#scripts/embedded/program-cache.ts';
import {importDownload} from '#shared/jobs/import.ts';
import {machineReports} from '#shared/machines/reports.ts';
import {testKey} from '#test/helpers/test-secrets.ts';
import {until} from '#test/helpers/until.ts';
import {startWorker} from '#test/helpers/worker-process.ts';
import {buildItem} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';

const entry = fileURLToPath(new URL('../../../workers/main.ts', import.meta.url));
const mayMount = spawnSync('unshare', ['-m', 'true'], {timeout: 10_000}).status === 0;
const imports = 50;

(mayMount ? test : test.skip)('of two machines one lacks the disk: every import goes to the other one, and none is refused', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library} = world;
	const items = await Promise.all(
		Array.from({length: imports}, () => deps.downloads.add(buildItem({movieId: world.movie.id, state: 'importPending'}))),
	);
	const env = {
		...{PATH: process.env['PATH'] ?? '', ...compileCache(process.env), MONGODB_URI: world.mongodbUri, REDIS_URL: world.redisUrl},
		...{REDIS_PREFIX: deps.prefix, DATA_DIR: deps.dataDir, SECRET_KEY: testKey, LOG_LEVEL: 'error', WORKER_POOLS: 'import'},
	};
	await deps.files.useFolder({path: library, name: 'The root folder'});
	const lacking = spawn('unshare', ['-m', 'sh', '-c', `mount -t tmpfs none '${library}' && exec "$0" "$@"`, process.execPath, entry], {
		...{env, stdio: 'ignore'},
	});
	t.teardown(async () => {
		lacking.kill('SIGKILL');
		await once(lacking, 'exit');
	});
	const reports = machineReports(deps.producer, deps.prefix);
	await until(async () => (await reports.list()).some(({missing}) => missing.length > 0));
	await startWorker(t, world, {env: {WORKER_POOLS: 'import'}}).ready;
	await deps.jobs.enqueueMany(
		importDownload,
		items.map(({id}) => ({payload: {queueItemId: id}})),
	);
	const queue = deps.jobs.queue('import');
	await until(async () => (await queue.getJobCountByTypes('waiting', 'prioritized', 'delayed', 'active')) === 0);
	const messages = (await Promise.all(items.map(({id}) => deps.downloads.get(id)))).flatMap(item =>
		item.statusMessages.flatMap(each => each.messages),
	);
	t.deepEqual(
		messages.filter(text => /probably not mounted|folder_away/.test(text)),
		[],
	);
	t.true((await queue.getJobs(['completed'])).every(({attemptsMade}) => attemptsMade <= 1));
});
