import {pino} from 'pino';
import type {GrabRelease} from '#shared/jobs/grab/grab-release.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {createChance} from '../seed/chance.ts';
import {type Clock, createClock, dayMs, minuteMs} from './clock.ts';
import {createReferee, type Referee} from './judge/referee.ts';
import {newSchedule} from './judge/new-schedule.ts';
import {createJobLine} from './service/job-line.ts';
import {openService} from './service/open-service.ts';
import {createPlanner, type Planner} from './service/planner.ts';
import {recordGrab} from './service/record-grab.ts';
import {workOff} from './service/work-off.ts';
import {createOpenSite} from './sites/open-site.ts';
import {createSite, type Site} from './sites/site.ts';
import {planTroubles, sitePlans} from './sites/site-plans.ts';
import {storeWorld} from './world/store-world.ts';

export interface SimulationOptions {
	mongodbUri: string;
	redisUrl: string;
	dataDir: string;
	movies: number;
	series: number;
	years: number;
	seed: number;
	/** Called for each simulated day. */
	onDay?: (day: Day) => void;
}

export interface Day {
	at: number;
	referee: Referee;
	waitingJobs: number;
}

export interface Simulated {
	referee: Referee;
	sites: readonly Site[];
	/** The very end, after what is left could be found. */
	end: number;
	costs: ReturnType<Planner['costs']>;
}

/** A moment of no meaning, so that tasks do not run on the hour, when many episodes air. */
const start = Date.parse('2026-01-01T00:07:20Z');
/** After the end nothing new appears. In this time what is there has to be found: the longest wait and a week. */
const afterMs = 14 * dayMs;
const lookMs = 5 * minuteMs;
const kindOfTroubles = 23;
/** Searches that run at once, as in a pool. */
const atOnce = 4;

/** Lets the time pass from task to task, and works off what each of them has queued. */
export async function live({movies, series, years, seed, onDay, ...servers}: SimulationOptions): Promise<Simulated> {
	const span = {start, end: start + years * 365 * dayMs};
	const end = span.end + afterMs;
	const troubles = planTroubles(createChance(kindOfTroubles, seed), span);
	const sites = sitePlans.map((plan, index) => createSite(plan, troubles[index] ?? []));
	let referee: Referee | null = null;
	const clock = createClock(start, at => referee?.airing.look(at, isAnyOpen(at)));
	const service = openService({...servers, clock});
	const isAnyOpen = (at: number) => sites.some(site => site.isOpen(at) && service.restsUntil(site.name) <= at);
	try {
		const world = await storeWorld(service.database, {movies, series, seed, span});
		const judged = createReferee(world, newSchedule);
		referee = judged;
		const line = createJobLine((name, payload) => grab(name, payload), clock.at);
		const openIndexer = createOpenSite({sites, turns: service.turns, world, clock, referee: judged});
		let planner: Planner | null = null;
		const deps = await service.depsWith({
			jobs: line.client,
			openIndexer,
			runSooner: async (id, inMs) => planner?.runSooner(id, clock.at() + inMs),
			seriesOf: id => world.titles.get(id)?.seriesId ?? null,
		});
		const grab = createGrab(deps, {clock, referee: judged});
		const log = pino({level: 'silent'});
		const schedule = createPlanner(deps, {start, log});
		planner = schedule;
		let day = 0;
		while (clock.at() < end) {
			await schedule.runDue(clock.at());
			await workOff({line, deps, clock, log}, {until: Math.min(schedule.nextAt(), end), atOnce});
			passTo(clock, Math.min(schedule.nextAt(), line.nextDelayed(clock.at()), end));
			if (Math.floor((clock.at() - start) / dayMs) > day) {
				day = Math.floor((clock.at() - start) / dayMs);
				onDay?.({at: clock.at(), referee: judged, waitingJobs: line.length()});
			}
		}
		return {referee: judged, sites, end, costs: schedule.costs()};
	} finally {
		await service.close();
	}
}

/** In steps, so that the judges see when indexers go and come back. */
function passTo(clock: Clock, at: number): void {
	while (clock.at() + lookMs < at) {
		clock.pass(lookMs);
	}
	clock.reach(at);
}

function createGrab(deps: WorkerDeps, {clock, referee}: {clock: Clock; referee: Referee}) {
	return async (name: string, payload: unknown) => {
		if (name !== 'grab-release') {
			throw new Error(`The simulation does not answer ${name}`);
		}
		const {answer, ids} = await recordGrab(payload as GrabRelease, deps);
		referee.grabbed(ids, clock.at());
		return answer;
	};
}
