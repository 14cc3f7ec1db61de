import {type Connection, Schema} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import type {LibraryFigures} from '../../domain/media/statistics.ts';
import {schemaOptions, unlessMadeMeanwhile} from '../mongo/records.ts';

/** Figures of the titles of one kind: of all, of one custom library, of those with one tag, or both. */
export interface Statistics {
	type: 'movie' | 'series';
	/** Null for all titles of the kind. */
	libraryId: string | null;
	/** A label; null for titles with any or none. */
	tag: string | null;
	/** When they were computed. */
	asOf: Date;
	figures: LibraryFigures;
}

export type StatisticsFilter = Pick<Statistics, 'type' | 'libraryId' | 'tag'>;

interface StoredStatistics extends StatisticsFilter {
	_id: string;
	/** Null until it is computed. */
	asOf: Date | null;
	figures: LibraryFigures | null;
	/** When it was last asked for; missing for what is computed anyway. */
	askedAt?: Date;
}

const statisticsSchema = new Schema<StoredStatistics>(
	{
		_id: String,
		type: {type: String},
		libraryId: String,
		tag: String,
		asOf: Date,
		figures: Schema.Types.Mixed,
		askedAt: {type: Date, default: undefined},
	},
	schemaOptions,
);

statisticsSchema.index({askedAt: 1});

/** Filters that no view needs by default are computed for this many days after the last request. */
const askedDays = 30;
/** They are computed at most. */
const maxAsked = 50;

const idOf = ({type, libraryId, tag}: StatisticsFilter) => `${type} ${libraryId ?? ''}${tag === null ? '' : ` ${tag}`}`;

export function createStatisticsStore(connection: Connection) {
	const statistics = connection.model<StoredStatistics>('Statistics', statisticsSchema, 'statistics');
	return {
		/** Null for what is not computed yet. */
		async find(of: StatisticsFilter): Promise<(Statistics & {askedAt?: Date}) | null> {
			const found = await statistics.findById(idOf(of), {_id: 0}).lean<Statistics & {askedAt?: Date}>();
			return found?.figures ? {...found, tag: found.tag ?? null} : null;
		},
		/** Requests a filter that is not computed by default; the task computes it from its next run on. */
		async ask(of: StatisticsFilter, now: Date): Promise<void> {
			const set = {$set: {askedAt: now}, $setOnInsert: {...of, asOf: null, figures: null}};
			await statistics.updateOne({_id: idOf(of)}, set, {upsert: true}).catch(unlessMadeMeanwhile);
		},
		/** The filters that were asked for, the last ones first. */
		async asked(now: Date): Promise<StatisticsFilter[]> {
			const since = new Date(Number(now) - askedDays * dayMs);
			const rows = await statistics
				.find({askedAt: {$gt: since}}, {_id: 0, type: 1, libraryId: 1, tag: 1})
				.sort({askedAt: -1})
				.limit(maxAsked)
				.lean<StatisticsFilter[]>();
			return rows;
		},
		/**
		 * Each one stays until its successor replaces it; those without one are removed, unless they were just
		 * requested.
		 */
		async replaceAll(all: readonly Statistics[]): Promise<void> {
			for (const each of all) {
				await statistics.updateOne({_id: idOf(each)}, {$set: each}, {upsert: true});
			}
			const begun = all[0]?.asOf ?? new Date(0);
			await statistics.deleteMany({_id: {$nin: all.map(idOf)}, askedAt: {$not: {$gt: begun}}});
		},
	};
}
