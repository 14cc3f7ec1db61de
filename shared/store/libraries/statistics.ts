import {type Connection, Schema} from 'mongoose';
import type {LibraryFigures} from '../../domain/media/statistics.ts';
import {schemaOptions} from '../mongo/records.ts';

/** Figures of the titles of one kind, in the whole library or in one custom library. */
export interface Statistics {
	type: 'movie' | 'series';
	/** Null for all titles of the kind. */
	libraryId: string | null;
	/** When they were computed. */
	asOf: Date;
	figures: LibraryFigures;
}

interface StoredStatistics extends Statistics {
	_id: string;
}

const statisticsSchema = new Schema<StoredStatistics>(
	{_id: String, type: {type: String}, libraryId: String, asOf: Date, figures: Schema.Types.Mixed},
	schemaOptions,
);

export type StatisticsStore = ReturnType<typeof createStatisticsStore>;

const idOf = ({type, libraryId}: Pick<Statistics, 'type' | 'libraryId'>) => `${type} ${libraryId ?? ''}`;

export function createStatisticsStore(connection: Connection) {
	const statistics = connection.model<StoredStatistics>('Statistics', statisticsSchema, 'statistics');
	return {
		find: (of: Pick<Statistics, 'type' | 'libraryId'>): Promise<Statistics | null> =>
			statistics.findById(idOf(of), {_id: 0}).lean<Statistics>(),
		/** Each one stays until its successor takes its place; those that have none go. */
		async replaceAll(all: readonly Statistics[]): Promise<void> {
			for (const each of all) {
				await statistics.replaceOne({_id: idOf(each)}, {_id: idOf(each), ...each}, {upsert: true});
			}
			await statistics.deleteMany({_id: {$nin: all.map(idOf)}});
		},
	};
}
