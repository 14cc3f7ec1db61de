import {createWriteStream, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {Readable, Transform} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {getDownloadURL} from 'mongodb-download-url';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {Unavailable} from '#shared/errors.ts';
import {digestOf, type Fetching} from './program-cache.ts';
import {runProgram} from './run-program.ts';

const lookUpLimitMs = 15_000;
const downloadLimitMs = 15 * 60_000;
const sizeLimitBytes = 500_000_000;

/**
 * Downloads MongoDB's official build for this machine below `folder` and returns the path of `mongod`. `version` is a
 * range such as `8.0.x`.
 * @throws Unavailable if the list, the archive or its published sha256 cannot be fetched
 */
export async function fetchOfficialMongodb(version: string, folder: string, fetching: Fetching): Promise<string> {
	const limit = AbortSignal.timeout(lookUpLimitMs);
	const tooLate = new Promise<never>((_, reject) => {
		limit.addEventListener('abort', () => reject(new Unavailable('download_failed', 'no answer within 15 s')), {once: true});
	});
	const {url} = await Promise.race([getDownloadURL({version, productionOnly: true, cachePath: join(folder, 'versions.gz')}), tooLate]);
	return await fetchMongodbArchive(url, folder, fetching);
}

/**
 * Downloads a `.tgz` whose sha256 is published at the same address plus `.sha256`, verifies it, and unpacks `mongod`.
 */
export async function fetchMongodbArchive(url: string, folder: string, {reporter, signal}: Fetching): Promise<string> {
	const expected = (await (await get(`${url}.sha256`, lookUpLimitMs)).text()).trim().split(/\s/)[0];
	const archive = join(folder, 'archive.tgz');
	const response = await get(url, downloadLimitMs, signal);
	if (!response.body) {
		throw new Unavailable('download_failed', `${url} is empty`);
	}
	const total = Number(response.headers.get('content-length') ?? 0);
	await pipeline(Readable.fromWeb(response.body), countBytes(total, reporter), createWriteStream(archive));

	const digest = await digestOf(archive);
	if (digest !== expected) {
		throw new Unavailable('program_hash_mismatch', `${url} has sha256 ${digest}, but ${expected} is published; it was not run`);
	}
	const unpacked = join(folder, 'unpacked');
	mkdirSync(unpacked);
	const unpack = await runProgram('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'], {timeoutMs: 5 * 60_000});
	if (!unpack.ok) {
		throw new Unavailable('download_failed', `the archive could not be unpacked: ${unpack.output}`);
	}
	return join(unpacked, 'bin', 'mongod');
}

async function get(url: string, limitMs: number, signal?: AbortSignal): Promise<Response> {
	const response = await fetch(url, {signal: AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])])});
	if (!response.ok) {
		throw new Unavailable('download_failed', `${url} answered ${response.status}`);
	}
	return response;
}

function countBytes(total: number, reporter: Reporter): Transform {
	let seen = 0;
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			seen += chunk.length;
			if (seen > sizeLimitBytes) {
				done(new Unavailable('download_failed', `the archive is larger than ${sizeLimitBytes} bytes`));
				return;
			}
			const of = total > 0 ? ` of ${(total / 1e6).toFixed(0)}` : '';
			reporter.progress(`fetching MongoDB: ${(seen / 1e6).toFixed(0)}${of} MB`);
			done(null, chunk);
		},
	});
}
