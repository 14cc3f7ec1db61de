import type {Move, MoveKind, MoveSecret} from '#shared/domain/moves/move.ts';
import {isRecord, jsonOf, type SourceRow} from '#shared/domain/moves/source-titles.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';

/** Where things lie that a person may leave out or give secrets for, by their numbers. */
const tables: Partial<Record<MoveKind, readonly string[]>> = {
	autoTag: ['AutoTagging'],
	collection: ['Collections'],
	customFormat: ['CustomFormats'],
	delayProfile: ['DelayProfiles'],
	downloadClient: ['DownloadClients'],
	exclusion: ['ImportExclusions', 'ImportListExclusions'],
	importList: ['ImportLists'],
	indexer: ['Indexers'],
	movie: ['Movies'],
	notification: ['Notifications'],
	proxy: ['IndexerProxies'],
	releaseProfile: ['ReleaseProfiles', 'Restrictions'],
	remotePathMapping: ['RemotePathMappings'],
	series: ['Series'],
};

/** A source without what is left out, and with the secrets that a person has entered in place of stars. */
export function asChosen(
	database: ArrDatabase,
	index: number,
	{choices = [], secrets}: Pick<Move, 'choices'> & {secrets: readonly MoveSecret[]},
): ArrDatabase {
	const ofKind = (kind: MoveKind, table: string) => tables[kind]?.includes(table) === true;
	const own = secrets.filter(({source}) => source === index);
	const isLeftOut = (table: string, row: SourceRow) =>
		choices.some(({source, kind, id, take}) => !take && source === index && ofKind(kind, table) && id === String(row['Id']));

	function withSecrets(table: string, row: SourceRow): SourceRow {
		const given = own.filter(({kind, id}) => ofKind(kind, table) && id === String(row['Id']));
		const read = given.length > 0 ? jsonOf(row['Settings']) : null;
		if (!isRecord(read)) {
			return row;
		}
		const names = new Set(given.map(({name}) => name));
		const {maskedFields, ...settings} = read;
		const masked = (Array.isArray(maskedFields) ? maskedFields : []).filter(name => !names.has(String(name)));
		const entered = Object.fromEntries(given.map(({name, value}) => [name, value]));
		return {...row, Settings: JSON.stringify({...settings, ...entered, ...(masked.length > 0 && {maskedFields: masked})})};
	}

	const keys = own.filter(({kind}) => kind === 'subtitleProvider').map(({id, name, value}) => [`${id}.${name}`, [value]] as const);
	return {
		...database,
		bazarrConfig: new Map([...database.bazarrConfig, ...keys]),
		async *rows(table, columns, among) {
			for await (const row of database.rows(table, columns, among)) {
				if (!isLeftOut(table, row)) {
					yield withSecrets(table, row);
				}
			}
		},
		list: async (table, columns, max, among) =>
			(await database.list(table, columns, max, among)).filter(row => !isLeftOut(table, row)).map(row => withSecrets(table, row)),
	};
}
