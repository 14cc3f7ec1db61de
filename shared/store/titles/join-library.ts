import type {Model} from 'mongoose';
import type {Revisions} from '../../lists/revisions.ts';
import {isDuplicateKey} from '../mongo/records.ts';
import type {TitleNews} from './title-news.ts';

/** Titles that are changed in one command. */
const together = 500;

interface Joining {
	libraryId: string;
	/** Whether a root folder of titles belongs to the library. */
	isPlace(rootFolderPath: string): boolean;
}

/** Puts titles that are in no library into the one that their folder belongs to; of copies of one work, the first. */
export function joiningLibraries<Row>(model: Model<Row>, {revisions, titleNews}: {revisions: Revisions; titleNews: TitleNews}) {
	return async function joinLibrary({libraryId, isPlace}: Joining): Promise<number> {
		const paths = ((await model.distinct('rootFolderPath', {libraryId: null} as never)) as string[]).filter(isPlace);
		if (paths.length === 0) {
			return 0;
		}
		const rows = await model
			.find({libraryId: null, rootFolderPath: {$in: paths}} as never, {metaId: 1})
			.sort({_id: 1})
			.lean<{_id: string; metaId: number}[]>();
		const firsts = [...new Map(rows.toReversed().map(({_id, metaId}) => [metaId, _id])).values()];
		let joined = 0;
		for (let start = 0; start < firsts.length; start += together) {
			const filter = {_id: {$in: firsts.slice(start, start + together)}, libraryId: null};
			const write = () => model.updateMany(filter as never, {$set: {libraryId}, $unset: {alone: 1}} as never);
			// The library may have got a copy of one of them meanwhile; that one stays where it is.
			joined += await revisions.during(['libraryId'], write).then(
				({modifiedCount}) => modifiedCount,
				error => {
					if (!isDuplicateKey(error)) {
						throw error;
					}
					return 0;
				},
			);
		}
		if (joined > 0) {
			titleNews.tellAll();
		}
		return joined;
	};
}
