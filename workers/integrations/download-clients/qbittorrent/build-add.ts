import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {FormFile} from '../../http/multipart.ts';
import type {NewDownload} from '../download-client.ts';
import {isAtLeast} from '../version.ts';

/** Since qBittorrent 5.0, `paused` is called `stopped`. */
const stoppedSince = [2, 11];

/** Builds the form of `torrents/add`. It accepts a seeding ratio and seeding minutes since Web API 2.8.1. */
export function buildAdd(
	download: NewDownload,
	{category, directory, addPaused}: DownloadClientSettings,
	version: readonly number[],
): Record<string, string | FormFile> {
	const paused = isAtLeast(version, stoppedSince) ? 'stopped' : 'paused';
	return {
		...(download.torrent
			? {torrents: {name: 'release.torrent', bytes: download.torrent, type: 'application/x-bittorrent'}}
			: {urls: download.magnetUrl ?? ''}),
		category,
		[paused]: String(addPaused),
		// With automatic management, the category's folder would override ours.
		...(directory ? {savepath: directory, autoTMM: 'false'} : {}),
		...(download.seedRatio === null ? {} : {ratioLimit: String(download.seedRatio)}),
		...(download.seedTimeMinutes === null ? {} : {seedingTimeLimit: String(download.seedTimeMinutes)}),
	};
}
