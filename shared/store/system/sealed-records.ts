import type {Connection} from 'mongoose';
import type {Secrets} from '../../secrets.ts';
import type {ReleaseGuids} from '../sealing/release-guids.ts';
import {reseal} from '../sealing/reseal.ts';
import {hideGuids} from './hide-guids.ts';

interface StoredState {
	_id: 'sealedRecords';
	value: number;
}

/** Which values are sealed and which guids are hidden. Sealing another field raises it. */
const sealedVersion = 3;

/** Brings what earlier versions stored in plain text into the form of today. */
export function createSealedRecords(connection: Connection, secrets: Secrets, releaseGuids: ReleaseGuids) {
	const facts = () => connection.collection<StoredState>('installation');
	return {
		/**
		 * Called by each process before it works, with the settings that are secret. May run in several at once; a run
		 * that was killed goes on.
		 */
		async complete(secretSettings: readonly string[]): Promise<void> {
			if (((await facts().findOne({_id: 'sealedRecords'}))?.value ?? 0) >= sealedVersion) {
				return;
			}
			await reseal(connection, secrets, {secretSettings});
			await hideGuids(connection, await releaseGuids.load(), secrets);
			await facts().updateOne({_id: 'sealedRecords'}, {$max: {value: sealedVersion}}, {upsert: true});
		},
	};
}
