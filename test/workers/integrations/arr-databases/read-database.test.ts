import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import test, {type ExecutionContext} from 'ava';
import {bazarrDatabase, radarrDatabase, sonarrDatabase} from '#test/helpers/arr-databases.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {prowlarrDatabase} from '#test/helpers/prowlarr-database.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {type ArrDatabase, readArrDatabase} from '#workers/integrations/arr-databases/read-database.ts';

type Given = Record<string, Buffer>;

/** Reads files that were given under these names, and shows that nothing of them stays. */
async function read<Result>(t: ExecutionContext, given: Given, use: (database: ArrDatabase) => Promise<Result>): Promise<Result> {
	const [folder, workFolder] = [tempFolder(t), tempFolder(t)];
	const files = Object.entries(given).map(([name, bytes]) => ({name, bytes, path: join(folder, name)}));
	await Promise.all(files.map(({path, bytes}) => writeFile(path, bytes)));
	try {
		return await readArrDatabase(files, {workFolder}, use);
	} finally {
		t.deepEqual(await readdir(workFolder), []);
	}
}

const describe = async ({program, schema, tables, warnings}: ArrDatabase) => ({
	program,
	schema,
	titles: tables['Movies'] ?? tables['Series'] ?? tables['table_movies'] ?? tables['Indexers'],
	warnings: warnings.map(({code}) => code),
});

const movies = [
	{id: 1, title: 'Paper Harbor', file: {name: 'Paper Harbor.mkv', size: 1000}},
	{id: 2, title: 'Amber Mill'},
];
const config = {name: 'config.xml', content: '<Config><ApiKey>key</ApiKey></Config>'};
const series = [{id: 1, title: 'Quiet Mill', tvdbId: 70, episodes: [{id: 1, place: [1, 1] as [number, number]}]}];

test('the databases of all four programs are known by their tables, whatever their files are called', async t => {
	const found = async (bytes: Buffer) => read(t, {'some.db': bytes}, describe);
	t.deepEqual(await found(radarrDatabase(movies)), {program: 'radarr', schema: 242, titles: 2, warnings: []});
	t.deepEqual(await found(radarrDatabase(movies, {isOld: true})), {program: 'radarr', schema: 195, titles: 2, warnings: []});
	t.deepEqual(await found(sonarrDatabase(series)), {program: 'sonarr', schema: 217, titles: 1, warnings: []});
	t.deepEqual(await found(prowlarrDatabase('https://meadow.example')), {program: 'prowlarr', schema: 43, titles: 4, warnings: []});
	t.deepEqual(await found(bazarrDatabase()), {program: 'bazarr', schema: '0124f9e278fb', titles: 1, warnings: ['log_missing']});
});

test('a backup of Bazarr keeps the mark of a log and is whole', async t => {
	const zip = buildZip([{name: 'bazarr.db', content: bazarrDatabase()}]);
	t.deepEqual((await read(t, {'backup.zip': zip}, describe)).warnings, []);
});

test('rows come by the columns that a table has, without blobs and endless texts', async t => {
	const sql = `UPDATE Movies SET Path = hex(zeroblob(300000)) WHERE Id = 1; UPDATE Movies SET Path = x'00ff', Monitored = 9223372036854775807 WHERE Id = 2; UPDATE Movies SET Path = NULL, Monitored = -9223372036854775807 - 1 WHERE Id = 3`;
	const third = {id: 3, title: 'Third Kite'};
	const rows = await read(t, {'radarr.db': radarrDatabase([...movies, third], {sql})}, ({list}) =>
		list('Movies', ['Id', 'Path', 'Monitored', 'NoSuchColumn'], 10),
	);
	t.deepEqual(
		rows.map(({Path, ...row}) => [row, typeof Path === 'string' ? Path.length : Path]),
		[
			[{Id: 1, Monitored: 1}, 200_000],
			[{Id: 2, Monitored: null}, null],
			[{Id: 3, Monitored: null}, null],
		],
	);
	t.deepEqual(await read(t, {'radarr.db': radarrDatabase(movies)}, ({list}) => list('Collections', ['Id'], 10)), []);
});

test('rows of one title are found without reading the whole table', async t => {
	const [folder, workFolder] = [tempFolder(t), tempFolder(t)];
	const given = {name: 'sonarr.db', path: join(folder, 'sonarr.db')};
	await writeFile(given.path, sonarrDatabase(series));
	const plan = await readArrDatabase([given], {workFolder}, async ({list}) => {
		t.is((await list('Episodes', ['Id'], 10, {column: 'SeriesId', values: [1]})).length, 1);
		const [copy] = await readdir(workFolder, {recursive: true}).then(names => names.filter(name => name.endsWith('.db')));
		const database = new DatabaseSync(join(workFolder, copy ?? ''), {readOnly: true});
		try {
			return database.prepare('EXPLAIN QUERY PLAN SELECT "Id" FROM "Episodes" WHERE "SeriesId" IN (1)').get()?.['detail'];
		} finally {
			database.close();
		}
	});
	t.regex(String(plan), /^SEARCH Episodes USING .*INDEX/);
});

test('several tables are read side by side, some rows at a time', async t => {
	const many = Array.from({length: 1200}, (_, index) => ({id: index + 1, title: `Film ${index}`}));
	const seen = await read(t, {'radarr.db': radarrDatabase(many)}, async database => {
		const known = database.rows('MovieMetadata', ['Id']);
		let equal = 0;
		for await (const {Id} of database.rows('Movies', ['Id'])) {
			equal += Number((await known.next()).value?.['Id'] === Id);
		}
		return equal;
	});
	t.is(seen, 1200);
});

/** The files of a database that is in use: what `changes` wrote is in its log. */
async function inUse(t: ExecutionContext, changes: string): Promise<Given> {
	const path = join(tempFolder(t), 'radarr.db');
	await writeFile(path, radarrDatabase(movies));
	const open = new DatabaseSync(path);
	t.teardown(() => open.close());
	open.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
	open.exec(changes);
	return {'radarr.db': await readFile(path), 'radarr.db-wal': await readFile(`${path}-wal`), 'radarr.db-shm': Buffer.from('x')};
}

test('a database in use is read with its log, and without it to the last checkpoint with a warning', async t => {
	const files = await inUse(t, "INSERT INTO Movies (Id, Path) VALUES (3, '/movies/Late (2012)')");
	t.deepEqual(await read(t, files, describe), {program: 'radarr', schema: 242, titles: 3, warnings: []});
	const alone = {'radarr.db': files['radarr.db']!};
	t.deepEqual(await read(t, alone, describe), {program: 'radarr', schema: 242, titles: 2, warnings: ['log_missing']});
});

test('a journal that names another file is left out, since SQLite would delete that one', async t => {
	const journal = Buffer.concat([Buffer.alloc(1024), Buffer.from('d9d505f920a163d7', 'hex')]);
	t.is((await read(t, {'radarr.db': radarrDatabase(movies), 'radarr.db-journal': journal}, describe)).titles, 2);
});

test('a damaged table is named, and the others are read', async t => {
	const bytes = radarrDatabase(movies, {sql: "INSERT INTO History VALUES (1, 'overwritten soon')"});
	const page = Math.floor(bytes.indexOf('overwritten soon') / 4096) * 4096;
	const {titles, warnings} = await read(t, {'radarr.db': bytes.fill(0xa5, page, page + 4096)}, async database => ({
		...(await describe(database)),
		warnings: database.warnings.map(({message}) => message),
	}));
	t.is(titles, 2);
	t.regex(warnings.join(' '), /table History is damaged.+malformed/);
});

const refusals: Record<string, [files: () => Given, code: string, message: RegExp]> = {
	'an empty file': [() => ({'radarr.db': Buffer.alloc(0)}), 'not_a_database', /neither a database/],
	'an old version': [
		() => ({'radarr.db': radarrDatabase(movies, {sql: 'UPDATE VersionInfo SET Version = 100'})}),
		'schema_too_old',
		/Radarr 3\.0/,
	],
	'a Bazarr without a version': [() => ({'bazarr.db': bazarrDatabase('DROP TABLE alembic_version')}), 'schema_too_old', /Update Bazarr/],
	'another program': [
		() => ({'lidarr.db': radarrDatabase([], {sql: 'DROP TABLE Movies; CREATE TABLE Artists (Id INTEGER)'})}),
		'unknown_program',
		/one of Lidarr/,
	],
	'half of it': [() => ({'radarr.db': radarrDatabase(movies).subarray(0, 9000)}), 'database_damaged', /malformed/],
	'a view in place of a table': [
		() => ({
			'radarr.db': radarrDatabase(movies, {sql: 'DROP TABLE Tags; CREATE VIEW Tags AS SELECT 1 AS Id, hex(zeroblob(900000000)) AS Label'}),
		}),
		'database_damaged',
		/Tags is no plain table/,
	],
	'two databases': [() => ({'a.db': radarrDatabase(movies), 'b.db': radarrDatabase(movies)}), 'ambiguous_backup', /several/],
	'a backup of two programs': [
		() => ({
			'backup.zip': buildZip([
				{name: 'radarr.db', content: radarrDatabase(movies)},
				{name: 'old/sonarr.db', content: sonarrDatabase(series)},
			]),
		}),
		'ambiguous_backup',
		/radarr\.db, old\/sonarr\.db/,
	],
	'a backup of Postgres': [() => ({'backup.zip': buildZip([config])}), 'no_database_in_backup', /Postgres/],
	zeros: [() => ({'backup.zip': buildZip([{name: 'radarr.db', content: Buffer.alloc(1_000_000)}])}), 'not_a_database', /not one of SQLite/],
	'an entry that climbs': [
		() => ({'backup.zip': buildZip([{name: '../radarr.db', content: radarrDatabase(movies)}])}),
		'package_unusable',
		/not taken/,
	],
};

test('what cannot be read is refused with a code and in words', async t => {
	for (const [name, [files, code, message]] of Object.entries(refusals)) {
		await t.throwsAsync(
			read(t, files(), async () => {}),
			{code, message},
			name,
		);
	}
});

test('a trigger is never run, and a newer version is read with a warning', async t => {
	const sql = 'CREATE TRIGGER more AFTER INSERT ON Tags BEGIN DELETE FROM Movies; END; UPDATE VersionInfo SET Version = 900';
	t.deepEqual(await read(t, {'radarr.db': radarrDatabase(movies, {sql})}, describe), {
		program: 'radarr',
		schema: 900,
		titles: 2,
		warnings: ['schema_newer'],
	});
});
