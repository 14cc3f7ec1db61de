import type {Model, QueryFilter} from 'mongoose';
import type {MediaFile} from '../../domain/media/media-file.ts';
import type {Movie} from '../../domain/media/movie.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {pagesById} from '../mongo/pages-by-id.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';
import {fileAspects} from '../wanted/wanted-lists.ts';

/** Movies or series; null stands for all of them. */
export interface TitlesToScore {
	titleIds: readonly string[] | null;
	libraryId: string | null;
}

/** The fields of a movie or series that the scores of its files depend on. */
export type TitleToScore = Pick<Movie, 'id' | 'originalLanguage' | 'qualityProfileId'>;

export interface ScoredFile {
	/** Id of the movie or the series. */
	titleId: string;
	fileId: string;
	formatScore: number;
	/** Of all custom formats that it matches, in the order of their list. */
	formatIds: string[];
	belowCutoff: boolean;
}

type Scores = Pick<ScoredFile, 'formatScore' | 'formatIds' | 'belowCutoff'>;

/** Titles in order of id, `pageSize` at a time; movies come with their file. */
export async function* titlesToScore<Row extends {_id: string}>(
	titles: Model<Row>,
	{titleIds, libraryId}: TitlesToScore,
	pageSize: number,
): AsyncGenerator<(TitleToScore & {file?: MediaFile | null})[]> {
	const read = async (after: string) => {
		const filter = {...(libraryId !== null && {libraryId}), _id: {$gt: after, ...(titleIds && {$in: [...titleIds]})}};
		return titles
			.find(filter as QueryFilter<Row>, {originalLanguage: 1, qualityProfileId: 1, file: 1})
			.sort({_id: 1})
			.limit(pageSize)
			.lean<(Omit<TitleToScore, 'id'> & {_id: string; file?: MediaFile | null})[]>();
	};
	for await (const rows of pagesById(pageSize, read)) {
		yield rows.map(({_id, ...row}) => ({id: _id, ...row}));
	}
}

export function scoreFields({formatScore, formatIds, belowCutoff}: Scores) {
	return {'file.formatScore': formatScore, 'file.formatIds': formatIds, 'file.belowCutoff': belowCutoff};
}

/** Writes scores in small steps, and tells the lists that depend on them. */
export async function writeScores<Row>(model: Model<Row>, operations: readonly object[], revisions: Revisions): Promise<void> {
	if (operations.length > 0) {
		// The driver's type of ids is ObjectId.
		const write = () => inSmallSteps(operations, some => model.collection.bulkWrite(some as never, repeatable));
		await revisions.during([fileAspects.cutoff], write);
	}
}
