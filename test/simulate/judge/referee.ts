import {currentSearch} from '../current-search.ts';
import type {World} from '../world/store-world.ts';
import type {Subject} from '../world/subject.ts';
import type {Offer} from '../world/titles.ts';
import {type AiringJudge, createAiringJudge} from './airing-judge.ts';
import {type BackOffJudge, createBackOffJudge, type NewSchedule} from './back-off-judge.ts';
import {createLedger, type Ledger} from './ledger.ts';
import {createWantedJudge, type WantedJudge} from './wanted-judge.ts';

/** All judges together. They see what reaches the indexers and the library, not what the planner thinks. */
export interface Referee {
	backOff: BackOffJudge;
	airing: AiringJudge;
	wanted: WantedJudge;
	ledger: Ledger;
	/** A query has reached an indexer. */
	queried(query: {at: number; subject: Subject | null; isAnswered: boolean}): void;
	grabbed(ids: readonly string[], at: number): void;
}

export function createReferee(world: World, schedule: NewSchedule | null): Referee {
	const titles = [...world.titles.values()];
	const backOff = createBackOffJudge(schedule);
	const airing = createAiringJudge(titles);
	const wanted = createWantedJudge(titles, offersOf(world), world.span.start);
	const ledger = createLedger(world.span.start);
	return {
		backOff,
		airing,
		wanted,
		ledger,
		queried({at, subject, isAnswered}) {
			const search = currentSearch();
			ledger.query(at, search.jobId);
			if (!subject || !isAnswered) {
				// Nobody has looked for the titles. That the indexer may not be asked again at once is its own affair.
				return;
			}
			const meant = subject.titles.filter(({id}) => search.titleIds === null || search.titleIds.has(id));
			backOff.queried({at, jobId: search.jobId, kind: subject.kind, titles: meant});
			for (const {id} of meant) {
				airing.searched(id, at);
			}
		},
		grabbed(ids, at) {
			for (const id of ids) {
				backOff.grabbed(id);
				airing.settled(id);
				ledger.grab(at, currentSearch().jobId, wanted.grabbed(id, at));
			}
		},
	};
}

function offersOf({films, shows}: World): Offer[] {
	const ofShows = [...shows.values()].flatMap(({seasons}) => [...seasons.values()].flatMap(({offers}) => offers));
	return [...[...films.values()].flatMap(({offers}) => offers), ...ofShows];
}
