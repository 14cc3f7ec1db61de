import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Chaos} from './chaos.ts';
import {type Phase, planPhases, timeZone} from './clock/phases.ts';
import {createHostClock, type HostClock, setClocks} from './stage/clock-file.ts';
import {type ExecutionWatch, watchExecutions} from './stage/executions.ts';
import {travel} from './stage/journeys.ts';
import {awaitFiles} from './stage/judge-journeys.ts';
import {everyMinute} from './stage/minutes.ts';
import {earlyRuns, endSchedules, lateRuns, runEveryMinute} from './stage/schedules.ts';
import {openStage, outputPath, type Stage, usedPools} from './stage/stage.ts';

/** Milliseconds without a poll of the downloads. */
const followMs = 60_000;
const downloadSeconds = 5;
const settleMs = 90_000;

/**
 * The clocks of two hosts are set forward and back, and pass through the calendar's traps. Each task runs once a
 * minute, and downloads are followed all the time. The clocks of the processes are moved from inside, and those of
 * MongoDB and Redis on the way to them; see shifted-clock.ts.
 */
export const chaosClock: Chaos = async ({reporter, rounds}) => {
	const phases = planPhases(Date.now());
	const chosen = phases.slice(0, rounds ?? phases.length);
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-clock-'));
	const hosts = ['first', 'second'].map(name => createHostClock(join(folder, name)));
	// The first download never ends, so there is always one to follow.
	const secondsOf = (number: number) => (number === 1 ? Number.MAX_SAFE_INTEGER : downloadSeconds);
	const variablesOf = (number: number) => ({TZ: timeZone, ...hosts[number === 2 ? 1 : 0]?.variables});
	const stage = await openStage({reporter, apis: 1, workers: [usedPools, usedPools], films: chosen.length + 1, secondsOf, variablesOf});
	const watch = await watchExecutions(stage.servers.mongodbUri);
	const tally: Tally = {faults: [], marks: []};
	const quiet = everyMinute(
		reporter,
		() => `clock: ${tally.marks.at(-1)?.phase.name}, ${watch.seen().length} executions, ${tally.faults.length} faults`,
	);
	try {
		await runEveryMinute(stage.caller);
		await travel(stage.offers[0]!, stage); // one more than the phases
		for (const [index, phase] of chosen.entries()) {
			await runPhase(phase, {stage, hosts, watch, tally, offer: stage.offers[index + 1]!}); // one more than the phases
		}
		tally.faults.push(...stage.parts.flatMap(({crashes}) => crashes));
		tally.faults.push(...judge(tally, watch, stage), ...(await endSchedules(stage.caller, watch, settleMs)));
	} finally {
		quiet();
		await watch.stop();
		await stage.close();
		rmSync(folder, {recursive: true, force: true});
	}
	const {reads} = stage.client;
	const gap = Math.max(0, ...reads.slice(1).map((at, index) => at - reads[index]!)); // one shorter than the list
	const figures = `${chosen.length} changes of the clock, ${watch.seen().length} executions, downloads read ${reads.length} times, at most ${(gap / 1000).toFixed(1)} s apart; output in ${outputPath}`;
	return {faults: tally.faults, figures};
};

interface Tally {
	faults: string[];
	/** When each phase began. */
	marks: {phase: Phase; from: number; to: number}[];
}

interface Scene {
	stage: Stage;
	hosts: readonly HostClock[];
	watch: ExecutionWatch;
	tally: Tally;
	offer: Stage['offers'][number];
}

async function runPhase(phase: Phase, {stage, hosts, tally, offer}: Scene): Promise<void> {
	const servers = phase.shiftAt(Date.now());
	const from = performance.now();
	await setClocks(hosts.map((clock, index) => ({clock, shift: {host: servers + index * phase.skew, servers}})));
	const end = from + phase.seconds * 1000;
	const mark = {phase, from, to: end};
	tally.marks.push(mark);
	const imported = async () => {
		const journey = await travel(offer, stage);
		return awaitFiles([journey], stage, followMs + downloadSeconds * 1000);
	};
	const late = await imported().catch(error => [String(error)]);
	await pause(Math.max(0, end - performance.now()));
	mark.to = performance.now();
	tally.faults.push(...late.map(fault => `${phase.name}: ${fault}`));
}

function judge({marks}: Tally, watch: ExecutionWatch, {client}: Stage): string[] {
	const seen = watch.seen();
	const during = (begin: number, end: number) => marks.filter(mark => mark.from < end && mark.to > begin).map(({phase}) => phase);
	const slackMs = (begin: number, end: number) => Math.max(0, ...during(begin, end).map(phase => phase.slackMs));
	const forward = marks.filter(({phase}) => phase.isForward).map(({from}) => from);
	const [first, last] = [marks[0]?.from ?? 0, marks.at(-1)?.to ?? 0];
	const unfollowed = marks.flatMap(({phase, from, to}) => {
		const reads = [from, ...client.reads.filter(at => at > from && at < to), to];
		const gap = Math.max(...reads.slice(1).map((at, index) => at - reads[index]!)); // one shorter than the list
		return gap > followMs ? [`${phase.name}: downloads were not looked at for ${Math.round(gap / 1000)} s`] : [];
	});
	const begins = marks.map(({phase, from}) => `${phase.name} from ${Math.round((from - first) / 1000)} s`);
	const periods = [...lateRuns(seen, {from: first, to: last, slackMs}), ...earlyRuns(seen, {from: first, to: last}, forward)];
	return [...periods, ...unfollowed, ...(periods.length > 0 ? [`the clocks were: ${begins.join(', ')}`] : [])];
}
