import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {createRandom} from '../bench/oracle/random.ts';
import type {Chaos} from './chaos.ts';
import {openCrowd} from './machines/crowd.ts';
import {startLoad} from './operations/load.ts';
import {type Harm, killAround} from './rolling/harm.ts';
import {awaitMessages, openReceiver} from './rolling/receiver.ts';
import {hasHaproxy} from './stage/balancer.ts';
import {watchExecutions} from './stage/executions.ts';
import {awaitFiles, awaitSubtitles, judgeJourneys, strayFiles} from './stage/judge-journeys.ts';
import {everyMinute} from './stage/minutes.ts';
import {endSchedules, runEveryMinute} from './stage/schedules.ts';
import {openStage, outputPath} from './stage/stage.ts';

/** Twenty minutes. */
const usualMs = 1_200_000;
const everyMs = 20_000;
/** One harm in so many meets a server. */
const serverOf = 3;
const films = 800;
const showEvery = 4;
const listeners = 200;
/** The pools of each of two machines, in three processes. */
const groups = [
	['search', 'refresh', 'tasks', 'lists'],
	['grab', 'downloads', 'connections'],
	['import', 'disks', 'files', 'backfill', 'subtitles'],
];
const slowestMs = 1500;
const filmPauseMs = 5_000;
/** Milliseconds; an election takes up to twelve seconds, and a start on a busy machine more than a minute. */
const readLimitMs = 120_000;
const setUpMs = 120_000;
const settleMs = 180_000;
const filesMs = 400_000;
const subtitlesMs = 300_000;

/**
 * Two machines with data folders of their own: an API and a process of each pool on both, HAProxy before the APIs,
 * three MongoDB, three Redis with Sentinels. Something dies every 20 seconds while films, packs and subtitles travel and
 * 200 streams listen: nothing is lost, doubled or stuck, and each listener has each event or is told that it may not.
 */
export const chaosMachines: Chaos = async ({reporter, rounds, seed}) => {
	if (!hasHaproxy()) {
		return {faults: [], figures: '', skipped: 'haproxy is not installed'};
	}
	const random = createRandom(seed);
	const slowly = () => random.int(0, slowestMs);
	const stage = await openStage({
		...{reporter, apis: 2, workers: [...groups, ...groups], films, showEvery, subtitles: true, answerMs: slowly},
		...{secondsOf: number => 3 + (number % 5) * 3, threeNodes: true, threeRedis: true, balanced: true},
		// The APIs come first, then the processes of one machine, then those of the other.
		variablesOf: (number, folder) => ({DATA_DIR: join(folder, number === 0 || (number > 1 && number < 5) ? 'first' : 'second')}),
	});
	stage.site.before = () => pause(slowly(), null);
	const receiver = await openReceiver();
	try {
		const {servers, caller, client, parts, library} = stage;
		const watch = await watchExecutions(servers.mongodbUri);
		await runEveryMinute(caller);
		await caller.insist(api => api.post('/api/notifications', {name: 'Receiver', kind: 'webhook', url: receiver.url}), setUpMs);
		// All of them have one key.
		await caller.insist(api => api.put('/api/settings/events.connectionsPerCaller', {value: listeners}), setUpMs);
		const crowd = openCrowd(stage, listeners);
		const load = startLoad(stage, {filmPauseMs, readLimitMs});
		const harm: Harm = {processes: 0, frozen: 0, redis: 0, primaries: 0, faults: []};
		const told = () =>
			`${harm.processes} processes killed and ${harm.frozen} frozen, ${harm.redis} primaries of Redis and ${harm.primaries} of MongoDB killed`;
		const quiet = everyMinute(reporter, () => `machines: ${told()}, ${load.journeys.length} titles grabbed, ${load.faults.length} faults`);
		await killAround(stage, {rounds, limitMs: usualMs, random, harm, everyMs, serverOf});
		await load.stop();
		const unfinished = await endSchedules(caller, watch, settleMs);
		const unimported = await awaitFiles(load.journeys, stage, filesMs);
		const unsubtitled = await awaitSubtitles(load.journeys, stage, subtitlesMs);
		const untold = await awaitMessages(receiver, load.journeys);
		const heard = await crowd.end();
		await watch.stop();
		quiet();
		const faults = [
			...[...harm.faults, ...parts.flatMap(({crashes}) => crashes), ...load.faults, ...new Set(caller.surprises)],
			...[...unfinished, ...unimported, ...unsubtitled, ...untold, ...heard.faults],
			...[...(await judgeJourneys(load.journeys, stage)), ...strayFiles(load.journeys, library)],
		];
		const packs = load.journeys.filter(({offer}) => offer.episodes > 0).length;
		const done = `${load.journeys.length - packs} films and ${packs} seasons grabbed and ${client.added.size} in the client, ${receiver.messages()} messages`;
		return {faults, figures: `${told()}, ${done}, ${load.reads()} lists read, ${heard.figures}; output in ${outputPath}`};
	} finally {
		await stage.close();
		await receiver.close();
	}
};
