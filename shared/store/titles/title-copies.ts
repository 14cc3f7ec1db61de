import type {Model} from 'mongoose';
import type {LibraryFields} from '../../domain/media/title.ts';
import {Conflict} from '../../errors.ts';
import {aggregateAtOnce} from '../mongo/one-command.ts';
import {isDuplicateKey, isUuid, type Stored, withoutHidden} from '../mongo/records.ts';
import {inOneReply} from '../mongo/small-steps.ts';

/** A title among those of the same work, each of which is in another library. */
export type TitleCopy = Pick<LibraryFields, 'id' | 'libraryId' | 'path' | 'monitored'> & {
	metaId: number;
	/** Path of the file of a movie. */
	filePath: string | null;
};

interface StoredCopy extends Omit<TitleCopy, 'id' | 'filePath'> {
	_id: string;
	addedAt: Date;
	file?: {path: string} | null;
}

const copyFields = {metaId: 1, libraryId: 1, path: 1, monitored: 1, addedAt: 1, 'file.path': 1} as const;

/** There are few of one work, and no index for it. */
function oldestFirst<Row extends {_id: string; addedAt: Date}>(rows: readonly Row[]): Row[] {
	return rows.toSorted((a, b) => Number(a.addedAt) - Number(b.addedAt) || (a._id < b._id ? -1 : 1));
}

interface Dated {
	id: string;
	addedAt: Date;
}

interface CopyOptions<Title extends Dated> {
	/** Left out of every record. */
	hidden: Record<string, 0>;
	open(row: Stored<Title>): Title;
}

/** Finds the titles of one work, which may be in each library once. */
export function copiesOfTitles<Row, Title extends Dated>(titles: Model<Row>, {hidden, open}: CopyOptions<Title>) {
	async function read(filter: object): Promise<Title[]> {
		const rows = await titles
			.find(filter as never, hidden)
			.limit(mostCopies)
			.lean<(Stored<Title> & {addedAt: Date})[]>();
		return oldestFirst(rows).map(open);
	}

	return {
		/** Every copy of a work, the oldest first. */
		findCopies: (metaId: number): Promise<Title[]> => read({metaId}),
		/** The copy that was added first; null if the library has none. */
		findOldest: async (metaId: number): Promise<Title | null> => (await read({metaId}))[0] ?? null,
		/** The copy in a library; with null, one that is in none. */
		findInLibrary: async (metaId: number, libraryId: string | null): Promise<Title | null> => (await read({metaId, libraryId}))[0] ?? null,
		/** The ids of all copies but the oldest of each work, of those outside of these libraries. */
		async laterCopies(apart: readonly string[] = []): Promise<Set<string>> {
			const rows = await titles.aggregate<{copies: {_id: string; addedAt: Date}[]}>([
				...(apart.length > 0 ? [{$match: {libraryId: {$nin: [...apart]}}}] : []),
				{$group: {_id: '$metaId', copies: {$push: {_id: '$_id', addedAt: '$addedAt'}}}},
				{$match: {'copies.1': {$exists: true}}},
			]);
			return new Set(rows.flatMap(({copies}) => oldestFirst(copies).slice(1)).map(({_id}) => _id));
		},
		/** The copies of these works, the oldest first. */
		async copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]> {
			if (metaIds.length === 0) {
				return [];
			}
			const rows = await titles.find({metaId: {$in: [...metaIds]}} as never, copyFields, inOneReply(metaIds)).lean<StoredCopy[]>();
			return oldestFirst(rows).map(toCopy);
		},
		/** A title with the copies of its work, itself among them, the oldest first; null if it does not exist. */
		async withCopies(id: string): Promise<(Title & {copies: TitleCopy[]}) | null> {
			const from = titles.collection.collectionName;
			const $lookup = {from, localField: 'metaId', foreignField: 'metaId', as: 'rows'};
			// Leaving out what is hidden would take MongoDB longer than sending it.
			const stages = [{$match: {_id: id}}, {$project: {metaId: 1}}, {$lookup}];
			const [found] = isUuid(id) ? await aggregateAtOnce<{rows: (Stored<Title> & StoredCopy)[]}>(titles, stages) : [];
			const own = found?.rows.find(({_id}) => _id === id);
			if (!found || !own) {
				return null;
			}
			return {...open(withoutHidden(own, hidden)), copies: oldestFirst(found.rows).map(toCopy)};
		},
		/** Ids of the titles to refresh from the provider, longest overdue first; of copies, one. */
		async dueForRefresh(now: Date, limit: number): Promise<string[]> {
			const due = titles.find({refreshAt: {$lte: now}} as never, {metaId: 1});
			return oneOfEach(await due.sort({refreshAt: 1}).limit(limit).lean<WorkOf[]>());
		},
		/** The titles among these that are in this library or in none. */
		async notElsewhere(ids: readonly string[], libraryId: string): Promise<string[]> {
			const filter = {_id: {$in: [...ids]}, libraryId: {$in: [libraryId, null]}};
			return (await titles.find(filter as never, {_id: 1}).lean<{_id: string}[]>()).map(({_id}) => _id);
		},
		/**
		 * The titles among these that cannot be put into a library, because it has or gets another copy of their work.
		 */
		async withoutPlace(ids: readonly string[], libraryId: string): Promise<Set<string>> {
			const own = {_id: {$in: [...ids]}};
			const fields = {metaId: 1, libraryId: 1} as const;
			const asked = await titles.find(own as never, fields).lean<StoredCopy[]>();
			const metaIds = [...new Set(asked.map(({metaId}) => metaId))];
			const there = await titles.find({metaId: {$in: metaIds}, libraryId} as never, fields).lean<StoredCopy[]>();
			const holders = new Map(there.map(({metaId, _id}) => [metaId, _id]));
			const refused = new Set<string>();
			const byId = new Map(asked.map(row => [row._id, row]));
			for (const {_id, metaId} of ids.flatMap(id => byId.get(id) ?? [])) {
				const holder = holders.get(metaId) ?? _id;
				holders.set(metaId, holder);
				if (holder !== _id) {
					refused.add(_id);
				}
			}
			return refused;
		},
	};
}

const toCopy = ({_id: id, metaId, libraryId, path, monitored, file}: StoredCopy): TitleCopy => ({
	id,
	metaId,
	libraryId: libraryId ?? null,
	path,
	monitored,
	filePath: file?.path ?? null,
});

/** Far more than there are libraries. */
const mostCopies = 200;

/** Says what a duplicate key of a title means. */
export function titleExists(error: unknown, kind: 'movie' | 'series', title: string | null): unknown {
	const message = title === null ? `This library has the ${kind} already.` : `${title} is in the library already.`;
	return isDuplicateKey(error) ? new Conflict(`${kind}_exists`, message) : error;
}

/** A title, and its work. */
interface WorkOf {
	_id: string;
	metaId: number;
}

/** The id of the first title of each work. */
function oneOfEach(rows: readonly WorkOf[]): string[] {
	const first = new Map<number, string>();
	for (const {_id, metaId} of rows) {
		first.set(metaId, first.get(metaId) ?? _id);
	}
	return [...first.values()];
}
