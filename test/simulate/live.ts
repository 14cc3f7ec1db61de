import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import type {Clock} from './clock.ts';
import type {Referee} from './judge/referee.ts';
import type {Planner} from './service/planner.ts';
import {workOff} from './service/work-off.ts';
import type {Site} from './sites/site.ts';
import {openStage, type SimulationOptions, start} from './stage.ts';

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

const pollMs = 5 * minuteMs;
/** Searches that run at once, as in a pool. */
const atOnce = 4;

/** Lets the time pass from task to task, and works off what each of them has queued. `onDay` is called every day. */
export async function live(options: SimulationOptions, onDay: (day: Day) => void = () => {}): Promise<Simulated> {
	const {clock, end, sites, referee, line, planner, deps, log, close} = await openStage(options);
	try {
		let day = 0;
		while (clock.at() < end) {
			await planner.runDue(clock.at());
			await workOff({line, deps, clock, log}, {until: Math.min(planner.nextAt(), end), atOnce});
			passTo(clock, Math.min(planner.nextAt(), line.nextDelayed(clock.at()), end));
			const today = Math.floor((clock.at() - start) / dayMs);
			if (today > day) {
				day = today;
				onDay({at: clock.at(), referee, waitingJobs: line.length()});
			}
		}
		return {referee, sites, end, costs: planner.costs()};
	} finally {
		await close();
	}
}

/** In steps, so that the judges see when indexers go and come back. */
function passTo(clock: Clock, at: number): void {
	while (clock.at() + pollMs < at) {
		clock.pass(pollMs);
	}
	clock.reach(at);
}
