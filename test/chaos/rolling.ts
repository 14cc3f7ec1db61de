import {setTimeout as pause} from 'node:timers/promises';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {createRandom, type Random} from '../bench/oracle/random.ts';
import type {Chaos} from './chaos.ts';
import {startLoad} from './operations/load.ts';
import {type Harm, killAround} from './rolling/harm.ts';
import {awaitMessages, openReceiver, type WebhookReceiver} from './rolling/receiver.ts';
import {watchExecutions} from './stage/executions.ts';
import {awaitFiles, awaitSubtitles, judgeJourneys, strayFiles} from './stage/judge-journeys.ts';
import {everyMinute} from './stage/minutes.ts';
import {endSchedules, runEveryMinute} from './stage/schedules.ts';
import {openStage, outputPath, type Stage} from './stage/stage.ts';

/** An hour. */
const usualMs = 3_600_000;
const films = 1500;
/** One title in so many is a show, of which a season pack is grabbed. */
const showEvery = 4;
const groups = [
	['search', 'refresh', 'tasks', 'lists'],
	['grab', 'downloads', 'connections'],
	['import', 'disks', 'files', 'backfill', 'subtitles'],
];
const slowestMs = 1500;
const filmPauseMs = 4_000;
/** Milliseconds; an election takes up to twelve seconds. */
const readLimitMs = 40_000;
const settleMs = 120_000;
const filesMs = 400_000;
const setUpMs = 60_000;
const subtitlesMs = 300_000;

/**
 * For an hour something is killed every five seconds: one of two APIs, one of two workers of each pool, Redis, or the
 * primary of MongoDB. Some workers are stopped instead and wake up when others have their work. Every film and season pack is grabbed, imported, recorded and told to the receiver exactly once,
 * and every film has its subtitle.
 */
export const chaosRolling: Chaos = async ({reporter, rounds, seed}) => {
	const random = createRandom(seed);
	const slowly = () => random.int(0, slowestMs);
	const begun = performance.now();
	const secondsOf = (number: number) => 3 + (number % 5) * 3;
	const stage = await openStage({
		...{reporter, apis: 2, workers: [...groups, ...groups], films, showEvery, subtitles: true},
		...{secondsOf, answerMs: slowly, threeNodes: true},
	});
	stage.site.before = () => pause(slowly(), null);
	const receiver = await openReceiver();
	try {
		const {faults, figures} = await run(stage, {reporter, rounds, random, receiver});
		return {faults, figures: `${figures}, ${Math.round((performance.now() - begun) / 1000)} s; output in ${outputPath}`};
	} finally {
		await stage.close();
		await receiver.close();
	}
};

interface Running {
	reporter: Reporter;
	rounds: number | null;
	random: Random;
	receiver: WebhookReceiver;
}

async function run(stage: Stage, {reporter, rounds, random, receiver}: Running): ReturnType<Chaos> {
	const {servers, caller, client, parts, library} = stage;
	const watch = await watchExecutions(servers.mongodbUri);
	await runEveryMinute(caller);
	const body = {name: 'Receiver', kind: 'webhook', url: receiver.url};
	await caller.insist(api => api.post('/api/notifications', body), setUpMs);
	const load = startLoad(stage, {filmPauseMs, readLimitMs});
	const harm: Harm = {processes: 0, frozen: 0, redis: 0, primaries: 0, faults: []};
	const quiet = everyMinute(
		reporter,
		() => `rolling: ${describe(harm)}, ${load.journeys.length} titles grabbed, ${load.faults.length + harm.faults.length} faults`,
	);
	await killAround(stage, {rounds, limitMs: usualMs, random, harm});
	await load.stop();
	const unfinished = await endSchedules(caller, watch, settleMs);
	const unimported = await awaitFiles(load.journeys, stage, filesMs);
	const unsubtitled = await awaitSubtitles(load.journeys, stage, subtitlesMs);
	const untold = await awaitMessages(receiver, load.journeys);
	await watch.stop();
	quiet();
	const faults = [
		...harm.faults,
		...parts.flatMap(({crashes}) => crashes),
		...load.faults,
		...new Set(caller.surprises),
		...unfinished,
		...unimported,
		...unsubtitled,
		...untold,
		...(await judgeJourneys(load.journeys, stage)),
		...strayFiles(load.journeys, library),
	];
	const packs = load.journeys.filter(({offer}) => offer.episodes > 0).length;
	const done = `${load.journeys.length - packs} films and ${packs} seasons grabbed and ${client.added.size} in the client, ${receiver.messages()} messages`;
	return {faults, figures: `${describe(harm)}, ${done}, ${watch.seen().length} executions, ${load.reads()} lists read`};
}

function describe({processes, frozen, redis, primaries}: Harm): string {
	return `${processes} processes killed and ${frozen} frozen, ${redis} times Redis and ${primaries} primaries killed`;
}
