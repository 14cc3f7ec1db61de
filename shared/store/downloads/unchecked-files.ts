import type {Model} from 'mongoose';
import type {QueueItem} from '../../domain/downloads/queue-item.ts';
import {type Stored, toRecord} from '../mongo/record.ts';
import type {StoredItem} from './download-schema.ts';

export type UncheckedItem = Pick<QueueItem, 'id' | 'title'> & {downloadId: string};

/** Items that one poll of a client considers. */
const mostConsidered = 1000;

/** Downloads whose files nobody has looked at yet. */
export function uncheckedFiles(items: Model<StoredItem>) {
	return {
		/** The torrents at this client that are still downloading and whose file list was not checked. */
		async withUncheckedFiles(downloadClientId: string): Promise<UncheckedItem[]> {
			const rows = await items
				.find({downloadClientId, state: 'downloading', filesChecked: false, downloadId: {$ne: null}}, {downloadId: 1, title: 1})
				.limit(mostConsidered)
				.lean<Stored<UncheckedItem>[]>();
			return rows.map(row => toRecord<UncheckedItem>(row));
		},
	};
}
