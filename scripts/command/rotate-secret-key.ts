import {randomBytes} from 'node:crypto';
import {rm} from 'node:fs/promises';
import type {Redis} from 'ioredis';
import {Invalid} from '#shared/errors.ts';
import {makeFolder} from '#shared/files/folders.ts';
import {isSecretKey, keyFile, readKeyFile, writeKeyFile} from '#shared/secret-key.ts';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {type Resealed, reseal} from '#shared/store/sealing/reseal.ts';
import {fingerprintOf} from '#shared/store/system/installation.ts';
import {noteInTrail} from './note-in-trail.ts';
import {refuseRunning} from './refuse-running.ts';

export interface Rotation extends WantedKey {
	mongodbUri: string;
	redis: Redis;
	prefix: string;
	/** Who runs the command. */
	by: string;
	signal?: AbortSignal;
	/** Milliseconds for which a running service is looked for. */
	watchMs?: number;
}

export interface Rotated extends Resealed {
	/** An earlier change was continued, so the new key is the one from that time. */
	isResumed: boolean;
}

/** Values in Redis that live for hours at most, and are found, solved or logged in again. */
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
	const {dataDir, mongodbUri, redis, prefix, by, signal, watchMs} = rotation;
	await refuseRunning(redis, prefix, {watchMs});
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
			// A process may have started in between.
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

export interface KeyPair {
	oldKey: string;
	newKey: string;
	/** An earlier change to this key was interrupted. */
	isUnfinished: boolean;
}

export interface WantedKey {
	dataDir: string;
	/** The key of today: SECRET_KEY, or null for the one in DATA_DIR. */
	configured: string | null;
	/** The key to change to; null for a generated one. */
	wanted: string | null;
}

/** If there are a previous key and another one of today, a change was interrupted, and its keys are returned. */
async function readKeys({dataDir, configured, wanted}: WantedKey): Promise<KeyPair> {
	const {file, previous} = filesOf(dataDir);
	const [current, unfinished] = await Promise.all([readKeyFile(file), readKeyFile(previous)]);
	if (unfinished && current && current !== unfinished) {
		if (wanted !== null && wanted !== current) {
			throw new Invalid(
				'unfinished_key_change',
				`An earlier change to the key in ${file} was interrupted. Run this again without --key-file to end it.`,
			);
		}
		return {oldKey: unfinished, newKey: current, isUnfinished: true};
	}
	// A change that ended before it wrote its new key has sealed nothing with it.
	const oldKey = unfinished ?? configured ?? current;
	if (!oldKey) {
		throw new Invalid('no_secret_key', `There is no key to change: ${file} is missing and SECRET_KEY is not set.`);
	}
	if (wanted !== null && (!isSecretKey(wanted) || wanted === oldKey)) {
		const message = '--key-file must name a file with another key, of 64 hexadecimal digits. Without it one is generated.';
		throw new Invalid('invalid_secret_key', message);
	}
	return {oldKey, newKey: wanted ?? randomBytes(32).toString('hex'), isUnfinished: false};
}

/** Puts the new key into `DATA_DIR/secret.key`, and keeps the old one as `secret.key.previous`. */
export async function beginWithFiles(dataDir: string, {oldKey, newKey}: KeyPair): Promise<void> {
	const {file, previous} = filesOf(dataDir);
	await makeFolder(dataDir, 0o700);
	if ((await readKeyFile(file)) !== oldKey) {
		// Nobody uses it, and after an interruption it would be taken for the new one.
		await rm(file, {force: true});
	}
	await writeKeyFile(previous, oldKey);
	await writeKeyFile(file, newKey);
}

/** Nothing is sealed with the old key any more. */
async function endWithFiles(dataDir: string): Promise<void> {
	await rm(filesOf(dataDir).previous, {force: true});
}

function filesOf(dataDir: string): {file: string; previous: string} {
	const file = keyFile(dataDir);
	return {file, previous: `${file}.previous`};
}
