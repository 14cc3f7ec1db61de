import {randomUUID} from 'node:crypto';
import type {Model, QueryFilter, Schema} from 'mongoose';
import type {MediaFile} from '../../domain/media/media-file.ts';
import type {FileSubtitles, Subtitle} from '../../domain/media/subtitle.ts';
import type {PresentSubtitle} from '../../domain/subtitles/missing-subtitles.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';

/** What was read of the subtitles of a file, and what the record said before. */
export interface ReadOfSubtitles {
	fileId: string;
	/** `readAt` of the record when the reading began; null when there was none. */
	before: Date | null;
	subtitles: FileSubtitles;
}

/** A file whose subtitles are known, with what decides which of them are missing. */
export interface FileToJudge {
	/** Id of the movie or the episode. */
	id: string;
	libraryId: string | null;
	/** Of the title itself; null or missing for that of its library. */
	languageProfileId?: string | null;
	fileId: string;
	audioLanguages: string[];
	subtitles: JudgedSubtitles;
}

/** Titles whose files are judged; null stands for all. */
export interface TitlesToJudge {
	libraryId: string | null;
	titleIds?: readonly string[] | null;
}

/** What the store knows of such a title. */
export interface JudgedTitle {
	_id: string;
	libraryId?: string | null;
	languageProfileId?: string | null;
}

/** The filter for the next of these titles in order of id. */
export function toJudgeAfter(after: string, {libraryId, titleIds = null}: TitlesToJudge) {
	return {...(libraryId !== null && {libraryId}), _id: {$gt: after, ...(titleIds && {$in: [...titleIds]})}};
}

/** The part of a file's subtitles that a judgement needs. */
export type JudgedSubtitles = Pick<FileSubtitles, 'missing' | 'readAt'> & {list: PresentSubtitle[]};

export interface Judged extends Pick<FileToJudge, 'id' | 'fileId'> {
	/** Of the subtitles that were judged. */
	readAt: Date;
	missing: string[];
}

/** `readAt` of subtitles that have to be read again, because their folder has changed. */
export const readAgain = new Date(0);

/** The fields of a file that a new judgement needs. */
export const judgedFields = {
	'file.id': 1,
	'file.mediaInfo.audioLanguages': 1,
	'file.subtitles.list.language': 1,
	'file.subtitles.list.forced': 1,
	'file.subtitles.list.hearingImpaired': 1,
	'file.subtitles.list.source': 1,
	'file.subtitles.list.format': 1,
	'file.subtitles.missing': 1,
	'file.subtitles.readAt': 1,
} as const;

interface JudgedFile extends Pick<MediaFile, 'id'> {
	mediaInfo?: {audioLanguages?: string[]} | null;
	subtitles?: JudgedSubtitles | null;
}

export function toFileToJudge(file: JudgedFile, owner: Pick<FileToJudge, 'id' | 'libraryId' | 'languageProfileId'>): FileToJudge[] {
	const {id: fileId, mediaInfo, subtitles} = file;
	return subtitles ? [{...owner, fileId, audioLanguages: mediaInfo?.audioLanguages ?? [], subtitles}] : [];
}

/** The condition that the subtitles of the file have not been read meanwhile. */
export function unreadSince({fileId, before}: Pick<ReadOfSubtitles, 'fileId' | 'before'>) {
	return {'file.id': fileId, 'file.subtitles.readAt': before};
}

export function changeOfSubtitles({subtitles}: Pick<ReadOfSubtitles, 'subtitles'>) {
	return {$set: {'file.subtitles': subtitles}};
}

/**
 * Ids of documents whose file has never been read, or has to be read again. They start at a random place and wrap
 * around, so that files on a missing disk do not block the others.
 */
export async function idsWithUnread<Row extends {_id: string}>(model: Model<Row>, limit: number): Promise<string[]> {
	const start = randomUUID();
	const unread = {'file.id': {$exists: true}, 'file.subtitles.readAt': {$in: [null, readAgain]}};
	const read = async (range: object, max: number) => {
		const rows = await model
			.find({...unread, _id: range} as QueryFilter<Row>, {_id: 1})
			.limit(max)
			.lean<{_id: string}[]>();
		return rows.map(({_id}) => _id);
	};
	const after = await read({$gte: start}, limit);
	return after.length < limit ? [...after, ...(await read({$lt: start}, limit - after.length))] : after;
}

/** Skips files whose subtitles were read in the meantime: their reader knows what is wanted now. */
export async function writeMissing<Row>(model: Model<Row>, rows: readonly Judged[]): Promise<void> {
	const writes = rows.map(({id, fileId, readAt, missing}) => ({
		updateOne: {
			filter: {_id: id, 'file.id': fileId, 'file.subtitles.readAt': readAt},
			update: {$set: {'file.subtitles.missing': missing}},
		},
	}));
	// The driver's type of ids is ObjectId.
	await inSmallSteps(writes, some => model.collection.bulkWrite(some as never, repeatable));
}

/** The index by which files are found whose subtitles have to be read. */
export function indexUnread<Row>(schema: Schema<Row>): void {
	schema.index({'file.subtitles.readAt': 1, _id: 1}, {partialFilterExpression: {'file.id': {$exists: true}}});
}

/** A movie or episode whose subtitles may be searched. */
export interface SubtitledVideo {
	id: string;
	fileId: string;
	/** Of an episode, with its series. */
	monitored: boolean;
	missing: string[];
	/** Empty where only missing ones were asked for. */
	list: Subtitle[];
}

/** What is read of such a movie or episode. */
export interface SubtitledVideoRow {
	_id: string;
	monitored: boolean;
	file: {id: string; subtitles?: {missing?: string[]; list?: Subtitle[]} | null} | null;
}

export function toSubtitledVideo({_id, monitored, file}: SubtitledVideoRow): SubtitledVideo {
	const {missing = [], list = []} = file?.subtitles ?? {};
	return {id: _id, monitored, fileId: file?.id ?? '', missing, list};
}

/** The fields of each that are read besides, the field by which a title is found, and what is made of the rows. */
interface BacklogOf<Row, Shown> {
	fields: Record<string, 1>;
	titleId: '_id' | 'seriesId';
	present(rows: readonly Row[]): Promise<Shown[]>;
}

const batchSize = 500;

export interface SubtitleBacklog<Shown> {
	/** Those whose file lacks a subtitle that is wanted, in order of id; of one title, if its id is given. */
	missingSubtitles(id?: string): AsyncIterable<Shown>;
	/** Those that got a subtitle from us since then. */
	downloadedSubtitles(since: Date, id?: string): AsyncIterable<Shown>;
	/** Of these, those with a file whose subtitles are missing or were never read. */
	wantingSubtitles(ids: readonly string[]): Promise<Shown[]>;
}

/** The movies or episodes whose subtitles may be searched, found by indexes of their own. */
export function subtitleBacklog<Stored, Row extends SubtitledVideoRow, Shown>(
	model: Model<Stored>,
	unit: BacklogOf<Row, Shown>,
): SubtitleBacklog<Shown> {
	const {titleId, present} = unit;
	const fields: Record<string, 1> = {...unit.fields, monitored: 1, 'file.id': 1, 'file.subtitles.missing': 1};
	const lacking = {'file.subtitles.missing.0': {$gt: ''}};
	const of = (id: string | undefined) => (id === undefined ? {} : {[titleId]: id});

	async function* stream(filter: object, projection: Record<string, 1>): AsyncGenerator<Shown> {
		let batch: Row[] = [];
		for await (const row of model.find(filter, projection).lean().cursor({batchSize})) {
			// Mongoose types cursors by the whole document.
			batch.push(row as unknown as Row);
			if (batch.length >= batchSize) {
				yield* await present(batch);
				batch = [];
			}
		}
		yield* await present(batch);
	}

	return {
		missingSubtitles: id => stream({...lacking, ...of(id)}, fields),
		downloadedSubtitles: (since, id) =>
			stream(
				{'file.subtitles.list.source': 'downloaded', 'file.subtitles.list.downloadedAt': {$gte: since}, ...of(id)},
				{...fields, 'file.subtitles.list': 1},
			),
		async wantingSubtitles(ids) {
			const filter = {_id: {$in: [...ids]}, file: {$ne: null}, $or: [lacking, {'file.subtitles': null}]} as QueryFilter<Stored>;
			return present(await model.find(filter, fields).lean<Row[]>());
		},
	};
}
