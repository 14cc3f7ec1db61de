import mongoose from 'mongoose';

/** The records of raw documents; of each, the fields that were asked for. */
export function readRows<Row extends {id: string}>(rows: readonly Uint8Array[]): Row[] {
	return rows.map(row => {
		const {_id, ...rest} = mongoose.mongo.BSON.deserialize(row);
		return {id: _id, ...rest} as unknown as Row; // the caller named its fields
	});
}
