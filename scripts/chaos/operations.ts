import {setTimeout as pause} from 'node:timers/promises';
import {createRandom, type Random} from '../bench/oracle/random.ts';
import type {Teller} from '../teller/console.ts';
import type {Chaos} from './chaos.ts';
import {harmParts, noHarm} from './operations/harm.ts';
import {listen} from './operations/listener.ts';
import {startLoad} from './operations/load.ts';
import {collectPublished, judgeListener} from './operations/published.ts';
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
	['import', 'disks', 'backfill'],
];
const streams = [
	{name: 'queue', path: '/api/queue/events'},
	{name: 'tasks', path: '/api/tasks/stream'},
];
const listenersPerStream = 2;
/** Outside systems take up to this long, so that a process often dies while it waits for them. */
const slowestMs = 1500;
/** Milliseconds: a dead worker is noticed after 30 s, and repairs run every 30 s. */
const settleMs = 90_000;
const filesMs = 120_000;
const scheduleSlackMs = 20_000;

/**
 * Two processes of each kind under load, of which one after another is killed or stopped. No schedule is missed, nothing
 * is done twice, and no event is lost to a client that comes back.
 */
export const chaosOperations: Chaos = async ({tell, rounds, seed}) => {
	const random = createRandom(seed);
	const slowly = () => random.int(0, slowestMs);
	const begun = performance.now();
	const secondsOf = (number: number) => 3 + (number % 5) * 3;
	const stage = await openStage({tell, apis: 2, workers: [...groups, ...groups], films, secondsOf, answerMs: slowly});
	stage.site.before = () => pause(slowly(), null);
	try {
		const {faults, figures} = await run(stage, {tell, rounds, random});
		return {faults, figures: `${figures}, ${Math.round((performance.now() - begun) / 1000)} s; output in ${outputPath}`};
	} finally {
		await stage.close();
	}
};

interface Running {
	tell: Teller;
	rounds: number | null;
	random: Random;
}

async function run(stage: Stage, {tell, rounds, random}: Running): ReturnType<Chaos> {
	const {servers, urls, apiKey, prefix, caller, client, parts} = stage;
	const watch = await watchExecutions(servers.mongodbUri);
	await runEveryMinute(caller);
	const published = streams.map(({name}) => collectPublished(servers.redis, `${prefix}:events:${name}`));
	const listeners = streams.flatMap(({name, path}, index) =>
		Array.from({length: listenersPerStream}, (_none, number) => ({
			name: `listener ${number + 1} of ${name}`,
			index,
			...listen({urls, path, apiKey}),
		})),
	);
	const load = startLoad(stage);
	const from = performance.now();
	const harm = noHarm();
	const quiet = everyMinute(
		tell,
		() =>
			`operations: ${harm.kills} killed, ${harm.stops} stopped, ${load.journeys.length} films grabbed, ${harm.faults.length + load.faults.length} faults`,
	);
	await harmParts(parts, {rounds, limitMs: usualMs, random, harm});
	await load.stop();
	const to = performance.now();
	const unfinished = await endSchedules(caller, watch, settleMs);
	const unimported = await awaitFiles(load.journeys, stage, filesMs);
	await watch.stop();
	await Promise.all(published.map(each => each.stop()));
	const span = {from, to, slackMs: () => scheduleSlackMs};
	const periods = [...lateRuns(watch.seen(), span), ...earlyRuns(watch.seen(), span)];
	const gaps = listeners.flatMap(each => judgeListener(each.name, each, published[each.index]!.ids)); // one per stream
	for (const each of listeners) {
		each.stop();
	}
	quiet();
	const events = published.reduce((sum, {ids}) => sum + ids.length, 0);
	const connections = listeners.reduce((sum, each) => sum + each.connections(), 0);
	const faults = [
		...harm.faults,
		...parts.flatMap(({crashes}) => crashes),
		...load.faults,
		...new Set(caller.surprises),
		...periods,
		...unfinished,
		...unimported,
		...gaps,
		...(await judgeJourneys(load.journeys, stage)),
		...strayFiles(load.journeys, stage.library),
	];
	const figures = `${harm.kills} processes killed, ${harm.stops} stopped (slowest ${harm.slowestStop.toFixed(1)} s), ${load.journeys.length} films grabbed and ${client.added.size} in the client, ${watch.seen().length} executions, ${events} events to ${listeners.length} listeners over ${connections} connections, ${load.reads()} lists read`;
	return {faults, figures};
}
