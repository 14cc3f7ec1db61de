import type {Schema} from 'mongoose';
import type {Conditions} from '../lists/filter.ts';

/** Only a file whose group is known may be corrected. */
export const groupKnown: Conditions = {monitored: true, 'file.releaseGroup': {$gt: ''}};

/** The files of monitored titles that may be corrected, by when they were added. */
export function indexRecentFiles<Row>(schema: Schema<Row>): void {
	schema.index({'file.dateAdded': 1} as never, {name: 'recent_files', partialFilterExpression: groupKnown});
}
