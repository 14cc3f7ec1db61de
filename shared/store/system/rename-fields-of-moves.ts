import type {Connection} from 'mongoose';

/** A move that an earlier version began is finished, or taken back, under the names that its files have today. */
export async function renameFieldsOfMoves(connection: Connection): Promise<void> {
	const rows = connection.collection('fileChangeRows');
	await rows.updateMany({parked: {$exists: true}}, {$rename: {parked: 'temporaryPath'}});
	await rows.updateMany({origin: {$exists: true}}, {$rename: {origin: 'originalPath'}});
	const renamed = {$mergeObjects: [{$unsetField: {field: 'origin', input: '$$each'}}, {originalPath: '$$each.origin'}]};
	const companions = {$map: {input: '$companions', as: 'each', in: {$cond: [{$gt: ['$$each.origin', null]}, renamed, '$$each']}}};
	await rows.updateMany({'companions.origin': {$exists: true}}, [{$set: {companions}}]);
}
