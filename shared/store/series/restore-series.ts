import {members} from '../../lists/pager.ts';
import type {DeletedDocument} from '../libraries/deletions.ts';
import {titleExists} from '../titles/title-copies.ts';
import {titleEntry} from '../titles/title-news.ts';
import {changeSeries, type SeriesModels} from './count-series.ts';
import type {StoredSeries} from './series-schema.ts';

/** Puts back what a deletion has removed. */
export function restoresSeries(models: SeriesModels) {
	const {series, episodes, history, titleNews} = models;
	return {
		/**
		 * A series that still exists is left alone. Throws Conflict `series_exists` if its library has another copy by
		 * now.
		 */
		async restore({document}: Pick<DeletedDocument, 'document'>, rows: readonly DeletedDocument['document'][], at: Date): Promise<void> {
			const stored = document as StoredSeries; // as it was read
			const write = () =>
				history.alongside(note =>
					changeSeries(models, [members], async session => {
						if (!(await series.exists({_id: stored._id}).session(session))) {
							await series.collection.insertOne(stored as never, {session});
							await (rows.length > 0 ? episodes.collection.insertMany(rows as never[], {session}) : null);
							await note([titleEntry('titleAdded', 'series', stored, {addedBy: stored.addedBy ?? null, at})], session);
						}
					}),
				);
			await write().catch(error => {
				throw titleExists(error, 'series', stored.title);
			});
			titleNews.tell('titleAdded', 'series', [stored._id], stored.libraryId);
		},
	};
}
