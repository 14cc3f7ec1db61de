import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {type JsonRecord, readText} from '../../http/read-json.ts';

/** Transmission has no categories, so we use a folder of our own, and a label, which Transmission stores since 3.00. */
export function ourDirectory({directory, category}: DownloadClientSettings, downloadDir: string): string {
	if (directory) {
		return directory;
	}

	return category === '' ? downloadDir : `${trimmed(downloadDir)}/${category}`;
}

export function isOurs(row: JsonRecord, {category}: DownloadClientSettings, directory: string): boolean {
	if (category !== '' && readLabels(row).includes(category)) {
		return true;
	}

	const place = trimmed(readText(row, 'downloadDir') ?? '');
	return place === trimmed(directory) || place.startsWith(`${trimmed(directory)}/`);
}

export function readLabels(row: JsonRecord): string[] {
	const labels = row['labels'];
	return Array.isArray(labels) ? labels.filter(label => typeof label === 'string') : [];
}

function trimmed(path: string): string {
	return path.replace(/[\\/]$/, '');
}
