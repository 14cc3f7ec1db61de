import {standing} from '#api/http/title-standing.ts';
import type {RouteDeps} from '#api/services.ts';
import {cached} from '#shared/coordination/cache.ts';
import type {TitleState} from '#shared/domain/searches/title-state.ts';
import {pickValues} from '#shared/lists/bson-json.ts';
import {readSchedule} from '#shared/tasks/next-searches.ts';
import {readSeriesStates, readStandings} from '#shared/tasks/title-states.ts';

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
