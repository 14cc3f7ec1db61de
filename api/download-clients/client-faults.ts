import {blackholeFaults} from '#shared/domain/downloads/blackhole-settings.ts';
import type {DownloadClientKind} from '#shared/domain/downloads/download-client-record.ts';
import type {Fault} from '#shared/errors.ts';
import type {NewDownloadClient} from '#shared/store/downloads/download-clients.ts';

/** Kinds without a network address: a watched folder and the built-in client. */
const withoutAddress: ReadonlySet<DownloadClientKind> = new Set(['blackhole', 'builtin']);

/** The fields whose meaning depends on the kind. */
export type Checked = Pick<NewDownloadClient, 'kind' | 'url' | 'directory' | 'settings'>;

/** Checks the fields that this kind of client requires besides its name. */
export function clientFaults({kind, url, directory, settings}: Checked): Fault[] {
	const faults: Fault[] = [];
	if (!withoutAddress.has(kind) && !url) {
		faults.push({path: 'url', message: `url is required for ${kind}`});
	}
	return kind === 'blackhole' ? [...faults, ...blackholeFaults({directory, settings})] : faults;
}
