import type {Collection} from 'mongodb';
import type {Connection} from 'mongoose';
import type {Scope} from '../../domain/scope.ts';
import {Invalid} from '../../errors.ts';
import {type NumberedKind, numberedCollections} from '../mongo/record-numbers.ts';

/** As another program sent them. */
export type KeptValues = Readonly<Record<string, unknown>>;
type Media = Exclude<Scope, null>;

interface Row {
	_id: string;
	kept?: Partial<Record<Media, KeptValues>>;
}

/**
 * Of one record and program, in bytes of JSON and in values, those inside others included. Formats are kept as they
 * were sent, and the longest published patterns name hundreds of groups.
 */
const limits = {usual: {bytes: 64 * 1024, count: 5000}, customFormat: {bytes: 1024 * 1024, count: 10_000}} as const;

function countOf(value: unknown): number {
	if (typeof value !== 'object' || value === null) {
		return 1;
	}
	return Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 1);
}

/** One for each sort of settings. */
const settingsCollection = 'keptSettings';

/**
 * What programs made for Radarr and Sonarr send and we have no place for. They compare what they read with what they
 * have sent, so they get it back. It is stored with its record and goes with it.
 */
export function createKeptValues(connection: Connection) {
	// Mongoose's collections are the driver's.
	const rowsOf = (name: string) => connection.collection(name) as unknown as Collection<Row>;

	/** Throws Invalid if it is more than a program has reason to keep with one record. */
	function check(kind: NumberedKind | 'settings', values: KeptValues): void {
		const text = JSON.stringify(values);
		const {bytes, count} = kind === 'customFormat' ? limits.customFormat : limits.usual;
		if (Buffer.byteLength(text) > bytes || countOf(values) > count) {
			const message = `What is sent and has no place here may have ${bytes / 1024} KiB and ${count} values at most.`;
			throw new Invalid('too_much_to_keep', message, [{path: 'fields', message}]);
		}
	}

	return {
		check,
		/** By id of the record; those without are left out. */
		async of(kind: NumberedKind, media: Media, ids: readonly string[]): Promise<Map<string, KeptValues>> {
			const rows = await rowsOf(numberedCollections[kind])
				.find({_id: {$in: [...ids]}}, {projection: {kept: 1}, batchSize: ids.length + 1})
				.toArray();
			return new Map(rows.flatMap(({_id, kept}) => (kept?.[media] ? [[_id, kept[media]] as const] : [])));
		},
		/** Does not count as a change of the record. */
		async set(kind: NumberedKind, media: Media, {id, values}: {id: string; values: KeptValues}): Promise<void> {
			check(kind, values);
			await rowsOf(numberedCollections[kind]).updateOne({_id: id}, {$set: {[`kept.${media}`]: values}});
		},
		/** Settings that belong to no record; empty if none were sent. */
		async settings(name: string, media: Media): Promise<KeptValues> {
			return (await rowsOf(settingsCollection).findOne({_id: name}))?.kept?.[media] ?? {};
		},
		async setSettings(name: string, media: Media, values: KeptValues): Promise<void> {
			check('settings', values);
			await rowsOf(settingsCollection).updateOne({_id: name}, {$set: {[`kept.${media}`]: values}}, {upsert: true});
		},
	};
}
