import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';

/** What a client says of its downloads, by download id. */
export interface ClientList {
	client: DownloadClientRecord;
	rows: ReadonlyMap<string, ClientDownload>;
}
