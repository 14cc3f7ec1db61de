import {DatabaseSync} from 'node:sqlite';

const schema = `
CREATE TABLE "VersionInfo" ("Version" INTEGER NOT NULL, "AppliedOn" DATETIME, "Description" TEXT);
CREATE TABLE "Indexers" ("Id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "Name" TEXT NOT NULL, "Implementation" TEXT NOT NULL, "Settings" TEXT, "ConfigContract" TEXT, "Enable" INTEGER, "Priority" INTEGER NOT NULL DEFAULT 25, "Added" DATETIME, "AppProfileId" INTEGER NOT NULL DEFAULT 1, "Tags" TEXT);
CREATE TABLE "AppSyncProfiles" ("Id" INTEGER NOT NULL PRIMARY KEY, "Name" TEXT NOT NULL, "EnableRss" INTEGER NOT NULL, "EnableInteractiveSearch" INTEGER NOT NULL, "EnableAutomaticSearch" INTEGER NOT NULL, "MinimumSeeders" INTEGER NOT NULL DEFAULT 1);
CREATE TABLE "IndexerProxies" ("Id" INTEGER NOT NULL PRIMARY KEY, "Name" TEXT NOT NULL, "Settings" TEXT NOT NULL, "Implementation" TEXT NOT NULL, "Tags" TEXT);
CREATE TABLE "Applications" ("Id" INTEGER NOT NULL PRIMARY KEY, "Name" TEXT NOT NULL);
CREATE TABLE "Tags" ("Id" INTEGER NOT NULL PRIMARY KEY, "Label" TEXT NOT NULL);
CREATE TABLE "History" ("Id" INTEGER NOT NULL PRIMARY KEY, "Data" TEXT NOT NULL);
INSERT INTO "VersionInfo" VALUES (1, NULL, 'first'), (43, NULL, 'last');
INSERT INTO "AppSyncProfiles" VALUES (1, 'Standard', 1, 1, 1, 1), (2, 'By hand', 0, 1, 0, 1);
INSERT INTO "Tags" VALUES (1, 'solver'), (2, 'vpn');
INSERT INTO "IndexerProxies" VALUES (1, 'Solver', '{}', 'FlareSolverr', '[1]'), (2, 'VPN', '{}', 'Socks5', '[2]');`;

const limits = {queryLimit: 100, grabLimit: 20, limitsUnit: 1};
const seeding = {appMinimumSeeders: 5, seedRatio: 1.5, seedTime: 4320, packSeedTime: 10_080};

/** A database of Prowlarr with made-up indexers, of which one is at `meadow`. `sql` changes it. */
export function prowlarrDatabase(meadow: string, sql = ''): Buffer {
	const database = new DatabaseSync(':memory:');
	database.exec(schema);
	const add = database.prepare(
		'INSERT INTO "Indexers" ("Id", "Name", "Implementation", "Settings", "Enable", "Priority", "AppProfileId", "Tags") VALUES (?, ?, ?, ?, 1, ?, ?, ?)',
	);
	const row = (id: number, name: string, implementation: string, settings: object, {priority = 25, profile = 1, tags = '[]'} = {}) =>
		add.run(id, name, implementation, JSON.stringify(settings), priority, profile, tags);
	const account = {username: 'vera', password: 'correct horse', sort: 1, free: 'True', kinds: ['shows', 'films']};
	const common = {baseSettings: limits, torrentBaseSettings: seeding};
	row(1, 'Meadow', 'Cardigann', {definitionFile: 'meadow', baseUrl: `${meadow}/`, ...common, extraFieldData: account}, {priority: 12});
	row(
		2,
		'Old Mill',
		'Newznab',
		{baseUrl: 'https://mill.example', apiPath: '/api', apiKey: 'key-of-mill', vipExpiration: '2030-01-31'},
		{profile: 2},
	);
	row(3, 'Native', 'SomeSite', {baseUrl: 'https://native.example', apiKey: 'key-of-native'});
	row(4, 'Hidden', 'Cardigann', {definitionFile: 'meadow', baseUrl: 'https://other.example/', extraFieldData: account}, {tags: '[1, 2]'});
	database.exec(sql);
	const bytes = Buffer.from(database.serialize());
	database.close();
	return bytes;
}
