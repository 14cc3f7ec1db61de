import {jsonOf, wholeOf} from '#shared/domain/moves/source-titles.ts';
import {type ReadOptions, readArrDatabase} from '../arr-databases/read-database.ts';
import type {GivenFile} from '../arr-databases/unpack-source.ts';
import {asRecord} from '../http/read-body.ts';
import {openCopy, type ProgramCopy} from './write-copy.ts';

const withSettings = ['Indexers', 'DownloadClients', 'Notifications', 'ImportLists', 'IndexerProxies', 'Applications'] as const;
/** What the API does not tell of rows that it tells. */
const untold = {
	Blocklist: ['Size', 'TorrentInfoHash'],
	MovieFiles: ['OriginalFilePath'],
	EpisodeFiles: ['OriginalFilePath', 'ReleaseHash'],
} as const;
const most = 5000;

/** Puts what only a backup has into a copy that was read over the API: secrets, and what tells releases apart. */
export async function fillFromBackup(path: string, backup: readonly GivenFile[], options: ReadOptions): Promise<void> {
	const copy = openCopy(path);
	try {
		await readArrDatabase(backup, options, async ({tables, list, rows}) => {
			for (const table of withSettings.filter(each => tables[each] !== undefined && copy.has(each))) {
				fillSettings(table, copy, await list(table, ['Id', 'Implementation', 'Settings'], most));
			}
			for (const [table, columns] of Object.entries(untold)) {
				if (!copy.has(table)) {
					continue;
				}
				for await (const row of rows(table, ['Id', ...columns])) {
					const known = columns.filter(column => row[column] !== null && row[column] !== undefined);
					const id = wholeOf(row['Id']);
					id !== null && known.length > 0 && copy.fill(table, id, Object.fromEntries(known.map(column => [column, row[column]])));
				}
			}
		});
	} finally {
		copy.close();
	}
}

function fillSettings(table: string, copy: ProgramCopy, stored: readonly Record<string, unknown>[]): void {
	const known = new Map(stored.map(row => [`${row['Id']} ${row['Implementation']}`, asRecord(jsonOf(row['Settings'])) ?? {}]));
	for (const row of copy.rows(table, ['Id', 'Implementation', 'Settings'])) {
		const {maskedFields, ...settings} = asRecord(jsonOf(row['Settings'])) ?? {};
		const secrets = known.get(`${row['Id']} ${row['Implementation']}`) ?? {};
		const masked = Array.isArray(maskedFields) ? maskedFields.filter(each => typeof each === 'string') : [];
		const found = masked.filter(name => secrets[name] !== undefined);
		if (found.length > 0) {
			const left = masked.filter(name => !found.includes(name));
			const filled = Object.fromEntries(found.map(name => [name, secrets[name]]));
			copy.fill(table, Number(row['Id']), {Settings: {...settings, ...filled, ...(left.length > 0 && {maskedFields: left})}});
		}
	}
}
