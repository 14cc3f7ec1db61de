import {setTimeout as pause} from 'node:timers/promises';
import type {NodeChild} from '#scripts/start/node-child.ts';
import {importDownload} from '#shared/jobs/import.ts';
import type {ChaosWorld} from '../world/chaos-world.ts';
import {checkPack, isImported, tellItem} from '../world/check-pack.ts';
import {addPack, isPartial, type Pack, placedFiles, removeFiles, type Template} from '../world/pack.ts';
import {until} from '../world/until.ts';
import type {KillPoint} from './kill-points.ts';

export interface Tally {
	done: number;
	kills: number;
	stops: number;
	/** Milliseconds from the restart to the end of each import, and which it was. */
	recoveries: {ms: number; which: string}[];
	faults: string[];
}

export interface Lane {
	world: ChaosWorld;
	mode: 'copy' | 'hardlink' | 'move';
	template: Template;
	tally: Tally;
}

/** An import worker also polls, so that what waits goes on without another process. */
const pools = 'import,downloads,tasks';
const doneLimitMs = 90_000;
const beginLimitMs = 60_000;
const stoppedMs = 60_000;
/** Milliseconds in which a worker that wakes up may do damage. */
const awakeMs = 5000;
const stopLimitMs = 30_000;

/** Does one import after another in its world, each with its kill point. */
export async function runLane(points: readonly [number, KillPoint][], lane: Lane): Promise<void> {
	const asleep: Promise<void>[] = [];
	let worker = await lane.world.startWorker(pools);
	try {
		for (const [index, point] of points) {
			const protocol = lane.mode === 'move' ? 'usenet' : 'torrent';
			const pack = await addPack(index + 1, {world: lane.world, template: lane.template, parent: lane.world.downloads, protocol});
			await lane.world.jobs.enqueue(importDownload, {queueItemId: pack.itemId});
			await reach(point, pack, lane.world);
			const hit = worker;
			process.kill(hit.pid, point.stops ? 'SIGSTOP' : 'SIGKILL');
			const stoppedAt = performance.now();
			lane.tally[point.stops ? 'stops' : 'kills'] += 1;
			worker = await lane.world.startWorker(pools);
			await finish({pack, point, lane}, performance.now());
			if (point.stops) {
				asleep.push(wake({pack, point, lane}, hit, stoppedAt));
			} else {
				await removeFiles(pack);
			}
			lane.tally.done += 1;
		}
		await Promise.all(asleep);
	} finally {
		await worker.stop(stopLimitMs);
	}
}

interface Run {
	pack: Pack;
	point: KillPoint;
	lane: Lane;
}

async function reach({afterFiles, thenMs}: KillPoint, pack: Pack, world: ChaosWorld): Promise<void> {
	const limits = {limitMs: beginLimitMs, everyMs: afterFiles === 0 ? 50 : 5};
	await until(async () => {
		if (afterFiles > 0) {
			return (await placedFiles(pack)).filter(path => !isPartial(path)).length >= afterFiles;
		}
		return (await world.stores.downloads.find(pack.itemId))?.state !== 'importPending';
	}, limits);
	await pause(thenMs);
}

/** Waits for the import and checks it. */
async function finish(run: Run, restartedAt: number): Promise<void> {
	const {pack, lane} = run;
	const isDone = await until(() => isImported(pack, lane.world), {limitMs: doneLimitMs, everyMs: 200});
	if (!isDone) {
		tellFaults(run, [`not imported ${doneLimitMs / 1000} s after the restart: ${await tellItem(pack, lane.world)}`]);
		return;
	}
	lane.tally.recoveries.push({ms: performance.now() - restartedAt, which: nameOf(run)});
	tellFaults(run, await checkPack(pack, lane.world, {moves: lane.mode === 'move'}));
}

/** Continues a stopped worker after a minute, and checks that it changes nothing that another has done meanwhile. */
async function wake(run: Run, hit: NodeChild, stoppedAt: number): Promise<void> {
	const {pack, lane} = run;
	await pause(Math.max(0, stoppedMs - (performance.now() - stoppedAt)));
	process.kill(hit.pid, 'SIGCONT');
	await pause(awakeMs);
	tellFaults(
		run,
		(await checkPack(pack, lane.world, {moves: lane.mode === 'move'})).map(fault => `after it woke up: ${fault}`),
	);
	await hit.stop(stopLimitMs);
	await removeFiles(pack);
}

/** Each fault says where it happened, so that it can be repeated. */
function tellFaults(run: Run, faults: readonly string[]): void {
	run.lane.tally.faults.push(...faults.map(fault => `${nameOf(run)}: ${fault}`));
}

function nameOf({pack, point, lane}: Run): string {
	return `import ${pack.number} (${lane.mode}, ${point.stops ? 'stopped' : 'killed'} ${point.thenMs} ms after ${point.afterFiles} files)`;
}
