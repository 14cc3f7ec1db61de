import {pino} from 'pino';
import {createChance} from '#scripts/seed/words.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import type {Log} from '#shared/log/log.ts';
import type {IndexerRates} from '#workers/integrations/indexers/indexer-rates.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {type Clock, createClock} from './clock.ts';
import {newSchedule} from './judge/new-schedule.ts';
import {createReferee, type Referee} from './judge/referee.ts';
import {createJobLine, type JobLine} from './service/job-line.ts';
import {type OpenService, openService} from './service/open-service.ts';
import {createPlanner, type Planner, simulatedTasks} from './service/planner.ts';
import {recordGrab} from './service/record-grab.ts';
import {createOpenSite} from './sites/open-site.ts';
import {createSite, type Site} from './sites/site.ts';
import {planTroubles, sitePlans} from './sites/site-plans.ts';
import {storeWorld} from './world/store-world.ts';

export interface SimulationOptions {
	mongodbUri: string;
	redisUrl: string;
	/** Of all keys in Redis. */
	prefix: string;
	/** For files that nobody writes. */
	dataDir: string;
	movies: number;
	series: number;
	years: number;
	seed: number;
	/** Days after the end in which nothing new appears; what is there has to be found in them. */
	daysAfter?: number;
	/** What a test makes worse, to see whether the judges find it out. */
	alter?: Alteration;
}

interface Alteration {
	deps?(deps: WorkerDeps): WorkerDeps;
	indexerRates?: IndexerRates;
	tasks?: readonly TaskId[];
	/** Limits of sites, by name. */
	limits?: Record<string, number>;
}

export interface Stage {
	clock: Clock;
	end: number;
	sites: readonly Site[];
	referee: Referee;
	line: JobLine;
	planner: Planner;
	deps: WorkerDeps;
	log: Log;
	close(): Promise<void>;
}

/** A moment of no meaning, so that tasks do not run on the hour, when many episodes air. */
export const start = Date.parse('2026-01-01T00:07:20Z');
/** The longest wait of a title, and nearly a week more. */
const usualDaysAfter = 14;
const kindOfTroubles = 23;

/** Puts together the library, the indexers, the judges and the service. */
export async function openStage({
	movies,
	series,
	years,
	seed,
	daysAfter = usualDaysAfter,
	alter = {},
	...servers
}: SimulationOptions): Promise<Stage> {
	const span = {start, end: start + years * 365 * dayMs};
	const plans = sitePlans.map(plan => ({...plan, limit: alter.limits?.[plan.name] ?? plan.limit}));
	const troubles = planTroubles(createChance(kindOfTroubles, seed), span);
	const sites = plans.map((plan, index) => createSite(plan, troubles[index] ?? []));
	let check = (_at: number) => {};
	const clock = createClock(start, at => check(at));
	const service = openService({...servers, plans, clock});
	try {
		const world = await storeWorld(service.database, {movies, series, seed, span});
		const referee = createReferee(world, newSchedule);
		check = at => referee.airing.check(at, isAnyOpen(sites, service, at));
		const indexerRates = alter.indexerRates ?? service.indexerRates;
		const {line, planner, ...rest} = await openPlanner(
			service,
			{alter, clock, referee},
			{
				openIndexer: createOpenSite({sites, indexerRates, world, clock, referee}),
				seriesOf: id => world.titles.get(id)?.seriesId ?? null,
			},
		);
		return {clock, end: span.end + daysAfter * dayMs, sites, referee, line, planner, ...rest, close: service.close};
	} catch (error) {
		await service.close();
		throw error;
	}
}

function isAnyOpen(sites: readonly Site[], service: OpenService, at: number): boolean {
	return sites.some(site => site.isOpen(at) && service.pausedUntil(site.name) <= at);
}

interface Around {
	alter: Alteration;
	clock: Clock;
	referee: Referee;
}

/** The real tasks and what they need. They and the queues know each other. */
async function openPlanner(
	service: OpenService,
	{alter, clock, referee}: Around,
	parts: Pick<Parameters<OpenService['depsWith']>[0], 'openIndexer' | 'seriesOf'>,
): Promise<Pick<Stage, 'line' | 'planner' | 'deps' | 'log'>> {
	const log = pino({level: 'silent'});
	const later: {planner?: Planner; deps?: WorkerDeps} = {};
	const line = createJobLine(async (name, payload) => {
		if (name !== 'grab-release' || !later.deps) {
			throw new Error(`The simulation does not answer ${name}`);
		}
		const {answer, ids} = await recordGrab(payload as GrabRelease, later.deps);
		referee.grabbed(ids, clock.at());
		return answer;
	}, clock.at);
	const runSooner = async (id: TaskId, inMs: number) => later.planner?.runSooner(id, clock.at() + inMs);
	const real = await service.depsWith({...parts, jobs: line.client, runSooner});
	const deps = alter.deps?.(real) ?? real;
	const planner = createPlanner(deps, {start, log, tasks: alter.tasks ?? simulatedTasks});
	Object.assign(later, {planner, deps});
	return {line, planner, deps, log};
}
