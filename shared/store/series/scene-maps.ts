import {type Connection, Schema} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import type {SceneTitle} from '../../domain/media/other-numbers.ts';
import type {SceneEntry} from '../../domain/numbering/scene-numbers.ts';
import {schemaOptions} from '../mongo/records.ts';

/** What a service of scene numbers knows about one series of TVDB. */
export interface SceneMap {
	tvMetaId: number;
	/** It has a map of numbers, and not only names. */
	isMapped: boolean;
	names: SceneTitle[];
	/** Null until the map was read. */
	entries: SceneEntry[] | null;
	/** Rows of the map that cannot be used. */
	dropped: number;
	listedAt: Date;
	readAt: Date | null;
}

/** What the service lists: the series with a map, and names of these and of others. */
export interface SceneList {
	mapped: readonly number[];
	names: ReadonlyMap<number, readonly SceneTitle[]>;
}

type StoredMap = Omit<SceneMap, 'tvMetaId'> & {_id: string};

const numbers = {season: Number, episode: Number};
const mapSchema = new Schema<StoredMap>(
	{
		_id: String,
		isMapped: Boolean,
		names: [{_id: false, title: String, seasonNumber: Number}],
		entries: {type: [{_id: false, tvdb: numbers, scene: {...numbers, absolute: Number}}], default: null},
		dropped: Number,
		listedAt: Date,
		readAt: Date,
	},
	schemaOptions,
);
/** Series that are no longer listed are stored for a year. */
mapSchema.index({listedAt: 1}, {expireAfterSeconds: (365 * dayMs) / 1000});

/**
 * The map of numbers of each series that the service lists, whether it is in the library or not; there are a few
 * thousand.
 */
export function createSceneMapStore(connection: Connection) {
	const maps = connection.model<StoredMap>('SceneMap', mapSchema, 'sceneMaps');
	return {
		async find(tvMetaId: number): Promise<SceneMap | null> {
			const found = await maps.findById(String(tvMetaId)).lean<StoredMap>();
			if (!found) {
				return null;
			}
			const {_id, ...map} = found;
			return {...map, tvMetaId: Number(_id)};
		},
		/** When the service was last asked for its list; null if never. */
		async listedAt(): Promise<Date | null> {
			const newest = await maps.findOne({}, {listedAt: 1}).sort({listedAt: -1}).lean<Pick<StoredMap, 'listedAt'>>();
			return newest?.listedAt ?? null;
		},
		/** Ids of the series that have a map. */
		async mapped(): Promise<number[]> {
			const rows = await maps.find({isMapped: true}, {_id: 1}).lean<{_id: string}[]>();
			return rows.map(({_id}) => Number(_id));
		},
		async setList({mapped, names}: SceneList, at: Date): Promise<void> {
			const ids = [...new Set([...mapped, ...names.keys()])];
			const isMapped = new Set(mapped);
			await maps.bulkWrite(
				ids.map(id => ({
					updateOne: {
						filter: {_id: String(id)},
						update: {
							$set: {isMapped: isMapped.has(id), names: [...(names.get(id) ?? [])], listedAt: at},
							$setOnInsert: {entries: null, dropped: 0, readAt: null},
						},
						upsert: true,
					},
				})),
				{ordered: false},
			);
		},
		/** Null entries keep those that are stored: the service had nothing. */
		async setMap(tvMetaId: number, map: {entries: readonly SceneEntry[]; dropped: number} | null, at: Date): Promise<void> {
			await maps.updateOne({_id: String(tvMetaId)}, {$set: {readAt: at, ...(map && {entries: [...map.entries], dropped: map.dropped})}});
		},
	};
}
