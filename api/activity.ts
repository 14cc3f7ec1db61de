import Joi from 'joi';
import {timestampField} from '#api/http/fields.ts';
import {type Concerning, namedTitle, namedTitles} from '#api/http/named-titles.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, pageFields, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {itemStatuses} from '#shared/domain/searches/search-outcome.ts';
import {integer, oneOf, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {plainView, viewOf} from '#shared/presenters/view.ts';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import type {SearchedTitle} from '#shared/store/tasks/task-activities.ts';
import {type Happened, readHappened} from '#shared/tasks/happened.ts';
import {historyEntry} from './history.ts';

interface ActivityQuery {
	from?: string;
	to?: string;
	limit: number;
}
const activityQuery = Joi.object<ActivityQuery, true>({
	from: timestampField().description('What happened from then on; a day ago if omitted.'),
	to: timestampField().description('What happened before then; now if omitted.'),
	limit: pageFields({limit: 50, maximum: 100}).limit.description('Rows of `events` and of `searches`, the newest.'),
});

/** What happened while nobody looked. */
export function activityRoutes(deps: RouteDeps): Route[] {
	return [
		route('GET /api/activity', {access: 'auth', query: activityQuery}, async ({query: {from, to, limit}}) => {
			const until = to === undefined ? deps.now() : new Date(to);
			const since = from === undefined ? new Date(Number(until) - dayMs) : new Date(from);
			const happened = await readHappened({from: since, to: until, limit}, deps);
			return ok(activity.present(await withTitles(happened, deps)));
		}),
	];
}

type Named = Awaited<ReturnType<Awaited<ReturnType<typeof namedTitles>>>>;
type ShownSearch = Omit<SearchedTitle, 'mediaId' | 'mediaTitle'> & {title: string | null; media: Named};
interface ShownActivity extends Pick<Happened, 'from' | 'to' | 'counts'> {
	events: (HistoryEntry & {media: Named})[];
	searches: ShownSearch[];
}

async function withTitles({from, to, counts, entries, searches}: Happened, deps: RouteDeps): Promise<ShownActivity> {
	// An activity has the id of a movie or of a series.
	const asMovie = ({mediaId}: SearchedTitle): Concerning => ({movieId: mediaId, seriesId: null});
	const asSeries = ({mediaId}: SearchedTitle): Concerning => ({movieId: null, seriesId: mediaId});
	const titleOf = await namedTitles([...entries, ...searches.map(asMovie), ...searches.map(asSeries)], deps);
	return {
		from,
		to,
		counts,
		events: entries.map(entry => ({...entry, media: titleOf(entry)})),
		searches: searches.map(search => ({
			...search,
			title: search.mediaTitle,
			media: titleOf(asMovie(search)) ?? titleOf(asSeries(search)),
		})),
	};
}

const counts = plainView(
	{
		grabbed: integer.description('Releases that were grabbed.'),
		imported: integer.description('Files that came into the library.'),
		failed: integer.description('Downloads and imports that failed.'),
		subtitles: integer.description('Subtitles that were fetched.'),
		searched: integer.description('Titles that tasks searched, each counted once.'),
		refused: integer.description('Those of which every release was refused.'),
		nothing: integer.description('Those of which no release was found.'),
	},
	'ActivityCounts',
);

const search = viewOf<ShownSearch>()(
	{
		title: textOrNull.description('Title that was searched.'),
		media: {...namedTitle.orNull, schema: namedTitle.orNull.schema.description('The title in the library; null if it has left.')},
		status: {schema: oneOf(itemStatuses).description('How its last search ended.'), present: (status: string) => status},
		message: textOrNull.description('What was found and why nothing was grabbed, as text for people.'),
		timestamp,
	},
	'FruitlessSearch',
);

const activity = viewOf<ShownActivity>()(
	{
		from: timestamp.description('What happened from then on.'),
		to: timestamp.description('What happened before then.'),
		counts: {...counts, schema: counts.schema.description('How much of each happened.')},
		events: {...historyEntry.list, schema: historyEntry.list.schema.description('Grabs, imports, failures and subtitles, newest first.')},
		searches: {...search.list, schema: search.list.schema.description('Titles that tasks searched in vain, newest first.')},
	},
	'Activity',
);

export const activityOperations: Operations = {
	'GET /api/activity': {
		id: 'showActivity',
		summary: 'Show what was grabbed, imported, refused and failed since a moment',
		replies: {200: activity.schema},
	},
};
