import {createHash} from 'node:crypto';
import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';
import {isByPerson, jobReasons} from './search-movie.ts';

export interface SearchEpisodes {
	seriesId: string;
	/** Null for all seasons. */
	seasonNumber: number | null;
	/** Null for all wanted episodes. */
	episodeIds: string[] | null;
	reason: (typeof jobReasons)[number];
	/** The execution of a task that gets the outcome. */
	executionId?: string;
	/** A person asked: named episodes are searched in any state, delays do not matter, and the search goes first. */
	byPerson?: boolean;
}

/** What a task queues for a series: one search for everything that is due. */
const backlogKey = (reason: SearchEpisodes['reason'], seriesId: string) => `${reason}-${seriesId}-backlog`;

function placesKey({seriesId, seasonNumber, episodeIds}: SearchEpisodes): string {
	const named = episodeIds ? createHash('sha256').update(episodeIds.toSorted().join()).digest('base64url') : 'all';
	return `${seriesId}-${seasonNumber ?? 'all'}-${named}`;
}

function dedupeKey(wish: SearchEpisodes): string {
	if (isByPerson(wish)) {
		// Named episodes are searched whatever the reason.
		return `person-${wish.episodeIds ? 'named' : wish.reason}-${placesKey(wish)}`;
	}
	return wish.executionId ? backlogKey(wish.reason, wish.seriesId) : `${wish.reason}-${placesKey(wish)}`;
}

/** What a person's search of the whole series takes over: `manual` means all that is missing, and better files too. */
function replacedKey(wish: SearchEpisodes): string | null {
	const isStronger = isByPerson(wish) && wish.seasonNumber === null && wish.episodeIds === null;
	return isStronger ? backlogKey(wish.reason === 'manual' ? 'missing' : wish.reason, wish.seriesId) : null;
}

/** The searches of a person that find all that this one of a task would find. */
export function searchesOfPerson({seriesId, reason}: Pick<SearchEpisodes, 'seriesId' | 'reason'>): SearchEpisodes[] {
	const reasons = reason === 'upgrade' ? [] : [reason, 'manual' as const];
	return reasons.map(each => ({seriesId, seasonNumber: null, episodeIds: null, reason: each, byPerson: true}));
}

/** Searches all indexers for the wanted episodes of a series and grabs the best approved releases. */
export const searchEpisodes = defineJob<SearchEpisodes>({
	name: 'search-episodes',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {
		seriesId: Joi.string().uuid(),
		seasonNumber: Joi.number().integer().allow(null),
		episodeIds: Joi.array().items(Joi.string()).max(1000).allow(null),
		reason: Joi.string().valid(...jobReasons),
		executionId: Joi.string().uuid().optional(),
		byPerson: Joi.boolean().optional(),
	},
	dedupeKey,
	// A search of one season or of some episodes leaves the rest of a task's search to do.
	replaces: replacedKey,
	attempts: 2,
});
