import type {Connection} from 'mongoose';
import type {Leases} from '../../coordination/lease.ts';
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

const leaseKey = 'sealed-records';
/** Milliseconds after which another process takes over from one that died. */
const leaseMs = 15_000;

interface Sealers {
	secrets: Secrets;
	releaseGuids: ReleaseGuids;
	leases: Pick<Leases, 'with'>;
}

/** Brings what earlier versions stored in plain text into the form of today. */
export function createSealedRecords(connection: Connection, {secrets, releaseGuids, leases}: Sealers) {
	const facts = () => connection.collection<StoredState>('installation');
	const areComplete = async () => ((await facts().findOne({_id: 'sealedRecords'}))?.value ?? 0) >= sealedVersion;

	async function seal(secretSettings: readonly string[]): Promise<void> {
		await reseal(connection, secrets, {secretSettings});
		await hideGuids(connection, await releaseGuids.load(), secrets);
		await facts().updateOne({_id: 'sealedRecords'}, {$max: {value: sealedVersion}}, {upsert: true});
	}

	return {
		/**
		 * Called by each process before it works, with the settings that are secret. One does it while the others wait,
		 * because all of them together would take several times as long. Two at once do no harm, and a run that was
		 * killed goes on.
		 */
		async complete(secretSettings: readonly string[]): Promise<void> {
			const {signal} = new AbortController();
			while (!(await areComplete())) {
				await leases.with(leaseKey, {ms: leaseMs, signal, maxWaitMs: leaseMs}, async () => {
					await ((await areComplete()) || seal(secretSettings));
				});
			}
		},
	};
}
