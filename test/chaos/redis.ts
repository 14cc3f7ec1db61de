import {setTimeout as pause} from 'node:timers/promises';
import type {Chaos} from './chaos.ts';
import {loseRedis, outages} from './redis/outage.ts';
import {askLastRequests, judgePrepared, type Prepared, type Promised, prepare} from './redis/promises.ts';
import {type ExecutionWatch, watchExecutions} from './stage/executions.ts';
import {addTitle, type Journey, travel} from './stage/journeys.ts';
import {awaitFiles, judgeJourneys} from './stage/judge-journeys.ts';
import {everyMinute} from './stage/minutes.ts';
import {endSchedules, minuteTasks, runEveryMinute} from './stage/schedules.ts';
import {openStage, outputPath, type Stage} from './stage/stage.ts';

const usualRounds = 2;
const filmsPerRound = 24;
const preparedFilms = 3;
/** Films that are added with the wish to be searched at once. */
const wishedFilms = 3;
const groups = [
	['search', 'refresh', 'tasks', 'grab', 'downloads'],
	['import', 'disks', 'files', 'backfill'],
];
const beforeMs = 15_000;
const filmPauseMs = 4_000;
/** Milliseconds within which everything goes on. */
const recoveryMs = 300_000;
const settleMs = 90_000;
const pollMs = 500;

/** Redis stops for a minute and comes back empty, while downloads, imports and tasks are on their way. */
export const chaosRedis: Chaos = async ({reporter, rounds, seed}) => {
	const total = rounds ?? usualRounds;
	const films = total * filmsPerRound;
	// Some downloads end before, some during, and some after the outage.
	const stage = await openStage({reporter, apis: 1, workers: groups, films, secondsOf: number => 5 + (number % 8) * 12});
	const watch = await watchExecutions(stage.servers.mongodbUri);
	const tally: Tally = {journeys: [], prepared: [], faults: [], recoveries: [], round: 0, seed};
	const quiet = everyMinute(
		reporter,
		() => `redis: round ${tally.round} of ${total}, ${stage.client.added.size} films in the client, ${tally.faults.length} faults`,
	);
	try {
		await runEveryMinute(stage.caller);
		for (let round = 0; round < total && tally.faults.length === 0; round += 1) {
			tally.round = round + 1;
			await runRound(stage, watch, tally);
		}
		tally.faults.push(...(await endSchedules(stage.caller, watch, settleMs)));
		const others = tally.prepared.flatMap(each => Object.values(each) as Journey[]);
		tally.faults.push(...stage.parts.flatMap(({crashes}) => crashes));
		tally.faults.push(...tally.prepared.flatMap(each => judgePrepared(each, stage)));
		tally.faults.push(...(await judgeJourneys(tally.journeys, stage, others)), ...new Set(stage.caller.surprises));
	} finally {
		quiet();
		await watch.stop();
		await stage.close();
	}
	const seconds = tally.recoveries.map(each => `${each} s`).join(' and ');
	const figures = `${tally.round} outages of 60 s, all went on after ${seconds || 'no time at all'}, ${tally.journeys.length} films grabbed and ${stage.client.added.size} in the client, ${watch.seen().length} executions; output in ${outputPath}`;
	return {faults: tally.faults, figures};
};

interface Tally {
	journeys: Journey[];
	prepared: Prepared[];
	faults: string[];
	/** Seconds until everything went on, for each outage. */
	recoveries: number[];
	round: number;
	/** Decides which kind of outage comes first. */
	seed: number;
}

async function runRound(stage: Stage, watch: ExecutionWatch, tally: Tally): Promise<void> {
	const offers = stage.offers.slice((tally.round - 1) * filmsPerRound, tally.round * filmsPerRound);
	const prepared = await prepare(stage, offers.slice(0, preparedFilms));
	const wished = offers.slice(preparedFilms, preparedFilms + wishedFilms);
	const sending = send(offers.slice(preparedFilms + wishedFilms, -1), stage);
	await pause(beforeMs);
	const promised = await askLastRequests(stage, prepared);
	const requests = await Promise.all(
		wished.map(async offer => ({offer, titleId: await addTitle(offer, stage, {searchOnAdd: true}), isGrabbed: false})),
	);
	await loseRedis(stage.servers, outages[(tally.seed + tally.round) % outages.length] ?? 'killed');
	const back = performance.now();
	stage.site.before = () => null;
	const left = () => recoveryMs - (performance.now() - back);
	const sent = await sending;
	tally.faults.push(...sent.faults);
	// Everything is measured at the same time, because each part has the same limit.
	const last = travel(offers.at(-1)!, stage); // a round has films
	const travelled = [...sent.journeys, await last];
	const late = await Promise.all([
		awaitFiles(travelled, stage, left()),
		awaitFiles(requests, stage, left()).then(faults => faults.map(fault => `added with searchOnAdd before the outage: ${fault}`)),
		awaitPromised(promised, left),
		awaitSchedules(watch, {since: back, left}),
	]);
	tally.faults.push(...late.flat());
	tally.recoveries.push(Math.round((performance.now() - back) / 1000));
	tally.journeys.push(...travelled, ...requests);
	tally.prepared.push(prepared);
}

async function send(offers: Stage['offers'], stage: Stage): Promise<{journeys: Journey[]; faults: string[]}> {
	const journeys: Journey[] = [];
	const faults: string[] = [];
	for (const offer of offers) {
		await travel(offer, stage).then(
			journey => journeys.push(journey),
			error => faults.push(String(error)),
		);
		await pause(filmPauseMs);
	}
	return {journeys, faults};
}

async function awaitPromised(promised: readonly Promised[], left: () => number): Promise<string[]> {
	let open = [...promised];
	while (open.length > 0 && left() > 0) {
		const kept = await Promise.all(open.map(each => each.isKept()));
		open = open.filter((_each, index) => !kept[index]);
		await pause(pollMs);
	}
	return open.map(({name}) => `not kept: ${name}`);
}

async function awaitSchedules(watch: ExecutionWatch, {since, left}: {since: number; left: () => number}): Promise<string[]> {
	const silent = () =>
		minuteTasks.filter(taskId => !watch.seen().some(run => run.taskId === taskId && run.seenAt > since && run.endedAt !== null));
	while (silent().length > 0 && left() > 0) {
		await pause(pollMs);
	}
	return silent().map(taskId => `${taskId} did not run again`);
}
