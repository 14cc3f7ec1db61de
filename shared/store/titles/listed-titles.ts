import type {Model} from 'mongoose';
import type {LibraryFields, TitleDetails} from '../../domain/media/title.ts';
import {type Stored, toRecord} from '../mongo/records.ts';
import {inOneReply} from '../mongo/small-steps.ts';

/** What import lists need to know of a title. */
export type ListedTitle = Pick<LibraryFields, 'id' | 'addedBy' | 'addedAt'> &
	Pick<TitleDetails, 'metaId' | 'imdbId'> & {tvMetaId?: number | null};

interface Ids {
	metaIds: readonly number[];
	imdbIds: readonly string[];
	/** Of series. */
	tvMetaIds: readonly number[];
}

/** The titles of the library with one of these ids, the oldest copy last. Each sort of id has its index. */
export function findListed<Row>(titles: Model<Row>): {listed(ids: Ids): Promise<ListedTitle[]>} {
	const fields = {metaId: 1, imdbId: 1, tvMetaId: 1, addedBy: 1, addedAt: 1} as const;
	return {
		async listed({metaIds, imdbIds, tvMetaIds}) {
			const sorts = Object.entries({metaId: metaIds, imdbId: imdbIds, tvMetaId: tvMetaIds}).filter(([, ids]) => ids.length > 0);
			const found = await Promise.all(
				sorts.map(([field, ids]) =>
					titles.find({[field]: {$in: [...ids]}} as never, fields, inOneReply(ids)).lean<Stored<ListedTitle>[]>(),
				),
			);
			const rows = found.flat().toSorted((a, b) => Number(b.addedAt) - Number(a.addedAt));
			return rows.map(row => toRecord<ListedTitle>({...row, addedBy: row.addedBy ?? null}));
		},
	};
}
