import {type Connection, Schema} from 'mongoose';
import {isQualityName, type QualityName, qualityNames} from '../../domain/quality/qualities.ts';
import {defaultSizeLimits, type SizeLimit, type SizeLimits} from '../../domain/quality/size-limits.ts';
import {NotFound} from '../../errors.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

/** Allowed sizes for releases of a quality; its id is the quality's name. */
export interface QualityDefinition extends SizeLimit {
	id: QualityName;
	/** Limits that hold only for movies, or only for series, instead of the others. */
	movies?: SizeLimit | null;
	tv?: SizeLimit | null;
	createdAt: Date;
	updatedAt: Date;
}

type Row = Stored<QualityDefinition>;

const definitionSchema = new Schema<Row>(
	{
		_id: String,
		minimum: Number,
		preferred: Number,
		maximum: Number,
		movies: Schema.Types.Mixed,
		tv: Schema.Types.Mixed,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);

export function createQualityDefinitionStore(connection: Connection) {
	const definitions = connection.model<Row>('QualityDefinition', definitionSchema, 'qualityDefinitions');

	async function list(): Promise<QualityDefinition[]> {
		const rows = new Map(
			(await definitions.find({_id: {$in: [...qualityNames]}}).lean<Row[]>()).map(row => [row._id, toRecord<QualityDefinition>(row)]),
		);
		return qualityNames.flatMap(name => rows.get(name) ?? []);
	}

	return {
		/** Best first. */
		list,
		/** Limits of every quality; a quality that was never stored has the default limits. */
		async limits(): Promise<SizeLimits> {
			const all = await list();
			const stored = all.map(({id, minimum, preferred, maximum}) => [id, {minimum, preferred, maximum}] as const);
			const ownOf = (media: 'movies' | 'tv') => Object.fromEntries(all.flatMap(({id, [media]: limit}) => (limit ? [[id, limit]] : [])));
			return {...defaultSizeLimits, ...Object.fromEntries(stored), own: {movies: ownOf('movies'), tv: ownOf('tv')}};
		},
		/** Throws NotFound `quality_definition_not_found`. */
		async get(id: string): Promise<QualityDefinition> {
			const found = isQualityName(id) ? await definitions.findById(id).lean<Row>() : null;
			if (!found) {
				throw new NotFound('quality_definition_not_found', `There is no quality definition with the id ${id}.`);
			}
			return toRecord<QualityDefinition>(found);
		},
		/** Creates the missing records; two processes may start at once. */
		async ensureDefaults(now: Date): Promise<void> {
			const writes = qualityNames.map(_id => ({
				updateOne: {
					filter: {_id},
					update: {$setOnInsert: {...defaultSizeLimits[_id], createdAt: now, updatedAt: now}},
					upsert: true,
				},
			}));
			await definitions.bulkWrite(writes, {ordered: false});
		},
		/** Limits of only one sort of titles end, unless they are what is changed. */
		async change(id: QualityName, change: Partial<SizeLimit>, now: Date): Promise<QualityDefinition> {
			const changed = await definitions
				.findOneAndUpdate({_id: id}, {$set: {...change, updatedAt: now}, $unset: {movies: '', tv: ''}}, {returnDocument: 'after'})
				.lean<Row>();
			if (!changed) {
				throw new NotFound('quality_definition_not_found', `There is no quality definition with the id ${id}.`);
			}
			return toRecord<QualityDefinition>(changed);
		},
		/** Sets limits for movies only, or for series only. */
		async changeFor(media: 'movies' | 'tv', limits: ReadonlyMap<QualityName, SizeLimit>, now: Date): Promise<void> {
			const writes = [...limits].map(([_id, limit]) => ({
				updateOne: {filter: {_id}, update: {$set: {[media]: limit, updatedAt: now}}},
			}));
			await (writes.length > 0 ? definitions.bulkWrite(writes, {ordered: false}) : null);
		},
	};
}
