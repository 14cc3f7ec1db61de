import type {DownloadClientKind} from '#shared/domain/downloads/download-client-record.ts';
import type {Fault} from '#shared/errors.ts';
import type {NewDownloadClient} from '#shared/store/downloads/download-clients.ts';

/** Kinds without a network address: a watched folder and the built-in client. */
const withoutAddress: ReadonlySet<DownloadClientKind> = new Set(['blackhole', 'builtin']);

/** Checks the fields that this kind of client requires besides its name. */
export function clientFaults({kind, url, directory}: Pick<NewDownloadClient, 'kind' | 'url' | 'directory'>): Fault[] {
	const faults: Fault[] = [];
	if (!withoutAddress.has(kind) && !url) {
		faults.push({path: 'url', message: `url is required for ${kind}`});
	}
	if (kind === 'blackhole' && !directory?.startsWith('/')) {
		faults.push({path: 'directory', message: 'directory must be an absolute path for blackhole'});
	}
	return faults;
}
