import {createHash} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {dayMs, secondMs} from '../../domain/durations.ts';
import type {StruckPatterns} from '../../patterns/match-patterns.ts';
import {schemaOptions} from '../mongo/records.ts';

interface Row {
	/** A digest: patterns may be long. */
	_id: string;
	struckAt: Date;
}

/** After this time a pattern is tried again, if a format or profile still has it. */
const keptSeconds = (90 * dayMs) / secondMs;

const struckSchema = new Schema<Row>({_id: String, struckAt: Date}, schemaOptions);
struckSchema.index({struckAt: 1}, {expireAfterSeconds: keptSeconds});

export interface StruckPatternStore extends StruckPatterns {
	/** They are tried again: a person has saved what has them. */
	forget(patterns: readonly string[]): Promise<void>;
}

/** Patterns that took too long and count as no match in all processes. */
export function createStruckPatternStore(connection: Connection): StruckPatternStore {
	const rows = connection.model<Row>('StruckPattern', struckSchema, 'struckPatterns');
	return {
		async among(patterns) {
			const struck = new Set((await rows.find({}, {_id: 1}).lean<Row[]>()).map(({_id}) => _id));
			return new Set(struck.size === 0 ? [] : patterns.filter(pattern => struck.has(digestOf(pattern))));
		},
		async strike(patterns) {
			const struckAt = new Date();
			await rows.bulkWrite(
				patterns.map(pattern => ({updateOne: {filter: {_id: digestOf(pattern)}, update: {$set: {struckAt}}, upsert: true}})),
				{ordered: false},
			);
		},
		async forget(patterns) {
			if (patterns.length > 0) {
				await rows.deleteMany({_id: {$in: patterns.map(digestOf)}});
			}
		},
	};
}

const digestOf = (pattern: string) => createHash('sha256').update(pattern).digest('base64url');
