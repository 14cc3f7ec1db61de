import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import test, {type ExecutionContext} from 'ava';
import {buildZip, type ZippedFile} from '#test/helpers/build-zip.ts';
import {prowlarrDatabase} from '#test/helpers/prowlarr-database.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {readProwlarrDatabase} from '#workers/integrations/prowlarr/read-prowlarr-database.ts';

const read = (t: ExecutionContext, bytes: Buffer, {url = null, apiKey = null}: {url?: string | null; apiKey?: string | null} = {}) =>
	readProwlarrDatabase({database: bytes.toString('base64'), url, apiKey}, tempFolder(t));
const zip = (...files: ZippedFile[]) => buildZip(files);
const whole = () => prowlarrDatabase('https://meadow.example');
/** That of SQLite, if nobody says otherwise. */
const pageBytes = 4096;
const config = {name: 'config.xml', content: '<Config><Port>9696</Port><ApiKey>key-of-prowlarr</ApiKey></Config>'};

test('a database has its indexers with what is secret, and what its tags join them with', async t => {
	const {indexers, notes} = await read(t, whole());
	t.deepEqual(notes, []);
	t.deepEqual(
		indexers.map(({id, name, definition, url, through}) => [id, name, definition, url, through]),
		[
			['1', 'Meadow', 'meadow', 'https://meadow.example/', null],
			['2', 'Old Mill', null, 'https://mill.example', null],
			['3', 'Native', null, 'https://native.example', null],
			['4', 'Hidden', 'meadow', 'https://other.example/', null],
		],
	);
	const [meadow, mill, , hidden] = indexers;
	t.like(meadow?.values, {username: 'vera', password: 'correct horse', sort: 1, free: 'True', kinds: ['shows', 'films']});
	t.like(meadow?.common, {
		enabled: true,
		rss: true,
		priority: 12,
		queryLimit: 100,
		limitUnit: 'hour',
		minimumSeeders: 5,
		seedRatio: 1.5,
		seasonPackSeedTimeMinutes: 10_080,
	});
	t.like(mill?.direct, {kind: 'newznab', apiKey: 'key-of-mill', vipExpiration: '2030-01-31'});
	t.like(mill?.common, {rss: false, automatic: false, interactive: true});
	t.like(hidden?.common, {captcha: true, proxyTags: ['vpn']});
});

test('a backup is read at any depth, and with the address of Prowlarr its key is that of the backup', async t => {
	const backup = zip({name: 'again/prowlarr.db', content: whole()}, {...config, name: 'again/config.xml'}, {name: 'INFO', content: 'x'});
	const url = 'http://prowlarr.test:9696/';
	const [, , native] = (await read(t, backup, {url})).indexers;
	t.like(native?.through, {kind: 'torznab', url: 'http://prowlarr.test:9696', apiPath: '/3/api', apiKey: 'key-of-prowlarr'});
	const [, , other] = (await read(t, backup, {url, apiKey: 'another'})).indexers;
	t.is(other?.through?.apiKey, 'another');
});

test('a database that was copied while it was used is read to its last checkpoint, and says so', async t => {
	const bytes = whole();
	bytes.fill(2, 18, 20);
	const {indexers, notes} = await read(t, bytes);
	t.is(indexers.length, 4);
	t.regex(notes[0] ?? '', /copied while Prowlarr ran/);
});

/** The files of a database of which `changes` are still in its log, as those of a running Prowlarr are. */
async function running(t: ExecutionContext, before: Buffer | null, changes: string): Promise<{database: Buffer; log: Buffer}> {
	const path = join(tempFolder(t), 'prowlarr.db');
	await (before && writeFile(path, before));
	const open = new DatabaseSync(path);
	t.teardown(() => open.close());
	open.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
	open.exec(changes);
	open.exec('PRAGMA cache_size = 1; BEGIN; DELETE FROM "Indexers"'); // is in the log without its end
	return {database: await readFile(path), log: await readFile(`${path}-wal`)};
}

const another = `INSERT INTO "Indexers" ("Name", "Implementation", "Settings") VALUES ('Late', 'Newznab', '{"baseUrl":"https://late.example"}')`;

test('a folder of a running Prowlarr is read with the log beside its database, up to the last whole transaction', async t => {
	const {database, log} = await running(t, whole(), another);
	const files = [
		{name: 'config/prowlarr.db', content: database},
		{name: 'config/prowlarr.db-wal', content: log},
		{name: 'config/prowlarr.db-shm', content: 'x'},
	];
	const {indexers, notes} = await read(t, zip(...files));
	t.deepEqual(
		indexers.map(({name}) => name),
		['Meadow', 'Old Mill', 'Native', 'Hidden', 'Late'],
	);
	t.deepEqual(notes, []);
	const namesWith = async (changed: Buffer) =>
		(await read(t, zip({name: 'prowlarr.db', content: database}, {name: 'prowlarr.db-wal', content: changed}))).indexers.map(
			({name}) => name,
		);
	for (const [at, length] of [
		[0, 0],
		[0, 31],
		[0, 5000],
	] as const) {
		t.false((await namesWith(log.subarray(at, length))).includes('Late'), `${length} bytes of the log`);
	}
	const foreign = Buffer.from(log);
	foreign.writeUInt32BE(7, 16);
	t.is((await namesWith(foreign)).length, 4, 'the log of another database');
});

test('a database that is all in its log says what is missing', async t => {
	const {database} = await running(t, null, 'CREATE TABLE "Indexers" ("Id" INTEGER)');
	await t.throwsAsync(read(t, database), {code: 'log_needed', message: /\.db-wal/});
});

test('older versions lack columns, newer ones have more, and settings that are no JSON harm no other', async t => {
	const old = prowlarrDatabase(
		'https://meadow.example',
		'DELETE FROM VersionInfo WHERE Version = 43; INSERT INTO VersionInfo VALUES (24, NULL, NULL); ALTER TABLE Indexers DROP COLUMN Tags; ALTER TABLE Indexers ADD COLUMN Surprise TEXT',
	);
	t.is((await read(t, old)).indexers.length, 4);
	const broken = prowlarrDatabase('https://meadow.example', `UPDATE Indexers SET Settings = '{"baseUrl":', Tags = '[1,' WHERE Id = 4`);
	const {indexers, notes} = await read(t, broken);
	t.like(indexers[3], {name: 'Hidden', definition: null, url: null});
	t.deepEqual(notes, ['The settings of Hidden cannot be read.']);
	const odd = prowlarrDatabase(
		'https://meadow.example',
		`UPDATE Indexers SET Name = x'00ff', Priority = 'high', Settings = 'null' WHERE Id = 1`,
	);
	t.is((await read(t, odd)).indexers.length, 4);
});

/** A database of which the page with this text is overwritten. */
function damaged(table: 'Indexers' | 'History'): Buffer {
	const mark = 'overwritten soon';
	const sql = {
		Indexers: `UPDATE Indexers SET Settings = '${mark}'`,
		History: `INSERT INTO History VALUES (1, '${mark}')`,
	}[table];
	const bytes = prowlarrDatabase('https://meadow.example', sql);
	const page = Math.floor(bytes.indexOf(mark) / pageBytes) * pageBytes;
	return bytes.fill(0xa5, page, page + pageBytes);
}

const refusals: Record<string, [bytes: () => Buffer, code: string, message: RegExp]> = {
	'nothing at all': [() => Buffer.from('x'), 'not_a_database', /neither a database of SQLite nor the zip/],
	'a page of a login': [() => Buffer.from('<!doctype html><title>Login</title>'), 'not_a_database', /neither/],
	'zeros in its place': [() => Buffer.concat([Buffer.alloc(100), whole().subarray(100)]), 'not_a_database', /neither/],
	'half of it': [() => whole().subarray(0, 9000), 'database_damaged', /cannot be read|malformed/],
	'a header alone': [() => Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84, 1)]), 'database_damaged', /cannot be read/],
	'a beginning': [() => whole().subarray(0, 16), 'not_a_database', /neither a database of SQLite/],
	'a damaged table': [() => damaged('Indexers'), 'database_damaged', /malformed/],
	'another program': [
		() => prowlarrDatabase('https://a.example', 'DROP TABLE Applications; CREATE TABLE Movies (Id); CREATE TABLE MovieFiles (Id)'),
		'unknown_program',
		/it is one of Radarr/,
	],
	'a program that nobody knows': [
		() => prowlarrDatabase('https://a.example', 'DROP TABLE Applications'),
		'unknown_program',
		/another program/,
	],
	'an old version': [
		() => prowlarrDatabase('https://a.example', 'DELETE FROM VersionInfo WHERE Version > 20'),
		'schema_too_old',
		/Update Prowlarr/,
	],
	'a view in place of a table': [
		() => prowlarrDatabase('https://a.example', `DROP TABLE Tags; CREATE VIEW Tags AS SELECT 1 AS Id, hex(zeroblob(1000000000)) AS Label`),
		'database_damaged',
		/Tags is no plain table/,
	],
	'a column that is computed': [
		() =>
			prowlarrDatabase(
				'https://a.example',
				'DROP TABLE Tags; CREATE TABLE Tags (Id INTEGER, Label TEXT GENERATED ALWAYS AS (hex(zeroblob(1000000000))))',
			),
		'database_damaged',
		/Tags is no plain table/,
	],
	'a check that computes': [
		() =>
			prowlarrDatabase(
				'https://a.example',
				'DROP TABLE Tags; CREATE TABLE Tags (Id INTEGER CHECK (length(hex(zeroblob(100000000))) > 0), Label TEXT)',
			),
		'database_damaged',
		/Tags is no plain table/,
	],
	'a backup of Postgres': [() => zip(config), 'no_database_in_backup', /Postgres/],
	'a backup of another program': [
		() => zip({name: 'lidarr.db', content: whole()}),
		'unknown_program',
		/lidarr\.db, that of another program/,
	],
	'two databases': [
		() => zip({name: 'a/prowlarr.db', content: whole()}, {name: 'b/prowlarr.db', content: whole()}),
		'ambiguous_backup',
		/several/,
	],
	'an entry that climbs': [() => zip({name: '../../prowlarr.db', content: whole()}), 'package_unusable', /backup is not taken/],
	'a bomb': [() => zip({name: 'prowlarr.db', content: Buffer.alloc(64 * 1024 * 1024)}), 'not_a_database', /not one of SQLite/],
	'a file that is too large': [
		() => zip({name: 'prowlarr.db', content: Buffer.concat([whole(), Buffer.alloc(129 * 1024 * 1024)])}),
		'package_unusable',
		/more than 128 MiB/,
	],
	'a bomb that lies': [
		() => zip({name: 'prowlarr.db', content: Buffer.concat([whole(), Buffer.alloc(1024 * 1024)]), declaredSize: 1000}),
		'package_unusable',
		/is not taken/,
	],
	'a cut zip': [() => zip({name: 'prowlarr.db', content: whole()}).subarray(0, 900), 'package_unusable', /is not taken/],
};

test('what is no whole database of Prowlarr is refused in words', async t => {
	for (const [name, [bytes, code, message]] of Object.entries(refusals)) {
		await t.throwsAsync(read(t, bytes()), {code, message}, name);
	}
});

test('a damaged table that nobody needs does no harm', async t => {
	t.is((await read(t, damaged('History'))).indexers.length, 4);
});
