import {availableFrom} from '../domain/media/availability.ts';
import {type NextSearch, nextSearchOf, type SearchCircumstances, type SearchingTask} from '../domain/tasks/next-search.ts';
import {isNewEpisode} from '../domain/tasks/search-back-off.ts';
import type {SearchRoom} from '../domain/tasks/search-room.ts';
import {taskDefinitions} from '../domain/tasks/tasks.ts';
import type {QueryBudgets} from '../query-budgets.ts';
import type {Stores} from '../store/database.ts';
import type {BackOffStanding} from '../store/tasks/search-back-off.ts';
import {readRooms, type SearchClass} from './search-room.ts';

export type {NextSearch};

/** What API and workers have in common: the stores, and a look at the budgets. */
export interface SearchFacts extends Pick<Stores, 'tasks' | 'indexers' | 'searchBackOff' | 'movies' | 'episodes'> {
	queryBudgets: QueryBudgets;
	now(): Date;
}

/** A title that a task will search again. */
export interface WaitingTitle {
	/** Id of the movie or episode. */
	id: string;
	type: 'movie' | 'episode';
	wish: 'missing' | 'cutoff' | 'subtitles';
	lastSearchTime: Date | null;
	/** When it became available or aired, if the caller has read that; saves reading it again. */
	availableAt?: Date | null;
}

/** When each title is searched next, and why then. The one place that knows; the planner follows the same rules. */
export async function nextSearches(titles: readonly WaitingTitle[], facts: SearchFacts): Promise<Map<string, NextSearch>> {
	const now = facts.now();
	const [tasks, rooms, standings, from] = await Promise.all([
		readTasks(facts),
		titles.some(({wish}) => wish !== 'subtitles') ? readRooms(withoutRedis(facts)) : null,
		facts.searchBackOff.standings(titles.filter(mayRest).map(backOffId), now),
		readDates(titles, facts),
	]);
	return new Map(
		titles.map(title => {
			if (title.wish !== 'subtitles' && rooms?.enabled === 0) {
				return [title.id, {nextSearchAt: null, nextSearchReason: 'No indexer is enabled.'}];
			}
			return [
				title.id,
				nextSearchOf(circumstancesOf(title, {now, tasks, rooms, standing: standings.get(backOffId(title)), from: from.get(title.id)}), now),
			];
		}),
	);
}

/** Lists are shown without Redis too; the budgets count as unused then. */
function withoutRedis({queryBudgets, ...rest}: SearchFacts): SearchFacts {
	return {...rest, queryBudgets: {look: indexers => queryBudgets.look(indexers).catch(() => new Map())}};
}

interface Known {
	now: Date;
	tasks: (id: keyof typeof taskDefinitions) => SearchingTask;
	rooms: Record<SearchClass, SearchRoom> | null;
	standing: BackOffStanding | undefined;
	from: Date | 'always' | 'never' | undefined;
}

function circumstancesOf(title: WaitingTitle, {now, tasks, rooms, standing, from}: Known): SearchCircumstances {
	const airDateUtc = from instanceof Date ? from : null;
	const restsUntil = standing?.restsUntil ?? null;
	// It may have ceased to be new when its rest is over.
	const at = new Date(Math.max(Number(now), Number(restsUntil ?? now), Number(airDateUtc ?? now)));
	const isNew = title.type === 'episode' && title.wish === 'missing' && isNewEpisode({...title, airDateUtc}, at);
	const ids = isNew ? (['newEpisodes', 'missingEpisodes'] as const) : tasksOf[title.wish][title.type];
	const room = rooms?.[isNew && title.lastSearchTime === null ? 'new' : 'backlog'];
	return {
		availableFrom: from === 'never' ? 'never' : airDateUtc,
		tries: standing?.tries ?? 0,
		wasFound: standing?.wasFound ?? false,
		restsUntil,
		room: title.wish === 'subtitles' ? null : (room ?? null),
		tasks: ids.map(tasks),
	};
}

const better = ['cutoffUnmet', 'upgrade'] as const;
const tasksOf = {
	missing: {movie: ['missingMovies'], episode: ['missingEpisodes']},
	cutoff: {movie: better, episode: better},
	subtitles: {movie: ['missingSubtitles'], episode: ['missingSubtitles']},
} as const;

/** Only a search makes a title rest; those of subtitles are not noted in the title. */
const mayRest = ({wish, lastSearchTime}: WaitingTitle) => wish === 'subtitles' || lastSearchTime !== null;
const backOffId = ({id, wish}: WaitingTitle) => (wish === 'subtitles' ? `subtitles-${id}` : id);

/** A task without a stored state has not been scheduled yet. */
async function readTasks({tasks}: SearchFacts): Promise<Known['tasks']> {
	const states = new Map<string, Omit<SearchingTask, 'name'>>((await tasks.list()).map(state => [state.id, state]));
	return id => ({...taskDefinitions[id], enabled: false, nextRunAt: null, ...states.get(id)});
}

/** When the titles are available that are searched because they are missing. */
async function readDates(
	titles: readonly WaitingTitle[],
	{movies, episodes}: SearchFacts,
): Promise<Map<string, Date | 'always' | 'never'>> {
	const unread = titles.filter(({wish, availableAt}) => wish === 'missing' && availableAt === undefined);
	const idsOf = (type: WaitingTitle['type']) => unread.filter(title => title.type === type).map(({id}) => id);
	const [ofMovies, ofEpisodes] = await Promise.all([movies.releaseDatesOf(idsOf('movie')), episodes.airDatesOf(idsOf('episode'))]);
	return new Map([
		...titles.flatMap(({id, wish, availableAt}) =>
			wish !== 'missing' || availableAt === undefined ? [] : [[id, availableAt ?? 'never'] as const],
		),
		...ofMovies.map(movie => [movie.id, availableFrom(movie.minimumAvailability, movie)] as const),
		...ofEpisodes.map(({id, airDateUtc}) => [id, airDateUtc ?? 'never'] as const),
	]);
}
