import {blackholeFaults} from '#shared/domain/downloads/blackhole-settings.ts';
import {clientFieldKinds} from '#shared/domain/downloads/download-client-record.ts';
import type {Fault} from '#shared/errors.ts';
import type {NewDownloadClient} from '#shared/store/downloads/download-clients.ts';

/** The fields whose meaning depends on the kind. */
export type Checked = Pick<NewDownloadClient, 'kind' | 'url' | 'directory' | 'settings'>;

/** Checks the fields that this kind of client requires besides its name. */
export function clientFaults({kind, url, directory, settings}: Checked): Fault[] {
	const faults: Fault[] = [];
	if (clientFieldKinds.url.includes(kind) && !url) {
		faults.push({path: 'url', message: `url is required for ${kind}`});
	}
	return kind === 'blackhole' ? [...faults, ...blackholeFaults({directory, settings})] : faults;
}
