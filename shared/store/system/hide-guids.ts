import type {Collection, Connection, mongo} from 'mongoose';
import type {FoundRelease} from '../../domain/release/release.ts';
import {maskSecrets} from '../../mask-secrets.ts';
import type {Secrets} from '../../secrets.ts';
import {pendingId} from '../downloads/pending-releases.ts';
import {type HideGuid, isHiddenGuid} from '../sealing/release-guids.ts';
import {createSealing} from '../sealing/sealed-fields.ts';

interface Row {
	_id: string;
	guid?: string | null;
	indexerId?: string | null;
	reason?: string;
	data?: Record<string, unknown>;
	release?: string;
	seenAt?: Date;
}

type Write = mongo.AnyBulkWriteOperation<Row>;

const together = 500;

/** Replaces the guids and addresses that earlier versions stored in plain text. Rows without any stay as they are. */
export async function hideGuids(connection: Connection, hide: HideGuid, secrets: Secrets): Promise<void> {
	const hidden = (guid: string) => (isHiddenGuid(guid) ? guid : hide(guid));
	const pending = createSealing('pendingReleases', secrets);
	const toWrites: Record<string, (row: Row) => Write[]> = {
		blocklist: row => update(row, {...(row.guid && {guid: hidden(row.guid)}), ...(row.reason && {reason: maskSecrets(row.reason)})}),
		history: row => update(row, row.data ? {data: toData(row.data, hidden)} : {}),
		pendingReleases(row) {
			const {release} = pending.open(row) as {release?: unknown};
			const {guid, indexerId} = release as FoundRelease;
			const known = hidden(guid);
			const _id = pendingId({indexerId, guid: known});
			const sealed = pending.seal(_id, {release: {...(release as FoundRelease), guid: known}}) as object;
			const added = {updateOne: {filter: {_id}, update: {$setOnInsert: {...sealed, seenAt: row.seenAt}}, upsert: true}} as Write;
			return _id === row._id ? [] : [added, {deleteOne: {filter: {_id: row._id}}}];
		},
	};
	for (const [name, write] of Object.entries(toWrites)) {
		await rewrite(connection.collection<Row>(name) as unknown as Collection<Row>, write); // Mongoose's collections are the driver's
	}
}

async function rewrite(rows: Collection<Row>, toWrites: (row: Row) => Write[]): Promise<void> {
	const fields = ['guid', 'indexerId', 'reason', 'data', 'release', 'seenAt'];
	const projection = Object.fromEntries(fields.map(field => [field, 1]));
	for (let after: string | null = ''; after !== null; ) {
		const found: Row[] = await rows
			.find({_id: {$gt: after}}, {projection})
			.sort({_id: 1})
			.limit(together)
			.toArray();
		const writes = found.flatMap(row => readable(() => toWrites(row)));
		if (writes.length > 0) {
			await rows.bulkWrite(writes, {ordered: true});
		}
		after = found.length < together ? null : (found.at(-1)?._id ?? null);
	}
}

/** What no key opens is left alone. */
function readable(work: () => Write[]): Write[] {
	try {
		return work();
	} catch {
		return [];
	}
}

function toData(data: Record<string, unknown>, hidden: HideGuid): Record<string, unknown> {
	const shown = (name: string, value: string) => (name === 'guid' ? hidden(value) : maskSecrets(value));
	return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? shown(name, value) : value]));
}

function update(row: Row, wanted: Partial<Row>): Write[] {
	const values = row as unknown as Record<string, unknown>;
	const changed = Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(values[name]));
	return changed.length > 0 ? [{updateOne: {filter: {_id: row._id}, update: {$set: Object.fromEntries(changed) as Partial<Row>}}}] : [];
}
