import type {Model, QueryFilter} from 'mongoose';

interface Surplus<Row> {
	/** The time by which records are old; it needs an index with the filter. */
	by: keyof Row & string;
	max: number;
	filter?: QueryFilter<Row>;
}

/** Removes the oldest records above the limit, together with those of the same moment; returns how many. */
export async function removeSurplus<Row>(model: Model<Row>, {by, max, filter = {}}: Surplus<Row>): Promise<number> {
	const [first] = await model
		.find(filter, {[by]: 1})
		.sort({[by]: -1, _id: 1})
		.skip(max)
		.limit(1)
		.lean<Record<string, Date>[]>();
	const old = {...filter, [by]: {$lte: first?.[by]}} as QueryFilter<Row>; // the compiler does not follow the computed name
	return first ? (await model.deleteMany(old)).deletedCount : 0;
}
