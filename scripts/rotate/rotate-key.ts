import type {Redis} from 'ioredis';
import {Invalid} from '#shared/errors.ts';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {type Resealed, reseal} from '#shared/store/sealing/reseal.ts';
import {fingerprintOf} from '#shared/store/system/installation.ts';
import {noteInTrail} from '../command/note-in-trail.ts';
import {refuseRunning} from '../command/refuse-running.ts';
import {beginWithFiles, endWithFiles, readKeys, type WantedKey} from './key-files.ts';

export interface Rotation extends WantedKey {
	mongodbUri: string;
	redis: Redis;
	prefix: string;
	/** Who runs the command. */
	by: string;
	signal?: AbortSignal;
}

export interface Rotated extends Resealed {
	/** It ended an earlier change, so the new key is the one of that time. */
	isResumed: boolean;
}

/** What Redis holds for hours or less is found, solved or logged in again. */
const forgotten = [
	'release',
	'found',
	'found-subtitle',
	'found-subtitles',
	'uploaded-subtitle',
	'clearance',
	'solver-session',
	'subtitle-session',
	'opened-page',
];

/**
 * Seals every stored secret with another key. May be interrupted at any time and run again; until it has ended no
 * process of the service starts. Throws Conflict `service_running`.
 */
export async function rotateKey(rotation: Rotation): Promise<Rotated> {
	const {dataDir, mongodbUri, redis, prefix, by, signal} = rotation;
	await refuseRunning(redis, prefix);
	const keys = await readKeys(rotation);
	const secrets = createSecrets(keys.newKey, keys.oldKey);
	const database = openDatabase({uri: mongodbUri, secrets});
	try {
		await database.connected;
		const {installation} = database;
		if (keys.isUnfinished && (await installation.state()).keyFingerprint === fingerprintOf(keys.newKey)) {
			// Only the last step of the earlier change is missing.
			await endWithFiles(dataDir);
			return await rotateKey(rotation);
		}
		const isOurs =
			(await installation.beginKeyChange(keys.oldKey)) || (keys.isUnfinished && (await installation.beginKeyChange(keys.newKey)));
		if (!isOurs) {
			throw new Invalid(
				'other_secret_key',
				'The stored secrets were encrypted with another SECRET_KEY than this one. Run this with that key.',
			);
		}
		if (!keys.isUnfinished) {
			// One may have started in between.
			await refuseRunning(redis, prefix).catch(async error => {
				await installation.endKeyChange(keys.oldKey);
				throw error;
			});
			await beginWithFiles(dataDir, keys);
		}
		const counts = await reseal(database.connection, secrets, signal);
		await forget(redis, prefix);
		await noteInTrail(database.stores, {action: 'secret-key.rotated', subjectName: null, by, now: new Date()});
		await installation.endKeyChange(keys.newKey);
		await endWithFiles(dataDir);
		return {...counts, isResumed: keys.isUnfinished};
	} finally {
		await database.close();
	}
}

async function forget(redis: Redis, prefix: string): Promise<void> {
	for (const kind of forgotten) {
		await redis.unlink(`${prefix}:${kind}`);
		for await (const keys of redis.scanStream({match: `${prefix}:${kind}:*`, count: 1000}) as AsyncIterable<string[]>) {
			if (keys.length > 0) {
				await redis.unlink(...keys);
			}
		}
	}
}
