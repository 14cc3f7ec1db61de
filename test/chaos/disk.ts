import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openTestServices} from '#scripts/test/services.ts';
import {createRandom} from '../bench/oracle/random.ts';
import type {Chaos, ChaosOptions, ChaosResult} from './chaos.ts';
import {type DiskTally, fillDuringImport} from './disk/round.ts';
import {mountTmpfs, runInNamespace, unmount, whyNotMountable} from './disk/tmpfs.ts';
import {openChaosWorld} from './world/chaos-world.ts';
import {type Template, writeTemplate} from './world/pack.ts';

const usualRounds = 9;
/** A round waits for a minute, so several disks fill up side by side. */
const maxDisks = 3;
const episodes = 8;
const bytes = 6_000_000;
/** Two packs, and as much again. */
const diskBytes = 144_000_000;
const pools = 'import,downloads,tasks';
const stopLimitMs = 30_000;
const tellMs = 1000;

/**
 * Imports onto a small disk that fills up during the copies and gets room again. The download must wait with a message,
 * lose nothing, and go on by itself; hard links must need no room.
 */
export const chaosDisk: Chaos = async options => {
	const reason = await whyNotMountable();
	if (reason === null) {
		return fillDisks(options);
	}
	const skipped = `a small disk cannot be mounted here (${reason}), and there is no namespace for it either`;
	return (await runInNamespace(options)) ?? {faults: [], figures: '', skipped};
};

async function fillDisks({reporter, rounds, seed}: ChaosOptions): Promise<ChaosResult> {
	const total = rounds ?? usualRounds;
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-chaos-disk-'));
	const services = await openTestServices(process.env, reporter);
	const tally: DiskTally = {done: 0, placed: 0, midCopy: 0, recoveries: [], faults: []};
	const {int} = createRandom(seed);
	const points = Array.from({length: total}, () => int(0, episodes - 3));
	const begun = performance.now();
	const timer = setInterval(() => reporter.progress(`disk: ${tally.done} of ${total} rounds, ${tally.faults.length} faults`), tellMs);
	try {
		const template = await writeTemplate({folder: join(folder, 'template'), episodes, bytes});
		const {TEST_MONGODB_URI: mongodbUri = '', TEST_REDIS_URL: redisUrl = ''} = services.env;
		const count = Math.min(maxDisks, total);
		const disks = Array.from({length: count}, (_none, index) => {
			const own = [...points.entries()].filter(([number]) => number % count === index);
			return useDisk(own, {name: `chaos-disk-${index + 1}`, mongodbUri, redisUrl, folder, template, tally});
		});
		await Promise.all(disks);
	} finally {
		clearInterval(timer);
		await services.close();
		rmSync(folder, {recursive: true, force: true});
	}
	const slowest = Math.round(Math.max(0, ...tally.recoveries) / 1000);
	const seconds = Math.round((performance.now() - begun) / 1000);
	const figures = `${tally.done} times a full disk (${tally.midCopy} during a copy) with ${tally.placed} of ${total * episodes} files placed, as many packs linked on it, the slowest done ${slowest} s after there was room, ${seconds} s`;
	return {faults: tally.faults, figures};
}

interface Disk {
	name: string;
	mongodbUri: string;
	redisUrl: string;
	folder: string;
	template: Template;
	tally: DiskTally;
}

/** One round after another on a disk of its own. */
async function useDisk(points: readonly [number, number][], {name, mongodbUri, redisUrl, folder, template, tally}: Disk): Promise<void> {
	const own = join(folder, name);
	const world = await openChaosWorld({mongodbUri, redisUrl, name, folder: own, prepare: library => mountTmpfs(library, diskBytes)});
	try {
		await world.settings.set('media.minimumFreeSpaceMiB', 0, new Date());
		const worker = await world.startWorker(pools);
		try {
			for (const [index, afterFiles] of points) {
				await fillDuringImport({number: index + 1, afterFiles, world, template, tally});
			}
		} finally {
			await worker.stop(stopLimitMs);
		}
	} finally {
		await world.close();
		await unmount(world.library);
	}
}
