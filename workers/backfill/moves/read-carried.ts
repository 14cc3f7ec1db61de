import type Joi from 'joi';
import {patternOfTerm} from '#shared/domain/decisions/release-profile.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {RemotePathMapping} from '#shared/domain/imports/map-remote-path.ts';
import type {FoundRecord, MoveKind, MoveNote, PathMapping} from '#shared/domain/moves/move.ts';
import {
	clientColumns,
	indexerColumns,
	readClient,
	readIndexer,
	type Tagged,
	valuesOf,
	type WantedIndexer,
} from '#shared/domain/moves/source-connections.ts';
import {playerColumns, readPlayers} from '#shared/domain/moves/source-players.ts';
import {listColumns, notificationColumns, readList, readNotification, type WantedList} from '#shared/domain/moves/source-receivers.ts';
import {
	definitionColumns,
	delayColumns,
	pathMappingColumns,
	readDefinitions,
	readDelay,
	readPathMapping,
	readReleaseProfile,
	releaseColumns,
	type WantedDelay,
	type WantedReleaseProfile,
} from '#shared/domain/moves/source-rules.ts';
import {configColumns, type FoundSettings, joinSettings, namingColumns, readSettings} from '#shared/domain/moves/source-settings.ts';
import {type SourceRow, textOf} from '#shared/domain/moves/source-titles.ts';
import type {NotificationSettings} from '#shared/domain/notifications/notification.ts';
import type {ProviderHealth, ProviderSettings} from '#shared/domain/provider.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import type {QualityName} from '#shared/domain/quality/qualities.ts';
import {type SizeLimit, sizeLimitFaults} from '#shared/domain/quality/size-limits.ts';
import {brokenPatterns} from '#shared/patterns/read-pattern.ts';
import {downloadClientFamily} from '#shared/providers/download-clients.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {notificationFamily} from '#shared/providers/notifications.ts';
import {completed, type Entered, type ProviderFamily} from '#shared/providers/provider-family.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';

/** Rows of small tables that are read. */
const most = 5000;

/** What Radarr or Sonarr have besides their titles and what those need. */
export interface Carried {
	settings: FoundSettings;
	definitions: Map<QualityName, SizeLimit>;
	clients: FoundRecord<Tagged<DownloadClientSettings>>[];
	pathMappings: FoundRecord<RemotePathMapping>[];
	indexers: FoundRecord<WantedIndexer>[];
	delays: FoundRecord<WantedDelay>[];
	releaseProfiles: FoundRecord<WantedReleaseProfile>[];
	notifications: FoundRecord<Tagged<NotificationSettings>>[];
	lists: FoundRecord<WantedList>[];
}

/** Reads it in our form; what cannot be stored here has no `wanted`. `mappings` say where folders are here. */
export async function readCarried(source: ArrDatabase, program: Program, mappings: readonly PathMapping[]): Promise<Carried> {
	const context = {program, mappings};
	const [naming = null] = await source.list('NamingConfig', namingColumns, 1);
	const config = (await source.list('Config', configColumns, most)).map(
		({Key, Value}) => [String(Key).toLowerCase(), textOf(Value) ?? ''] as const,
	);
	const definitions = readDefinitions(await source.list('QualityDefinitions', definitionColumns, 200), program);
	const releases = source.tables['ReleaseProfiles'] === undefined ? 'Restrictions' : 'ReleaseProfiles';
	const clients = (await source.list('DownloadClients', clientColumns, most)).map(row => sayMasked(readClient(row, context), row));
	const indexers = (await source.list('Indexers', indexerColumns, most)).map(row => sayMasked(readIndexer(row, context), row));
	const notifications = (await source.list('Notifications', notificationColumns, most)).map(row =>
		sayMasked(readNotification(row, context), row),
	);
	const lists = (await source.list('ImportLists', listColumns, most)).map(row => sayMasked(readList(row, context), row));
	return {
		settings: joinSettings(readSettings(naming, new Map(config), context), readPlayers(await source.list('Metadata', playerColumns, 200))),
		definitions: new Map([...definitions].filter(([, limit]) => sizeLimitFaults(limit).length === 0)),
		clients: clients.map(found => checked(found, downloadClientFamily)),
		pathMappings: (await source.list('RemotePathMappings', pathMappingColumns, most)).map(row => readPathMapping(row, mappings)),
		indexers: indexers.map(found => checked(found, indexerFamily)),
		delays: (await source.list('DelayProfiles', delayColumns, most)).map(readDelay),
		releaseProfiles: await Promise.all(
			(await source.list(releases, releaseColumns, most)).map(row => withPatterns(readReleaseProfile(row))),
		),
		notifications: notifications.map(found => checked(found, notificationFamily)),
		lists: lists.map(found => checked(found, importListFamily)),
	};
}

/** Settings of one record; the largest has two secrets. */
const maxMasked = 5;

/** Over HTTP the programs show stars for their secrets, which the copy names in this field. */
export function sayMasked<Wanted>(found: FoundRecord<Wanted>, row: SourceRow): FoundRecord<Wanted> {
	const {maskedFields} = valuesOf(row);
	if (!Array.isArray(maskedFields) || maskedFields.length === 0 || found.notes.some(({code}) => code === 'kind_unsupported')) {
		return found;
	}
	const names = maskedFields.slice(0, maxMasked).map(String);
	const detail = `Its ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not told over the API. Enter the login to the page of the program, use a backup, or enter it here.`;
	return {...found, notes: [...found.notes, {code: 'secret_masked', detail, names}]};
}

/** The rows of the report about these. */
export const carriedRows = (carried: Carried): [MoveKind, readonly FoundRecord<unknown>[]][] => [
	['downloadClient', carried.clients],
	['remotePathMapping', carried.pathMappings],
	['indexer', carried.indexers],
	['delayProfile', carried.delays],
	['releaseProfile', carried.releaseProfiles],
	['notification', carried.notifications],
	['importList', carried.lists],
];

/** Root folders of lists are known only once they are here. */
const somewhere = '/';

/**
 * The settings as the API would store them. What it would refuse is left out if there is a usual value, else the record
 * does not come. Values are never named: they may be secrets.
 */
export function checked<Settings extends ProviderSettings, Health extends ProviderHealth, Wanted extends {settings: Partial<Settings>}>(
	found: FoundRecord<Wanted>,
	family: ProviderFamily<Settings, Health>,
): FoundRecord<Wanted> {
	const {wanted, notes} = found;
	if (wanted === null) {
		return found;
	}
	const fields = family.fields as unknown as Readonly<Record<string, Joi.Schema>>;
	const given: Record<string, unknown> = {...wanted.settings};
	const wrong = Object.keys(given).filter(name => fields[name]?.validate(given[name], {convert: false}).error);
	const isNeeded = (name: string) => family.required.includes(name);
	for (const name of wrong) {
		delete given[name];
	}
	const about: MoveNote[] = wrong
		.filter(name => !isNeeded(name))
		.map(name => ({code: 'field_unsupported', detail: `What it has for ${name} cannot be used here and is left out.`}));
	const whole = wrong.some(isNeeded) ? null : settingsFor(given, family);
	const faults = whole === null ? wrong.filter(isNeeded) : (family.faults?.(whole as Entered<Settings>) ?? []).map(({path}) => path);
	if (faults.length > 0) {
		const detail = `It cannot be used here: ${[...new Set(faults)].join(', ')} ${faults.length === 1 ? 'is' : 'are'} missing or not understood.`;
		return {...found, wanted: null, notes: [...notes, ...about, {code: 'value_unknown', detail}]};
	}
	return {...found, wanted: {...wanted, settings: given as Partial<Settings>}, notes: [...notes, ...about]};
}

/** All settings of a record, with the usual ones for what is not given. */
export function settingsFor<Settings extends ProviderSettings, Health extends ProviderHealth>(
	given: Readonly<Record<string, unknown>>,
	family: ProviderFamily<Settings, Health>,
): Entered<Settings> {
	const whole = {...(Object.hasOwn(family.fields, 'rootFolderPath') && {rootFolderPath: somewhere}), ...given};
	return completed(whole as never, null, family as never).settings as Entered<Settings>; // the family's own settings
}

async function withPatterns(found: FoundRecord<WantedReleaseProfile>): Promise<FoundRecord<WantedReleaseProfile>> {
	if (found.wanted === null) {
		return found;
	}
	const {mustContain, mustNotContain} = found.wanted.profile;
	const patterns = [...mustContain, ...mustNotContain].flatMap(term => patternOfTerm(term) ?? []);
	const broken = [...(await brokenPatterns(patterns))];
	const notes = broken.map(pattern => ({
		code: 'pattern_not_portable' as const,
		detail: `Its pattern ${pattern.slice(0, 200)} does not work here.`,
	}));
	return broken.length > 0 ? {...found, wanted: null, notes: [...found.notes, ...notes]} : found;
}
