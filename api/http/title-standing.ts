import Joi from 'joi';
import {pageOf, queryFlag} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {cached} from '#shared/coordination/cache.ts';
import {indexerResultStatuses} from '#shared/domain/decisions/judged-release.ts';
import type {CountedReason, LastSearch, SilentIndexer} from '#shared/domain/searches/last-search.ts';
import {itemStatuses} from '#shared/domain/searches/search-outcome.ts';
import {type TitleState, titleStates} from '#shared/domain/searches/title-state.ts';
import {pickValues} from '#shared/lists/bson-json.ts';
import {flag, integer, numberOrNull, oneOf, text, textOrNull, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {readSchedule} from '#shared/tasks/next-searches.ts';
import {readSeriesStates, readStandings} from '#shared/tasks/title-states.ts';

/** The state of a title, in every reply that has it. */
export const standingFields = {
	state: oneOf(titleStates),
	sentence: text,
	until: timestampOrNull,
	progress: numberOrNull,
	queueId: textOrNull,
};

/** The same within a row of a list. */
export const standing = viewOf<TitleState>()(standingFields, 'Standing');

/** Whether a list says where each title stands. */
export const standingFlag = () =>
	queryFlag().default(false).description('Also return the state of each title, as `standing`. This takes a few more reads for the page.');

/** A page of a list whose rows have `standing` on request. */
export function pageWithStanding(
	plural: string,
	{schema}: {schema: Joi.ObjectSchema},
	further: Joi.PartialSchemaMap = {},
): Joi.ObjectSchema {
	const rows = Joi.array().items(schema.append({standing: standing.optional.schema, ...further}));
	return pageOf(plural, {list: {schema: rows, present: () => []}});
}

const countedReason = viewOf<CountedReason>()({code: text, reason: text, count: integer}, 'CountedReason');
const silentStatuses = indexerResultStatuses.filter(status => status !== 'ok');
const silentIndexer = viewOf<SilentIndexer>()({indexer: text, status: oneOf(silentStatuses), message: textOrNull}, 'SilentIndexer');

/** The outcome of the last search. */
export const lastSearch = viewOf<LastSearch>()(
	{
		at: timestamp,
		searchId: text,
		byPerson: flag,
		outcome: oneOf(itemStatuses),
		message: text,
		found: integer,
		refused: integer,
		reasons: countedReason.list,
		indexers: integer,
		silent: silentIndexer.list,
	},
	'LastSearch',
);

/** Milliseconds for which the state of tasks, indexers and budgets is shown unchanged. */
const recentMs = 1000;

type Beside = {standing: ReturnType<typeof standing.present>}[];

/** Further stored fields that the states of listed movies depend on. */
export const fieldsOfStates = {hasFile: 1, monitored: 1, lastSearchTime: 1, availableAt: 1, libraryId: 1} as const;

/** The states of the titles of one page, read together: a fixed number of queries, however long the page is. */
export function createListedStandings(deps: RouteDeps) {
	const schedule = cached(() => readSchedule(deps), {ttlMs: recentMs});
	const beside = (ids: readonly string[], states: ReadonlyMap<string, TitleState>): Beside =>
		ids.map(id => ({standing: standing.present(states.get(id)!)})); // there is one for each
	return {
		/** `rows` have `fieldsOfStates`. */
		async ofMovies(rows: readonly Uint8Array[]): Promise<Beside> {
			const titles = rows.map(row => {
				const values = pickValues(row);
				return {
					id: values.text('_id') ?? '',
					type: 'movie' as const,
					seriesId: null,
					hasFile: values.isTrue('hasFile'),
					monitored: values.isTrue('monitored'),
					lastSearchTime: values.moment('lastSearchTime'),
					availableAt: values.moment('availableAt'),
					appearedLate: false,
					libraryId: values.text('libraryId'),
				};
			});
			return beside(
				titles.map(({id}) => id),
				await readStandings(titles, await schedule(), deps),
			);
		},
		async ofSeries(rows: readonly Uint8Array[]): Promise<Beside> {
			const titles = rows.map(row => {
				const values = pickValues(row);
				const counts = {episodeCount: values.number('episodeCount') ?? 0, episodeFileCount: values.number('episodeFileCount') ?? 0};
				return {id: values.text('_id') ?? '', libraryId: values.text('libraryId'), monitored: values.isTrue('monitored'), ...counts};
			});
			return beside(
				titles.map(({id}) => id),
				await readSeriesStates(titles, (await schedule()).pauses, deps),
			);
		},
	};
}
