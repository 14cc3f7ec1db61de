import {createListWriter} from '#api/http/replies/list-writer.ts';
import {presentPagination} from '#api/http/replies/page.ts';
import {type Route, type RouteOptions, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {cached} from '#shared/coordination/cache.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import {toWish} from '#shared/domain/media/subtitle.ts';
import {readRows} from '#shared/store/wanted/read-rows.ts';
import type {Wish} from '#shared/store/wanted/wanted-lists.ts';
import {readSchedule} from '#shared/tasks/next-searches.ts';
import {createWantedMemory, readWantedPage, type WantedReading} from './read-page.ts';
import {besideCutoff, besideSubtitles, besideWanted, storedBelowCutoff, storedWanted} from './replies.ts';
import {type WantedTitlesQuery, wantedFaults, wantedQuery} from './schema.ts';

/** Milliseconds for which the state of tasks, indexers, budgets and profiles is shown unchanged. */
const recentMs = 1000;

const optionsOf = (wish: Wish) =>
	({access: 'auth', query: wantedQuery(wish), findQueryFaults: query => wantedFaults(wish, query)}) satisfies RouteOptions<
		unknown,
		WantedTitlesQuery,
		unknown
	>;

export function wantedRoutes(deps: RouteDeps): Route[] {
	const inWanted = {...deps, schedule: cached(() => readSchedule(deps), {ttlMs: recentMs}), memory: createWantedMemory()};
	const cutoffs = cached(deps.qualityProfiles.cutoffs, {ttlMs: recentMs});
	const read = (reading: WantedReading) => readWantedPage(reading, inWanted);
	const plain = createListWriter('items', storedWanted);
	const withFile = createListWriter('items', storedBelowCutoff);
	return [
		route('GET /api/wanted/missing', optionsOf('missing'), async ({query}) => {
			const {projection} = plain;
			const {rows, total, beside} = await read({wish: 'missing', query, projection});
			return plain.reply(rows, {pagination: presentPagination(query, total)}, beside.map(besideWanted.present));
		}),
		route('GET /api/wanted/cutoff', optionsOf('cutoff'), async ({query}) => {
			const {projection} = withFile;
			const page = read({wish: 'cutoff', query, projection});
			const [{rows, total, beside}, {byId, ofDefault}] = await Promise.all([page, cutoffs()]);
			const further = beside.map(row => {
				const {cutoff = '', cutoffFormatScore = 0} = byId.get(row.qualityProfileId ?? '') ?? ofDefault ?? {};
				return besideCutoff.present({...row, cutoff, cutoffFormatScore});
			});
			return withFile.reply(rows, {pagination: presentPagination(query, total)}, further);
		}),
		route('GET /api/wanted/subtitles', optionsOf('subtitles'), async ({query}) => {
			const projection = {...plain.projection, 'file.subtitles.missing': 1};
			const {rows, total, beside} = await read({wish: 'subtitles', query, projection});
			const titles = readRows<Pick<Movie, 'id' | 'file'>>(rows);
			const wishes = titles.map(({file}) => (file?.subtitles?.missing ?? []).map(toWish));
			const further = beside.map((row, index) => besideSubtitles.present({...row, missing: wishes[index] ?? []}));
			return plain.reply(rows, {pagination: presentPagination(query, total)}, further);
		}),
	];
}
