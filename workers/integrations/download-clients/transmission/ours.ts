import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {type JsonRecord, readText} from '../../http/read-json.ts';
import {pathBelow, withoutSlash} from '../client-path.ts';

/** Transmission has no categories, so we use a folder of our own, and a label, which Transmission stores since 3.00. */
export function ourDirectory({directory, category}: DownloadClientSettings, downloadDir: string): string {
	if (directory) {
		return directory;
	}

	return category === '' ? downloadDir : pathBelow(downloadDir, category);
}

export function isOurs(row: JsonRecord, {category}: DownloadClientSettings, directory: string): boolean {
	if (category !== '' && readLabels(row).includes(category)) {
		return true;
	}

	const place = withoutSlash(readText(row, 'downloadDir') ?? '');
	return place === withoutSlash(directory) || place.startsWith(`${withoutSlash(directory)}/`);
}

export function readLabels(row: JsonRecord): string[] {
	const labels = row['labels'];
	return Array.isArray(labels) ? labels.filter(label => typeof label === 'string') : [];
}
