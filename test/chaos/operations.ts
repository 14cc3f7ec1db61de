import {setTimeout as pause} from 'node:timers/promises';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {createRandom, type Random} from '../bench/oracle/random.ts';
import type {Chaos} from './chaos.ts';
import {openAudience} from './operations/audience.ts';
import {type Harm, harmParts, noHarm} from './operations/harm.ts';
import {startLoad} from './operations/load.ts';
import {watchExecutions} from './stage/executions.ts';
import {awaitFiles, judgeJourneys, strayFiles} from './stage/judge-journeys.ts';
import {everyMinute} from './stage/minutes.ts';
import {earlyRuns, endSchedules, lateRuns, runEveryMinute} from './stage/schedules.ts';
import {openStage, outputPath, type Stage} from './stage/stage.ts';

/** Milliseconds during which a process dies every ten seconds. */
const usualMs = 430_000;
const films = 300;
const groups = [
	['search', 'refresh', 'tasks'],
	['grab', 'downloads'],
	['import', 'disks', 'files', 'backfill'],
];
/** Outside systems take up to this long, so that a process often dies while it waits for them. */
const slowestMs = 1500;
/** Milliseconds: a dead worker is noticed after 30 s, and repairs run every 30 s. */
const settleMs = 90_000;
const filesMs = 120_000;
const scheduleSlackMs = 20_000;

/**
 * Two processes of each kind under load, of which one after another is killed or stopped. No schedule is missed,
 * nothing is done twice, and no event is lost to a client that comes back.
 */
export const chaosOperations: Chaos = async ({reporter, rounds, seed}) => {
	const random = createRandom(seed);
	const slowly = () => random.int(0, slowestMs);
	const begun = performance.now();
	const secondsOf = (number: number) => 3 + (number % 5) * 3;
	const stage = await openStage({reporter, apis: 2, workers: [...groups, ...groups], films, secondsOf, answerMs: slowly});
	stage.site.before = () => pause(slowly(), null);
	try {
		const {faults, figures} = await run(stage, {reporter, rounds, random});
		return {faults, figures: `${figures}, ${Math.round((performance.now() - begun) / 1000)} s; output in ${outputPath}`};
	} finally {
		await stage.close();
	}
};

interface Running {
	reporter: Reporter;
	rounds: number | null;
	random: Random;
}

async function run(stage: Stage, {reporter, rounds, random}: Running): ReturnType<Chaos> {
	const {servers, caller, client, parts, library} = stage;
	const watch = await watchExecutions(servers.mongodbUri);
	await runEveryMinute(caller);
	const audience = openAudience(stage);
	const load = startLoad(stage);
	const harm = noHarm();
	const quiet = everyMinute(
		reporter,
		() => `operations: ${reported(harm)}, ${load.journeys.length} films grabbed, ${load.faults.length} faults`,
	);
	const from = performance.now();
	await harmParts(parts, {rounds, limitMs: usualMs, random, harm});
	await load.stop();
	const span = {from, to: performance.now(), slackMs: () => scheduleSlackMs};
	const unfinished = await endSchedules(caller, watch, settleMs);
	const unimported = await awaitFiles(load.journeys, stage, filesMs);
	await watch.stop();
	const heard = await audience.end();
	quiet();
	const faults = [
		...harm.faults,
		...parts.flatMap(({crashes}) => crashes),
		...load.faults,
		...new Set(caller.surprises),
		...lateRuns(watch.seen(), span),
		...earlyRuns(watch.seen(), span),
		...unfinished,
		...unimported,
		...heard.faults,
		...(await judgeJourneys(load.journeys, stage)),
		...strayFiles(load.journeys, library),
	];
	const done = `${load.journeys.length} films grabbed and ${client.added.size} in the client, ${watch.seen().length} executions`;
	return {faults, figures: `${reported(harm)}, ${done}, ${heard.figures}, ${load.reads()} lists read`};
}

function reported({kills, stops, slowestStop}: Harm): string {
	return `${kills} processes killed, ${stops} stopped (slowest ${slowestStop.toFixed(1)} s)`;
}
