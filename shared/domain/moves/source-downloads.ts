import type {Protocol} from '../release/release.ts';
import {dateOf, isRecord, jsonOf, type SourceRow, textOf, wholeOf} from './source-titles.ts';

/** A download that the other program has grabbed and not imported, failed or ignored since. */
export interface OpenDownload {
	downloadId: string;
	title: string;
	/** Their number of the movie or the series. */
	titleId: number;
	/** Their number of the client; null if it is not told. */
	clientId: number | null;
	protocol: Protocol;
	indexer: string | null;
	/** Bytes; 0 if unknown. */
	size: number;
	at: Date | null;
}

/** Their numbers of what ends a download: it was imported, has failed, or was ignored. */
const ends: ReadonlySet<number> = new Set([2, 3, 4]);
const grabbed = 1;
const usenet = 1;
/** Downloads that are open at once; only broken databases have more. */
const most = 5000;

/** The open downloads of a table in which events follow one another, by their ids at the client. */
export async function openDownloads(program: 'radarr' | 'sonarr', rows: AsyncIterable<SourceRow>): Promise<Map<string, OpenDownload>> {
	const open = new Map<string, OpenDownload>();
	for await (const row of rows) {
		const [downloadId, type] = [textOf(row['DownloadId']), wholeOf(row['EventType'])];
		if (downloadId !== null && type !== null && ends.has(type)) {
			open.delete(downloadId);
		}
		const titleId = wholeOf(program === 'radarr' ? row['MovieId'] : row['SeriesId']);
		if (downloadId === null || type !== grabbed || titleId === null || open.size >= most) {
			continue;
		}
		const read = jsonOf(row['Release']);
		const release = isRecord(read) ? read : {};
		open.set(downloadId, {
			downloadId,
			title: textOf(row['SourceTitle']) ?? textOf(release['title']) ?? downloadId,
			titleId,
			clientId: wholeOf(row['DownloadClientId']),
			protocol: wholeOf(row['Protocol']) === usenet ? 'usenet' : 'torrent',
			indexer: textOf(release['indexer']),
			size: wholeOf(release['size']) ?? 0,
			at: dateOf(row['Date']),
		});
	}
	return open;
}
