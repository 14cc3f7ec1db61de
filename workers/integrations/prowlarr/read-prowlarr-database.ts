import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type ForeignIndexer, hiddenValue} from '#shared/domain/indexers/foreign-indexer.ts';
import {addressIn, applicationColumns} from '#shared/domain/moves/source-proxies.ts';
import type {DatabaseRow} from '../arr-databases/programs.ts';
import {type ArrDatabase, readArrDatabase} from '../arr-databases/read-database.ts';
import {asRecord} from '../http/read-body.ts';
import {maxIndexers, parseIndexers} from './parse-indexers.ts';

export interface DatabaseSource {
	/** The database, or the zip of a backup, in base64. */
	database: string;
	/** Where Prowlarr runs; null if unknown. */
	url: string | null;
	/** That of the backup if not given. */
	apiKey: string | null;
}

const databaseBytes = 128 * 1024 * 1024;
const usenet: ReadonlySet<string> = new Set(['Newznab', 'Headphones']);
const columns = {
	indexers: ['Id', 'Name', 'Implementation', 'Settings', 'Enable', 'Priority', 'AppProfileId', 'Tags'],
	profiles: ['Id', 'EnableRss', 'EnableAutomaticSearch', 'EnableInteractiveSearch', 'MinimumSeeders'],
	proxies: ['Id', 'Name', 'Implementation', 'Tags'],
	tags: ['Id', 'Label'],
};
type Rows = Record<keyof typeof columns, DatabaseRow[]>;

/** The indexers in a database of Prowlarr. Throws Invalid as `readArrDatabase` does. */
export async function readProwlarrDatabase(
	{database, url, apiKey}: DatabaseSource,
	workFolder: string,
): Promise<{indexers: ForeignIndexer[]; notes: string[]}> {
	await mkdir(workFolder, {recursive: true, mode: 0o700});
	const folder = await mkdtemp(join(workFolder, 'given-'));
	try {
		const path = join(folder, 'given');
		await writeFile(path, Buffer.from(database, 'base64'), {mode: 0o600});
		const options = {workFolder, maxBytes: databaseBytes, only: 'prowlarr'} as const;
		return await readArrDatabase([{path, name: 'given'}], options, source => readIndexers(source, {url, apiKey}));
	} finally {
		await rm(folder, {recursive: true, force: true, maxRetries: 3});
	}
}

/** The indexers of a database that is being read. */
export async function readIndexers(source: ArrDatabase, {url, apiKey}: Pick<DatabaseSource, 'url' | 'apiKey'>) {
	const rows: Rows = {
		indexers: await source.list('Indexers', columns.indexers, maxIndexers),
		profiles: await source.list('AppSyncProfiles', columns.profiles, 200),
		proxies: await source.list('IndexerProxies', columns.proxies, 200),
		tags: await source.list('Tags', columns.tags, 2000),
	};
	const reachedWith = apiKey ?? /<ApiKey>([\w-]{1,100})<\/ApiKey>/.exec(source.config)?.[1];
	const address = url ?? addressIn(await source.list('Applications', applicationColumns, 200));
	const prowlarr = address && reachedWith ? {url: address.replace(/\/+$/, ''), apiKey: reachedWith} : null;
	const broken = rows.indexers.filter(({Settings}) => asRecord(parsed(Settings)) === null).map(({Name}) => String(Name));
	const notes = [
		...source.warnings.map(({message}) => message),
		...(broken.length > 0 ? [`The settings of ${broken.slice(0, 10).join(', ')} cannot be read.`] : []),
	];
	return {indexers: parseIndexers(toReplies(rows), prowlarr), notes};
}

/** What the API would answer of the same rows. */
function toReplies({indexers, profiles, proxies, tags}: Rows): Parameters<typeof parseIndexers>[0] {
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
function fieldsOf({maskedFields, ...settings}: Record<string, unknown>): {name: string; value: unknown}[] {
	// A copy that was read over the API names what that hides.
	const hidden = (Array.isArray(maskedFields) ? maskedFields : []).map(name => ({name: String(name), value: hiddenValue}));
	const told = Object.entries(settings).flatMap(([key, value]) => {
		const inner = key === 'extraFieldData' ? null : asRecord(value);
		return inner ? Object.entries(inner).map(([name, each]) => ({name: `${key}.${name}`, value: each})) : [{name: key, value}];
	});
	return [...told, ...hidden];
}

function parsed(value: unknown): unknown {
	try {
		return typeof value === 'string' ? JSON.parse(value) : null;
	} catch {
		return null;
	}
}
