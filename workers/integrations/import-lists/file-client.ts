import {UpstreamFailed} from '#shared/errors.ts';
import {decodeText, readCsvList} from '#shared/providers/read-csv.ts';
import type {OpenKind} from './import-list-client.ts';
import {testList} from './read-list.ts';

/** A CSV file that a person uploaded. */
export const createFileList: OpenKind = ({id, media}, {readFile}) => {
	const read = async () => {
		const bytes = await readFile(id);
		if (bytes === null) {
			throw new UpstreamFailed('file_missing', 'No file was uploaded yet. Upload the export of IMDb or Letterboxd.');
		}
		const entries = await readCsvList(decodeText(bytes), media);
		if (!Array.isArray(entries)) {
			throw new UpstreamFailed('wrong_protocol', `${entries.message} (line ${entries.line}).`);
		}
		return {entries, missing: null, failure: null};
	};
	return {read, test: signal => testList({read}, signal)};
};
