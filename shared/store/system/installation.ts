import {createHmac} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {every} from '../../coordination/wait.ts';
import {schemaOptions} from '../mongo/records.ts';

/** Milliseconds between two looks at the version of the data. */
const watchMs = 5000;

/** Version of the stored data. A change that older versions of the program would misread, or not keep up, raises it. */
export const dataVersion = 8;

export const startFaultCodes = [
	'standalone_mongodb',
	'sharded_mongodb',
	'other_secret_key',
	'unfinished_key_change',
	'unfinished_restore',
	'newer_data',
] as const;

/** Why a process must not work with this database. */
export interface StartFault {
	code: (typeof startFaultCodes)[number];
	/** One line: what is wrong, and what helps. */
	message: string;
}

/**
 * What all processes of one installation have in common: `secretKey` (a fingerprint) and `dataVersion`, and `restore`
 * while a restore replaces the collections.
 */
interface StoredFact {
	_id: 'secretKey' | 'dataVersion' | 'restore';
	value: string | number;
}

const factSchema = new Schema<StoredFact>({_id: String, value: Schema.Types.Mixed}, schemaOptions);

export const standalone =
	'MongoDB is not a replica set, so it has no transactions, and series cannot be stored. Start mongod with --replSet and run rs.initiate() once, or leave MONGODB_URI empty and use `npm start`.';
export const sharded =
	'MongoDB is a router of a sharded cluster, where the unique keys of titles and downloads would not hold. Name a replica set in MONGODB_URI; one of three members carries a million titles.';
const otherKey =
	'This process has a different SECRET_KEY from the one that the stored secrets were encrypted with. Give every process the same SECRET_KEY, or the same DATA_DIR/secret.key. If the old key is lost, remove the document "secretKey" from the collection "installation" and enter the secrets again.';

const unfinishedKeyChange = 'SECRET_KEY is being changed. Wait until `npm run rotate-key` has ended; if it was interrupted, run it again.';
const unfinishedRestore = 'A restore of a backup has not ended. Wait for it; if it was interrupted, run `npm run restore` again.';
/** Replaces the fingerprint while secrets sealed with two keys are stored. */
const changingFrom = (fingerprint: string) => `changing ${fingerprint}`;

/** What the stored facts say; null before the first start. */
export interface InstallationState {
	/** Tells the key of the installation from others; null also while it is being changed. */
	keyFingerprint: string | null;
	dataVersion: number | null;
	/** What was begun and has not ended: until then the data are those of two times or two keys. */
	unfinished: StartFault | null;
}

export type Installation = ReturnType<typeof createInstallation>;

/** Compares a process with what the other processes of the installation use. */
export function createInstallation(connection: Connection) {
	const facts = connection.model<StoredFact>('InstallationFact', factSchema, 'installation');

	/** Stores the value if there is none. Returns the stored one. */
	async function agreeOn(id: StoredFact['_id'], value: string | number): Promise<string | number> {
		const stored = await facts
			.findOneAndUpdate({_id: id}, {$setOnInsert: {value}}, {upsert: true, returnDocument: 'after'})
			.lean<StoredFact>();
		return stored?.value ?? value;
	}

	async function state(): Promise<InstallationState> {
		const found = new Map((await facts.find({}).lean<StoredFact[]>()).map(({_id, value}) => [_id, value]));
		const [key, version] = [found.get('secretKey'), found.get('dataVersion')];
		const isChanging = String(key ?? '').startsWith(changingFrom(''));
		const keyFault: StartFault | null = isChanging ? {code: 'unfinished_key_change', message: unfinishedKeyChange} : null;
		return {
			keyFingerprint: key === undefined || isChanging ? null : String(key),
			dataVersion: version === undefined ? null : Number(version),
			unfinished: found.has('restore') ? {code: 'unfinished_restore', message: unfinishedRestore} : keyFault,
		};
	}

	return {
		state,
		/**
		 * Null if the process may work. The first process of an installation decides its key. `version` is that of the
		 * data which the program writes; older data are accepted and marked with it.
		 */
		async findStartFault(secretKey: string, version = dataVersion): Promise<StartFault | null> {
			const hello = (await connection.db?.admin().command({hello: 1})) ?? {};
			if (isRouter(hello)) {
				return {code: 'sharded_mongodb', message: sharded};
			}
			if (!hasTransactions(hello)) {
				return {code: 'standalone_mongodb', message: standalone};
			}
			const {unfinished} = await state();
			if (unfinished) {
				return unfinished;
			}
			const stored = Number(await agreeOn('dataVersion', version));
			const newer = newerFault(stored, version);
			if (newer) {
				return newer;
			}
			const known = await agreeOn('secretKey', fingerprintOf(secretKey));
			if (known !== fingerprintOf(secretKey)) {
				// A change may have begun in between.
				return (await state()).unfinished ?? {code: 'other_secret_key', message: otherKey};
			}
			if (stored < version) {
				await facts.updateOne({_id: 'dataVersion', value: {$lt: version}}, {$set: {value: version}});
			}
			return null;
		},
		/**
		 * Looks every few seconds whether a newer version has brought the data to its own form, which this one would
		 * spoil. `report` is called with the fault, and with null once they are of a known version.
		 */
		watchVersion(report: (fault: StartFault | null) => void, signal: AbortSignal, version = dataVersion): void {
			every(watchMs, async () => report(newerFault((await state()).dataVersion ?? version, version)), {signal, atOnce: true});
		},
		/**
		 * No process starts after this; an unfinished change from this key is continued. False if another key is used.
		 */
		async beginKeyChange(secretKey: string): Promise<boolean> {
			const mine = fingerprintOf(secretKey);
			const filter = {_id: 'secretKey' as const, value: {$in: [mine, changingFrom(mine)]}};
			return (await facts.updateOne(filter, {$set: {value: changingFrom(mine)}})).matchedCount > 0;
		},
		/** From now on processes with this key start. */
		async endKeyChange(secretKey: string): Promise<void> {
			await facts.updateOne({_id: 'secretKey'}, {$set: {value: fingerprintOf(secretKey)}}, {upsert: true});
		},
	};
}

function newerFault(stored: number, version: number): StartFault | null {
	if (stored <= version) {
		return null;
	}
	const remedy = 'Start that version, or restore a backup from before the update.';
	const message = `A newer version of Kinoteka wrote the stored data (version ${stored}; this one knows ${version}). ${remedy}`;
	return {code: 'newer_data', message};
}

/** A member of a replica set tells its name. */
export function hasTransactions({setName}: Record<string, unknown>): boolean {
	return setName !== undefined;
}

/** A router of a sharded cluster tells what it is. */
export const isRouter = ({msg}: Record<string, unknown>): boolean => msg === 'isdbgrid';

/** Tells two keys apart, and nothing about them. */
export function fingerprintOf(secretKey: string): string {
	return createHmac('sha256', Buffer.from(secretKey, 'hex')).update('kinoteka installation').digest('base64url');
}
