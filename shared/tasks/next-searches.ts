import type {Indexer} from '../domain/indexers/indexer-record.ts';
import {type ActivePause, type NamedPause, pauseOfTitle} from '../domain/pauses.ts';
import {isNewEpisode} from '../domain/searches/search-backoff.ts';
import type {SearchRoom} from '../domain/searches/search-room.ts';
import {type NextSearch, nextSearchOf, type SearchFacts, type SearchingTask} from '../domain/searches/why-not-searched.ts';
import {downloadsLeft} from '../domain/subtitles/provider-record.ts';
import {taskDefinitions} from '../domain/tasks/tasks.ts';
import type {QueryBudgets} from '../query-budgets.ts';
import type {Stores} from '../store/database.ts';
import type {BackoffStanding} from '../store/tasks/search-backoff.ts';
import {readRooms, type SearchClass} from './search-room.ts';

export type {NextSearch};

/** The sources of the schedule: the stores, and the budgets. */
interface ScheduleFacts extends Pick<Stores, 'tasks' | 'indexers' | 'episodes' | 'pauses' | 'subtitleProviders'> {
	queryBudgets: QueryBudgets;
	now(): Date;
}

/** What decides about all titles alike: when tasks run, what indexers and providers allow, and what is paused. */
export interface SearchSchedule {
	tasks: (id: keyof typeof taskDefinitions) => SearchingTask;
	rooms: Record<SearchClass, SearchRoom> & {enabled: number};
	providers: SearchFacts['room'] & {enabled: number};
	pauses: readonly ActivePause[];
	/** Set while a person has paused every indexer that tasks ask: the pause that ends first. */
	indexersPause: NamedPause | null;
}

export async function readSchedule(facts: ScheduleFacts): Promise<SearchSchedule> {
	const [tasks, rooms, providers, pauses, indexers] = await Promise.all([
		readTasks(facts),
		readRooms(facts),
		readProviders(facts),
		facts.pauses.active(facts.now()),
		facts.indexers.list(),
	]);
	return {tasks, rooms, providers, pauses, indexersPause: pauseOfAll(indexers, pauses)};
}

function pauseOfAll(indexers: readonly Indexer[], pauses: readonly ActivePause[]): NamedPause | null {
	const asked = indexers.filter(({enabled, automatic}) => enabled && automatic);
	const ends = asked.map(({id}) => pauses.find(({scope, targetId}) => scope === 'indexer' && targetId === id));
	if (ends.length === 0 || ends.includes(undefined)) {
		return null;
	}
	const [first] = ends.flatMap(pause => pause?.until ?? []).toSorted((a, b) => Number(a) - Number(b));
	return {what: 'Every indexer', until: first ?? null};
}

/** A title that a task will search again. */
export interface WaitingTitle {
	/** Id of the movie or episode. */
	id: string;
	type: 'movie' | 'episode';
	wanted: 'missing' | 'cutoff' | 'subtitles';
	lastSearchTime: Date | null;
	/** When a missing one became or becomes available, or airs; it is not searched without such a date. */
	availableAt?: Date | null;
	/** See `Episode`. */
	appearedLate?: boolean;
	/** Of the movie or of the series; tells whether that is paused. */
	libraryId?: string | null;
}

interface KnownOfTitles {
	/** Of `backOffIdsOf` these titles. */
	standings: ReadonlyMap<string, BackoffStanding>;
	now: Date;
}

/** When each title is searched next, and why then. The one place that knows; the planner follows the same rules. */
export function nextSearches(
	titles: readonly WaitingTitle[],
	{standings, now}: KnownOfTitles,
	schedule: SearchSchedule,
): Map<string, NextSearch> {
	return new Map(
		titles.map(title => {
			const [asked, kind] = title.wanted === 'subtitles' ? [schedule.providers, 'subtitle provider'] : [schedule.rooms, 'indexer'];
			if (asked.enabled === 0) {
				return [title.id, {nextSearchAt: null, nextSearchReason: `No ${kind} is enabled.`}];
			}
			if (title.wanted === 'missing' && title.appearedLate) {
				return [title.id, {nextSearchAt: null, nextSearchReason: 'It was added long after it aired, so it waits for a search by you.'}];
			}
			const standing = standings.get(backOffId(title));
			const from = title.wanted === 'missing' ? (title.availableAt ?? 'never') : 'always';
			return [title.id, nextSearchOf(searchFactsOf(title, {now, standing, from}, schedule), now)];
		}),
	);
}

interface Known {
	now: Date;
	standing: BackoffStanding | undefined;
	from: Date | 'always' | 'never';
}

function searchFactsOf(
	title: WaitingTitle,
	{now, standing, from}: Known,
	{tasks, rooms, providers, pauses, indexersPause}: SearchSchedule,
): SearchFacts {
	const airDateUtc = from instanceof Date ? from : null;
	const pausedUntil = standing?.pausedUntil ?? null;
	// It may have ceased to be new when its pause is over.
	const at = new Date(Math.max(Number(now), Number(pausedUntil ?? now), Number(airDateUtc ?? now)));
	const isNew = title.type === 'episode' && title.wanted === 'missing' && isNewEpisode({...title, airDateUtc}, at);
	const ids = isNew ? (['newEpisodes', 'missingEpisodes'] as const) : tasksOf[title.wanted][title.type];
	// Subtitles are only paused with everything.
	const isSubtitles = title.wanted === 'subtitles';
	const pause = pauseOfTitle(isSubtitles ? null : (title.libraryId ?? null), pauses) ?? (isSubtitles ? null : indexersPause);
	const room = rooms[isNew && title.lastSearchTime === null ? 'new' : 'backlog'];
	return {
		availableFrom: from === 'never' ? 'never' : airDateUtc,
		tries: standing?.tries ?? 0,
		wasFound: standing?.wasFound ?? false,
		isInLine: (title.wanted === 'missing' && title.lastSearchTime === null) || (standing?.isInLine ?? false),
		pausedUntil,
		pause,
		room: isSubtitles ? providers : room,
		tasks: ids.map(tasks),
	};
}

/** The downloads that the enabled providers have left; one that is paused has none. */
async function readProviders({subtitleProviders, now}: ScheduleFacts): Promise<SearchFacts['room'] & {enabled: number}> {
	const enabled = (await subtitleProviders.list()).filter(provider => provider.enabled);
	const {count, until} = downloadsLeft(enabled, now());
	return {enabled: enabled.length, openFrom: until, limitedBy: Number.isFinite(count) ? 'downloads' : 'nothing'};
}

const better = ['cutoffUnmet', 'upgrade'] as const;
const tasksOf = {
	missing: {movie: ['missingMovies'], episode: ['missingEpisodes']},
	cutoff: {movie: better, episode: better},
	subtitles: {movie: ['missingSubtitles'], episode: ['missingSubtitles']},
} as const;

/** Only a search pauses a title; those of subtitles are not noted in the title. */
const mayBePaused = ({wanted, lastSearchTime}: WaitingTitle) => wanted === 'subtitles' || lastSearchTime !== null;
/** The ids under which the back-offs of titles are stored. */
export const backOffIdsOf = (titles: readonly WaitingTitle[]): string[] => titles.filter(mayBePaused).map(backOffId);
const backOffId = ({id, wanted}: WaitingTitle) => (wanted === 'subtitles' ? `subtitles-${id}` : id);

/** Tasks that run as soon as the pause of a title is over. */
const followers: ReadonlySet<string> = new Set(['missingMovies', 'missingEpisodes', 'cutoffUnmet']);

/** A task without a stored state has not been scheduled yet. */
const unscheduled = {enabled: false, nextRunAt: null, wholeRunAt: null};

async function readTasks({tasks}: ScheduleFacts): Promise<SearchSchedule['tasks']> {
	const states = new Map<string, Omit<SearchingTask, 'name' | 'followsBackoff'>>((await tasks.list()).map(state => [state.id, state]));
	return id => ({...unscheduled, ...taskDefinitions[id], ...states.get(id), followsBackoff: followers.has(id)});
}
