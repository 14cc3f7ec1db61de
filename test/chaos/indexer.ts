import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {hourMs} from '#shared/domain/durations.ts';
import type {Chaos} from './chaos.ts';
import {budgets, toIndexer} from './indexer/limits.ts';
import {live} from './indexer/live.ts';
import {createSimulatedTime} from './indexer/simulated-time.ts';
import {createStrictSite} from './indexer/strict-site.ts';
import {createHostClock} from './stage/clock-file.ts';
import {everyMinute} from './stage/minutes.ts';
import {openStage, outputPath, usedPools} from './stage/stage.ts';

/** Simulated hours. */
const usualRounds = 72;
const endless = Number.MAX_SAFE_INTEGER;
const filmsPerHour = 4;
const spareFilms = 20;

/**
 * Three simulated days of people and tasks that search and grab all the time, at two indexers with budgets that answer
 * 429 now and then. The processes are killed and started again in the middle. The clocks are moved as in `clock`; what
 * expires in Redis is shortened by the same time.
 */
export const chaosIndexer: Chaos = async ({reporter, rounds}) => {
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-clock-'));
	const clock = createHostClock(join(folder, 'host'));
	const hours = rounds ?? usualRounds;
	const stage = await openStage({
		reporter,
		apis: 1,
		workers: [usedPools],
		films: hours * filmsPerHour + spareFilms,
		secondsOf: () => endless,
		variablesOf: () => clock.variables,
		indexer: toIndexer(budgets[0]),
	});
	const time = createSimulatedTime(clock, {redis: stage.servers.redis, prefix: stage.prefix});
	const site = createStrictSite({now: time.passed, epoch: Date.now()});
	const quiet = everyMinute(
		reporter,
		() => `indexer: hour ${Math.floor(time.passed() / hourMs)} of ${hours}, ${site.refused()} times 429, ${site.faults().length} faults`,
	);
	try {
		stage.site.before = site.answer;
		await live(stage, {time, hours});
		const faults = [
			...site.faults(),
			...site.unused(hours),
			...stage.parts.flatMap(({crashes}) => crashes),
			...new Set(stage.caller.surprises),
		];
		return {faults, figures: `${hours} simulated hours, ${site.refused()} times 429, ${site.figures()}; output in ${outputPath}`};
	} finally {
		quiet();
		await stage.close();
		rmSync(folder, {recursive: true, force: true});
	}
};
