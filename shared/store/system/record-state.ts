import type {Connection} from 'mongoose';

interface StoredState {
	_id: 'completedRecords';
	value: number;
}

/** Which fields the records have that earlier versions of the program did not store. A new such field raises it. */
export const recordVersion = 1;

export type RecordState = ReturnType<typeof createRecordState>;

/** Remembers, among the facts of the installation, how far its records were completed. */
export function createRecordState(connection: Connection) {
	const facts = () => connection.collection<StoredState>('installation');
	return {
		async areComplete(): Promise<boolean> {
			return ((await facts().findOne({_id: 'completedRecords'}))?.value ?? 0) >= recordVersion;
		},
		async noteComplete(): Promise<void> {
			await facts().updateOne({_id: 'completedRecords'}, {$max: {value: recordVersion}}, {upsert: true});
		},
	};
}
