import {blackholeFaults} from '#shared/domain/downloads/blackhole-settings.ts';
import {clientFieldKinds} from '#shared/domain/downloads/download-client-record.ts';
import type {Fault} from '#shared/errors.ts';
import type {NewDownloadClient} from '#shared/store/downloads/download-clients.ts';

/** The fields whose meaning depends on the kind. */
type Checked = Partial<Pick<NewDownloadClient, 'kind' | 'url' | 'directory' | 'settings'>>;

/**
 * Checks the fields that this kind of client requires besides its name. Those that are `wrong` have a fault already.
 */
export function clientFaults({kind, url, directory = null, settings = {}}: Checked, wrong: ReadonlySet<string>): Fault[] {
	if (kind === undefined || wrong.has('kind')) {
		return [];
	}
	const isWithoutUrl = clientFieldKinds.url.includes(kind) && !url;
	const faults = [
		...(isWithoutUrl ? [{path: 'url', message: `url is required for ${kind}`}] : []),
		...(kind === 'blackhole' ? blackholeFaults({directory, settings}) : []),
	];
	return faults.filter(({path}) => !wrong.has(path.split('.', 1)[0] ?? ''));
}
