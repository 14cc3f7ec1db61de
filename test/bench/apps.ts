import {randomBytes} from 'node:crypto';
import {readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {createReporter} from '#scripts/processes/reporter.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {newKeyValue} from '#shared/store/accounts/api-keys.ts';
import {buildItem} from '#test/helpers/world/movie.ts';
import {watchMemory} from './api/memory.ts';
import {openWorld} from './api/world.ts';
import {openListeners} from './apps/listeners.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:apps [-- --movies N --series N --items N --seconds N --tries N]',
	about: 'Measures the whole lists and the queue that programs for Radarr and Sonarr read again and again.',
	options: {
		movies: {type: 'string', default: '10000'},
		series: {type: 'string', default: '2000'},
		items: {type: 'string', default: '1000'},
		seconds: {type: 'string', default: '60'},
		tries: {type: 'string', default: '10'},
	},
});
/** Milliseconds, and how many times a list that is kept comes faster than one that is written anew. */
const goals = {keptMs: 50, writtenMs: 3000, times: 20, queueMs: 200, growth: 0.05, holdMs: 50, aboveMib: 64, listenerMib: 1};
/** As many as the hub takes. */
const listenerCount = 100;
const clients = 4;
/** Milliseconds until what the probe saw is written. */
const probeMs = 600;
/** Milliseconds between two looks of one client; programs look every 30 seconds. */
const lookMs = 1000;

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const rounded = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
/** Milliseconds of the processor that a process has used, in steps of 10. */
function usedMs(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');

const world = await openWorld({mongodbUri: null, env: process.env, reporter: createReporter(process.stderr)});
try {
	const library = world.open('apps');
	const {stores, connected} = library.database;
	await connected;
	await library.seed({movies: Number(values.movies), series: Number(values.series)});
	const key = newKeyValue('apps');
	const app = {readOnly: false, faces: ['movies' as const, 'tv' as const], filesPerHour: 100, bytesPerHour: 0};
	await stores.apiKeys.add({name: 'Bench', type: 'apps', value: key, app}, new Date());
	const holds = join(tmpdir(), `kinoteka-holds-${process.pid}`);
	const probe = fileURLToPath(new URL('./apps/hold-probe.ts', import.meta.url));
	const api = await library.startApi({NODE_OPTIONS: `--import ${probe}`, BENCH_HOLDS: holds});
	/** Milliseconds of the processor for which the loop was held since a moment. */
	const heldSince = (since: number) => {
		const lines = readFileSync(holds, 'utf8')
			.trim()
			.split('\n')
			.map(line => line.split(' ').map(Number));
		return Math.max(0, ...lines.flatMap(([at = 0, ms = 0]) => (at > since ? [ms] : [])));
	};

	/** Milliseconds to the first byte and to the last, those of the processor, and the bytes as they come. */
	async function ask(path: string): Promise<{firstMs: number; allMs: number; cpuMs: number; bytes: number}> {
		const [begun, used] = [performance.now(), usedMs(api.child.pid)];
		const response = await fetch(`${api.url}${path}`, {headers: {'x-api-key': key}});
		const firstMs = performance.now() - begun;
		const bytes = (await response.arrayBuffer()).byteLength;
		if (response.status !== 200) {
			throw new Error(`${path} answered ${response.status}`);
		}
		return {firstMs, allMs: performance.now() - begun, cpuMs: usedMs(api.child.pid) - used, bytes};
	}

	async function many(path: string, before: () => Promise<unknown> = async () => {}): Promise<{firstMs: number; cpuMs: number}> {
		const all = [];
		for (let count = 0; count < Number(values.tries); count += 1) {
			await before();
			all.push(await ask(path));
		}
		return {firstMs: median(all.map(({firstMs}) => firstMs)), cpuMs: median(all.map(({cpuMs}) => cpuMs))};
	}

	const misses: string[] = [];
	const judge = (name: string, value: number, goal: number, unit: string) => {
		console.log(`${name}: ${value.toFixed(1)} ${unit}, wanted at most ${goal}: ${verdict(value <= goal)}`);
		if (value > goal) {
			misses.push(name);
		}
	};
	const say = (name: string, {firstMs, cpuMs}: {firstMs: number; cpuMs: number}, goal: number) => {
		const reached = verdict(firstMs <= goal);
		console.log(`${name}: ${rounded(firstMs)}, of which ${rounded(cpuMs)} of the processor, wanted at most ${goal} ms: ${reached}`);
		if (firstMs > goal) {
			misses.push(name);
		}
	};

	const firstId = async (collection: 'movies' | 'series') =>
		(await library.database.connection.collection<{_id: string}>(collection).findOne({}))?._id ?? '';
	const [movieId, seriesId] = await Promise.all([firstId('movies'), firstId('series')]);
	let monitored = false;
	for (const [name, path, change] of [
		['movies', '/radarr/api/v3/movie', () => stores.movies.change(movieId, {monitored}, new Date())],
		['series', '/sonarr/api/v3/series', () => stores.series.change(seriesId, {monitored}, new Date())],
	] as const) {
		const first = await ask(path);
		console.log(
			`\n${name}: ${(first.bytes / 1024 ** 2).toFixed(1)} MiB, the very first list in ${rounded(first.allMs)}, of which ${rounded(first.cpuMs)} of the processor`,
		);
		await many(path);
		const calm = watchMemory(api.child.pid);
		await pause(2000);
		const idle = calm.stop();
		const [memory, begun] = [watchMemory(api.child.pid), Date.now() + probeMs];
		const written = await many(path, async () => {
			monitored = !monitored;
			await change();
		});
		await pause(probeMs);
		judge(`${name}, written anew, memory above idle`, memory.stop() - idle, goals.aboveMib, 'MiB');
		judge(`${name}, written anew, longest hold of the loop`, heldSince(begun), goals.holdMs, 'ms of the processor');
		const kept = await many(path);
		say(`${name}, written anew, to the first byte`, written, goals.writtenMs);
		say(`${name}, kept, to the first byte`, kept, goals.keptMs);
		const times = written.firstMs / kept.firstMs;
		console.log(`${name}: kept is ${Math.round(times)} times faster, wanted ${goals.times}: ${verdict(times >= goals.times)}`);
	}

	for (let count = 0; count < Number(values.items); count += 1) {
		await stores.downloads.add(buildItem({downloadId: randomBytes(20).toString('hex'), movieId}));
	}
	say(`queue of ${values.items} items`, await many('/radarr/api/v3/queue?pageSize=1000'), goals.queueMs);

	const mibNow = async () => {
		const memory = watchMemory(api.child.pid);
		await pause(2000);
		return memory.stop();
	};
	const alone = await mibNow();
	const listeners = await openListeners(listenerCount, {url: api.url, key});
	for (let count = 0; count < Number(values.tries); count += 1) {
		monitored = !monitored;
		// Only the service tells what it has changed.
		const headers = {'x-api-key': api.apiKey, 'content-type': 'application/json'};
		await fetch(`${api.url}/api/library/movies/${movieId}`, {method: 'PUT', headers, body: JSON.stringify({monitored})});
		await pause(100);
	}
	judge(`${listenerCount} listeners, each`, Math.max(0, (await mibNow()) - alone) / listenerCount, goals.listenerMib, 'MiB');
	console.log(`they heard ${listeners.heard()} messages about movies`);
	listeners.close();

	const end = performance.now() + Number(values.seconds) * 1000;
	const poll = async (until: number) => {
		let count = 0;
		while (performance.now() < until) {
			await Promise.all([ask('/radarr/api/v3/movie'), ask('/sonarr/api/v3/series')]);
			count += 1;
			await pause(lookMs);
		}
		return count;
	};
	const half = performance.now() + (Number(values.seconds) * 1000) / 2;
	const early = (await Promise.all(Array.from({length: clients}, () => poll(half)))).reduce((sum, count) => sum + count, 0);
	const before = await mibNow();
	const late = (await Promise.all(Array.from({length: clients}, () => poll(end)))).reduce((sum, count) => sum + count, 0);
	const after = await mibNow();
	const growth = after / before - 1;
	console.log(
		`\n${early + late} looks of ${clients} clients at both lists: memory ${before} MiB at half time, ${after} MiB at the end: ${verdict(growth <= goals.growth)}`,
	);
	process.exitCode = misses.length === 0 ? 0 : 1;
} finally {
	rmSync(join(tmpdir(), `kinoteka-holds-${process.pid}`), {force: true});
	await world.close();
}
