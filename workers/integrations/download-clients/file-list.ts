import type {FileInDownload} from '#shared/domain/imports/fake-files.ts';
import {type JsonRecord, readNumber, readText} from '../http/read-json.ts';

/** No real download has more files. */
const maxFiles = 20_000;
/** Characters. Of a longer path the end stays, which tells what kind of file it is. */
const maxPath = 4096;

/**
 * Reads a client's list of files, whose fields have these names. Null when it is empty: the
 * client does not know it yet.
 */
export function toFileList(rows: readonly JsonRecord[], {path, size}: {path: string; size: string}): FileInDownload[] | null {
	const files = rows.slice(0, maxFiles).flatMap(row => {
		const name = readText(row, path);
		return name ? [{path: name.slice(-maxPath).replaceAll('\\', '/'), size: readNumber(row, size) ?? 0}] : [];
	});
	return files.length > 0 ? files : null;
}
