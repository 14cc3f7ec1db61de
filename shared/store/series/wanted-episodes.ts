import {createHash} from 'node:crypto';
import type {Document} from 'mongodb';
import {byIndex, type Documents} from '../../lists/ordered.ts';
import type {Page} from '../../lists/pager.ts';
import {type CalendarSpan, calendarIndex, monitoredConditions, wantedEpisodes} from '../wanted/wanted-lists.ts';
import {type Among, createWantedPages, type WantedQuery} from '../wanted/wanted-pages.ts';
import type {SeriesModels} from './count-series.ts';
import {byNumberIndex} from './episode-schema.ts';

export interface WantedEpisodesQuery extends Omit<WantedQuery, 'among'> {
	/** Only episodes of these series. */
	seriesIds?: readonly string[] | null;
	/** Leaves out unmonitored episodes, which only the list of subtitles has. */
	monitoredOnly: boolean;
}

/** More series than this are found faster along the list than one by one. */
const fewSeries = 100;

/** The wanted lists of episodes, and their calendar. */
export function listWantedEpisodes({episodes, revisions}: SeriesModels) {
	// Mongoose's collection is the driver's.
	const documents = () => episodes.collection as unknown as Documents;
	const page = createWantedPages({documents, revisions, lists: wantedEpisodes});
	return {
		/** Raw documents with the fields of `projection`. */
		wantedPage: (query: WantedEpisodesQuery, projection: Document, now: Date): Promise<Page> =>
			page({...query, among: toAmong(query)}, projection, now),
		/** Raw documents of the first episodes that air in this span. */
		async inCalendar({start, end, unmonitored, limit}: CalendarSpan, projection: Document): Promise<Uint8Array[]> {
			const filter = {airDateUtc: {$gte: start, $lt: end}, ...(!unmonitored && monitoredConditions.episodes)};
			const rows = await byIndex(calendarIndex, hint => {
				const found = documents().find(filter, {projection, ...hint, raw: true, batchSize: limit + 1});
				return found.sort({airDateUtc: 1, _id: 1}).limit(limit).toArray();
			});
			return rows as unknown as Uint8Array[]; // `raw` returns bytes
		},
	};
}

function toAmong({seriesIds, monitoredOnly}: WantedEpisodesQuery): Among | null {
	if (!seriesIds && !monitoredOnly) {
		return null;
	}
	return {
		// By the ids, not by what selected them: that may select others a moment later, when the list is cached.
		key: JSON.stringify([seriesIds && digestOf(seriesIds), monitoredOnly]),
		conditions: {
			...(seriesIds && {seriesId: {$in: [...seriesIds]}}),
			...(monitoredOnly && monitoredConditions.episodes),
		},
		aspects: [],
		index: seriesIds && seriesIds.length <= fewSeries ? byNumberIndex : null,
	};
}

function digestOf(ids: readonly string[]): string {
	return createHash('sha256').update(ids.join()).digest('base64url');
}
