import {createHmac, createSecretKey, randomBytes} from 'node:crypto';
import type {Connection} from 'mongoose';
import {cached} from '../../coordination/cache.ts';
import type {Secrets} from '../../secrets.ts';
import {sealContextOf} from './sealed-fields.ts';

interface KeyFact {
	_id: 'guidKey';
	/** Sealed. */
	value: string;
}

/** Returns the public name of a release: always the same, and the guid cannot be read from it. */
export type HideGuid = (guid: string) => string;

const id = 'guidKey';
const form = /^rel_[\w-]{32}$/;
const nameBytes = 24;

/** Is it a name that `HideGuid` gave? */
export function isHiddenGuid(guid: string): boolean {
	return form.test(guid);
}

/**
 * Sites put passkeys into guids, so a release is known by an HMAC of its guid. Its key belongs to the installation:
 * all processes have the same, and it stays when SECRET_KEY is changed.
 */
export function createReleaseGuids(connection: Connection, secrets: Secrets) {
	const facts = () => connection.collection<KeyFact>('installation');
	const context = sealContextOf('installation', 'value', id);

	const fresh = () => secrets.seal(randomBytes(32), context);

	async function load(): Promise<HideGuid> {
		const stored = await facts().findOneAndUpdate({_id: id}, {$setOnInsert: {value: fresh()}}, {upsert: true, returnDocument: 'after'});
		// Not as bytes, which would be checked and copied for each release.
		const key = createSecretKey(opened(stored?.value ?? '') ?? (await replaced(stored?.value ?? '')));
		const nameOf = (guid: string) => createHmac('sha256', key).update(guid).digest().subarray(0, nameBytes).toString('base64url');
		return guid => `rel_${nameOf(guid)}`;
	}

	function opened(sealed: string): Buffer | null {
		try {
			return secrets.openBytes(sealed, context);
		} catch {
			return null;
		}
	}

	/** After SECRET_KEY was lost: releases get new names, and are not recognised by their old ones. */
	async function replaced(lost: string): Promise<Buffer> {
		await facts().updateOne({_id: id, value: lost}, {$set: {value: fresh()}});
		const stored = await facts().findOne({_id: id});
		return secrets.openBytes(stored?.value ?? '', context);
	}

	/** Reads the key at the first call. */
	const loadOnce = cached(load);

	return {
		load: loadOnce,
		/** Of a guid as its indexer writes it, or as we show it: both name the release. */
		nameOf: async (guid: string) => (isHiddenGuid(guid) ? guid : (await loadOnce())(guid)),
	};
}
