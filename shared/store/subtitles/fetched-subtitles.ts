import {type Connection, Schema} from 'mongoose';
import type {SubtitleKind, SubtitleOwner} from '../../domain/media/subtitle.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

/** A subtitle file that was beside the video before, and its content. */
export interface SubtitleBefore {
	path: string;
	/** SHA-256 of its bytes. */
	hash: string;
}

/**
 * A subtitle that was downloaded or uploaded, until it is beside its video and recorded. It is stored because a
 * download counts against a quota, and because a worker that dies would leave an unknown file.
 */
export interface FetchedSubtitle extends SubtitleKind {
	id: string;
	owner: SubtitleOwner;
	/** Id of the media file. */
	fileId: string;
	source: 'downloaded' | 'uploaded';
	text: string;
	format: 'srt' | 'ass' | 'vtt';
	/** Null for an uploaded one. */
	providerId: string | null;
	provider: string | null;
	providerSubtitleId: string | null;
	score: number | null;
	/** Why it was fetched: `missing`, `upgrade`, `import`, `person`. */
	reason: string;
	/** A person has chosen this very one. */
	isChosen: boolean;
	/** A person has set its times, so no program changes them again. */
	isTimed?: boolean;
	/** Paths of subtitles of ours that it takes the place of. */
	replaces: string[];
	/** The files beside the video before it is placed; null until it is about to be. */
	before: SubtitleBefore[] | null;
	/** SHA-256 of what is written, which may be synchronised; null until it is about to be. */
	written: string | null;
	fetchedAt: Date;
}

/** Seconds. A disk that stays away longer than this, or a file that is gone, needs another download. */
const ttlSeconds = 7 * 24 * 3600;

const fetchedSchema = new Schema<Stored<FetchedSubtitle>>(
	{
		_id: String,
		owner: {_id: false, type: {type: String}, id: String},
		fileId: String,
		language: String,
		forced: Boolean,
		hearingImpaired: Boolean,
		source: String,
		text: String,
		format: String,
		providerId: String,
		provider: String,
		providerSubtitleId: String,
		score: Number,
		reason: String,
		isChosen: Boolean,
		isTimed: Boolean,
		replaces: [String],
		before: {type: [{_id: false, path: String, hash: String}], default: null},
		written: String,
		fetchedAt: Date,
	},
	schemaOptions,
);
fetchedSchema.index({fileId: 1, fetchedAt: 1});
fetchedSchema.index({fetchedAt: 1}, {expireAfterSeconds: ttlSeconds});

export function createFetchedSubtitleStore(connection: Connection) {
	const fetched = connection.model<Stored<FetchedSubtitle>>('FetchedSubtitle', fetchedSchema, 'fetchedSubtitles');
	return {
		async add({id, ...fields}: FetchedSubtitle): Promise<void> {
			await fetched.create([{_id: id, ...fields}]);
		},
		/** Those of a file that are not yet recorded, oldest first. */
		async ofFile(fileId: string): Promise<FetchedSubtitle[]> {
			const rows = await fetched.find({fileId}).sort({fetchedAt: 1, _id: 1}).lean<Stored<FetchedSubtitle>[]>();
			return rows.map(row => toRecord<FetchedSubtitle>(row));
		},
		/** Movies and episodes with one from before that time: its worker has died, or the disk is away. */
		async ownersBefore(date: Date, limit: number): Promise<SubtitleOwner[]> {
			const rows = await fetched
				.find({fetchedAt: {$lt: date}}, {owner: 1})
				.sort({fetchedAt: 1})
				.limit(limit)
				.lean<Pick<FetchedSubtitle, 'owner'>[]>();
			return rows.map(({owner}) => owner);
		},
		/** Stores what is beside the video, and what is about to be written there; null when it could not be. */
		async setBefore(id: string, placing: {before: readonly SubtitleBefore[]; written: string} | null): Promise<void> {
			const {before = null, written = null} = placing ?? {};
			await fetched.updateOne({_id: id}, {$set: {before: before && [...before], written}});
		},
		async remove(id: string): Promise<void> {
			await fetched.deleteOne({_id: id});
		},
	};
}
