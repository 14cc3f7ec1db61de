import type {ForeignIndexer} from '#shared/domain/indexers/foreign-indexer.ts';
import {Invalid} from '#shared/errors.ts';
import {asRecord} from '../http/read-body.ts';
import {readZip} from '../packages/read-zip.ts';
import {readInThread} from '../read-in-thread.ts';
import type {DatabaseRows, Unreadable} from './database-rows.ts';
import {mergeLog} from './merge-log.ts';
import {parseIndexers} from './parse-indexers.ts';

export interface DatabaseSource {
	/** The database, or the zip of a backup, in base64. */
	database: string;
	/** Where Prowlarr runs; null if unknown. */
	url: string | null;
	/** That of the backup if not given. */
	apiKey: string | null;
}

const name = 'backup of Prowlarr';
const databaseBytes = 128 * 1024 * 1024;
const zipLimits = {name, maxEntries: 1000, maxFileBytes: databaseBytes, maxTotalBytes: databaseBytes + 1024 * 1024};
/** 128 MiB take about one second. */
const threadLimits = {limitMs: 20_000, maxHeapMb: 256, failed: (reason: string) => ({code: 'database_damaged', reason})};
const magic = 'SQLite format 3\0';
const headerBytes = 100;
/** Version 1.0 of the program. */
const oldestSchema = 24;
/** Read and write version in the header: 2 is a log beside the file, which a database in memory cannot have. */
const logMarks = {from: 18, to: 20, withLog: 2, withoutLog: 1};
const usenet: ReadonlySet<string> = new Set(['Newznab', 'Headphones']);

/**
 * The indexers in a database of Prowlarr, which is read in memory by a thread and never written. Throws Invalid
 * `package_unusable` for a zip that is not harmless, `no_database_in_backup`, `not_a_database`, `database_damaged`,
 * `log_needed`, `unknown_program` and `schema_too_old`.
 */
export async function readProwlarrDatabase({
	database,
	url,
	apiKey,
}: DatabaseSource): Promise<{indexers: ForeignIndexer[]; notes: string[]}> {
	const {bytes, key, hasLog} = await unpack(Buffer.from(database, 'base64'));
	if (bytes.length < headerBytes || bytes.subarray(0, magic.length).toString('latin1') !== magic) {
		throw refused('not_a_database', 'it is neither a database of SQLite nor the zip of a backup');
	}
	const lacksLog = !hasLog && bytes.subarray(logMarks.from, logMarks.to).includes(logMarks.withLog);
	bytes.fill(logMarks.withoutLog, logMarks.from, logMarks.to);
	const rows = await readInThread<DatabaseRows | Unreadable>(new URL('./database.worker.ts', import.meta.url), {bytes}, threadLimits);
	if ('code' in rows) {
		// Until its first checkpoint, a database is empty.
		throw lacksLog && rows.code === 'unknown_program'
			? refused('log_needed', 'it was copied while Prowlarr ran, without the file prowlarr.db-wal beside it. Make a backup in Prowlarr')
			: refused(rows.code, rows.reason);
	}
	const schema = Math.max(0, ...rows.versions.map(({Version}) => Number(Version) || 0));
	if (schema < oldestSchema) {
		throw refused('schema_too_old', `its version ${schema} is older than Prowlarr 1.0. Update Prowlarr first, and make another backup`);
	}
	const reachedWith = apiKey ?? key;
	const prowlarr = url && reachedWith ? {url: url.replace(/\/+$/, ''), apiKey: reachedWith} : null;
	const lost = 'It was copied while Prowlarr ran, so changes of the last hours may be missing. A backup has all.';
	const broken = rows.indexers.filter(({Settings}) => asRecord(parsed(Settings)) === null).map(({Name}) => String(Name));
	const notes = [
		...(lacksLog ? [lost] : []),
		...(broken.length > 0 ? [`The settings of ${broken.slice(0, 10).join(', ')} cannot be read.`] : []),
	];
	return {indexers: parseIndexers(toReplies(rows), prowlarr), notes};
}

const refused = (code: string, reason: string) => new Invalid(code, `The database of Prowlarr is not taken: ${reason}.`);

interface Unpacked {
	bytes: Buffer;
	key: string | null;
	/** The log beside it was there, and is in it now. */
	hasLog: boolean;
}

/** Entries are matched by name at any depth, because people repack backups, or pack the folder of Prowlarr. */
async function unpack(bytes: Buffer): Promise<Unpacked> {
	if (bytes.subarray(0, 2).toString('latin1') !== 'PK') {
		return {bytes, key: null, hasLog: false};
	}
	const files = await readZip(bytes, path => /(?:^|\/)(?:[\w-]+\.db|prowlarr\.db-wal|config\.xml)$/i.test(path), zipLimits);
	const databases = files.filter(({path}) => /\.db$/i.test(path));
	const [found, ...others] = databases.filter(({path}) => /(?:^|\/)prowlarr\.db$/i.test(path));
	if (!found) {
		const reason =
			databases.length > 0
				? 'its database is that of another program'
				: 'there is no database in the backup, as with Postgres. Enter the address of Prowlarr instead';
		throw refused('no_database_in_backup', reason);
	}
	if (others.length > 0) {
		throw refused('no_database_in_backup', 'there are several databases in the backup');
	}
	if (found.bytes === null) {
		throw refused(
			'no_database_in_backup',
			`its database has more than ${databaseBytes / 1024 / 1024} MiB. Enter the address of Prowlarr instead`,
		);
	}
	const config = files.find(({path}) => /config\.xml$/i.test(path))?.bytes?.toString('utf8') ?? '';
	const log = files.find(({path}) => path === `${found.path}-wal`)?.bytes ?? null;
	const merged = log === null ? found.bytes : mergeLog(found.bytes, log, databaseBytes);
	return {bytes: merged, hasLog: log !== null, key: /<ApiKey>([\w-]{1,100})<\/ApiKey>/.exec(config)?.[1] ?? null};
}

/** What the API would answer of the same rows. */
function toReplies({indexers, profiles, proxies, tags}: DatabaseRows): Parameters<typeof parseIndexers>[0] {
	const isOn = (value: unknown) => Number(value) === 1;
	return {
		indexers: indexers.map(({Id, Name, Implementation, Settings, Enable, Priority, AppProfileId, Tags}) => ({
			id: Id,
			name: Name,
			implementation: Implementation,
			protocol: usenet.has(String(Implementation)) ? 'usenet' : 'torrent',
			enable: isOn(Enable),
			priority: Priority,
			appProfileId: AppProfileId,
			tags: parsed(Tags),
			fields: fieldsOf(asRecord(parsed(Settings)) ?? {}),
		})),
		profiles: profiles.map(each => ({
			id: each['Id'],
			enableRss: isOn(each['EnableRss']),
			enableAutomaticSearch: isOn(each['EnableAutomaticSearch']),
			enableInteractiveSearch: isOn(each['EnableInteractiveSearch']),
			minimumSeeders: each['MinimumSeeders'],
		})),
		proxies: proxies.map(({Id, Name, Implementation, Tags}) => ({id: Id, name: Name, implementation: Implementation, tags: parsed(Tags)})),
		tags: tags.map(({Id, Label}) => ({id: Id, label: Label})),
	};
}

/** Settings within settings have names with dots; those of definitions stay together. */
function fieldsOf(settings: Record<string, unknown>): {name: string; value: unknown}[] {
	return Object.entries(settings).flatMap(([key, value]) => {
		const inner = key === 'extraFieldData' ? null : asRecord(value);
		return inner ? Object.entries(inner).map(([name, each]) => ({name: `${key}.${name}`, value: each})) : [{name: key, value}];
	});
}

function parsed(value: unknown): unknown {
	try {
		return typeof value === 'string' ? JSON.parse(value) : null;
	} catch {
		return null;
	}
}
