import {type Connection, Schema} from 'mongoose';
import {readPage} from '../../lists/page.ts';
import {createRecords, type Stored, schemaOptions} from '../mongo/records.ts';
import {removeSurplus} from '../mongo/remove-surplus.ts';

/** A subtitle that is not downloaded again for its title. */
export interface SubtitleBlocklistEntry {
	id: string;
	providerId: string;
	provider: string;
	/** The provider's id of the subtitle. */
	subtitleId: string;
	/** Name of the movie or episode. */
	title: string;
	/** A release that the subtitle was made for; null when none is known. */
	release: string | null;
	language: string;
	reason: string;
	movieId: string | null;
	seriesId: string | null;
	/** All episodes of the file. */
	episodeIds: string[];
	addedAt: Date;
}

export interface SubtitleBlocklistQuery {
	page: number;
	limit: number;
	movieId?: string;
	seriesId?: string;
}

/** The movie, or the episodes of one file. */
export type BlockedTitle = Pick<SubtitleBlocklistEntry, 'movieId' | 'episodeIds'>;

const entrySchema = new Schema<Stored<SubtitleBlocklistEntry>>(
	{
		_id: String,
		providerId: String,
		provider: String,
		subtitleId: String,
		title: String,
		release: String,
		language: String,
		reason: String,
		movieId: String,
		seriesId: String,
		episodeIds: [String],
		addedAt: Date,
	},
	schemaOptions,
);
entrySchema.index({addedAt: -1, _id: 1});
entrySchema.index({movieId: 1, addedAt: -1, _id: 1});
entrySchema.index({seriesId: 1, addedAt: -1, _id: 1});
entrySchema.index({episodeIds: 1});

const maxEntries = 100_000;

const keyOf = (providerId: string, subtitleId: string) => `${providerId}\n${subtitleId}`;

export function createSubtitleBlocklistStore(connection: Connection) {
	const blocklist = connection.model<Stored<SubtitleBlocklistEntry>>('SubtitleBlocklistEntry', entrySchema, 'subtitleBlocklist');
	const {get, insert, remove, open} = createRecords<SubtitleBlocklistEntry>({model: blocklist, kind: 'subtitle blocklist entry'});
	const ofTitle = ({movieId, episodeIds}: BlockedTitle) => (movieId === null ? {episodeIds: {$in: [...episodeIds]}} : {movieId});
	return {
		/** Lists a subtitle once for a title, however often it proves to be bad. */
		async add(entry: Omit<SubtitleBlocklistEntry, 'id'>): Promise<void> {
			const {providerId, subtitleId, reason, addedAt} = entry;
			const {matchedCount} = await blocklist.updateOne({providerId, subtitleId, ...ofTitle(entry)}, {$set: {reason, addedAt}});
			if (matchedCount === 0) {
				await insert(entry);
			}
		},
		get,
		remove,
		/** Returns a function that says whether a subtitle is listed for this title. */
		async blockedFor(title: BlockedTitle): Promise<(found: {providerId: string; id: string}) => boolean> {
			const fields = {providerId: 1, subtitleId: 1};
			const rows = await blocklist.find(ofTitle(title), fields).lean<Pick<SubtitleBlocklistEntry, 'providerId' | 'subtitleId'>[]>();
			const blocked = new Set(rows.map(({providerId, subtitleId}) => keyOf(providerId, subtitleId)));
			return ({providerId, id}) => blocked.has(keyOf(providerId, id));
		},
		async page({page, limit, movieId, seriesId}: SubtitleBlocklistQuery): Promise<{entries: SubtitleBlocklistEntry[]; total: number}> {
			const filter = {...(movieId && {movieId}), ...(seriesId && {seriesId})};
			const order = {addedAt: -1, _id: 1} as const;
			type Row = Stored<SubtitleBlocklistEntry>;
			const {rows, total} = await readPage<Row, Row>(blocklist, {filter, sort: order, page, limit});
			return {entries: rows.map(open), total};
		},
		/** Removes the oldest entries above the limit; returns how many. */
		removeSurplus: (max = maxEntries) => removeSurplus(blocklist, {by: 'addedAt', max}),
	};
}
