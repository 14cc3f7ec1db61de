import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openTestServices} from '#scripts/test/services.ts';
import type {Chaos} from './chaos.ts';
import {killPoints} from './import/kill-points.ts';
import {type Lane, runLane, type Tally} from './import/lane.ts';
import {openChaosWorld} from './world/chaos-world.ts';
import {writeTemplate} from './world/pack.ts';

const usualImports = 200;
/** Most of an import is waiting for the lock of the dead worker to expire, so many worlds run side by side. */
const maxLanes = 12;
const modes = ['copy', 'hardlink', 'move'] as const;
const episodes = 24;
const bytes = 400_000;
const tellMs = 1000;

/**
 * 200 imports of a season pack of 24 files. In each the import worker is killed at a random moment, or stopped for a
 * minute. No file may be lost, left unfinished or recorded twice.
 */
export const chaosImport: Chaos = async ({reporter, rounds, seed}) => {
	const total = rounds ?? usualImports;
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-chaos-import-'));
	const services = await openTestServices(process.env, reporter);
	const tally: Tally = {done: 0, kills: 0, stops: 0, recoveries: [], faults: []};
	const begun = performance.now();
	const timer = setInterval(
		() =>
			reporter.progress(`import: ${tally.done} of ${total}, ${tally.kills} killed, ${tally.stops} stopped, ${tally.faults.length} faults`),
		tellMs,
	);
	try {
		const template = await writeTemplate({folder: join(folder, 'template'), episodes, bytes});
		const points = [...killPoints(seed, total).entries()];
		const count = Math.min(maxLanes, total);
		const {TEST_MONGODB_URI: mongodbUri = '', TEST_REDIS_URL: redisUrl = ''} = services.env;
		const lanes = Array.from({length: count}, async (_none, index) => {
			const mode = modes[index % modes.length]!; // the remainder is always a place of the list
			const name = `chaos-import-${index + 1}`;
			const world = await openChaosWorld({mongodbUri, redisUrl, name, folder: join(folder, name)});
			await world.settings.set('media.importMode', mode, new Date());
			const lane: Lane = {world, mode, template, tally};
			const own = points.filter(([number]) => number % count === index);
			await runLane(own, lane).finally(() => world.close());
		});
		await Promise.all(lanes);
	} finally {
		clearInterval(timer);
		await services.close();
		rmSync(folder, {recursive: true, force: true});
	}
	const [slowest] = tally.recoveries.toSorted((a, b) => b.ms - a.ms);
	const recovery = `the slowest done ${Math.round((slowest?.ms ?? 0) / 1000)} s after the restart: ${slowest?.which ?? 'none'}`;
	const seconds = Math.round((performance.now() - begun) / 1000);
	const figures = `${tally.done} imports of ${episodes} files, ${tally.kills} workers killed, ${tally.stops} stopped for 60 s, ${recovery}, ${seconds} s`;
	return {faults: tally.faults, figures};
};
