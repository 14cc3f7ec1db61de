import type {Protocol} from '../release/release.ts';
import {type DownloadClientRecord, protocolOf} from './download-client-record.ts';

type Choosable = Pick<DownloadClientRecord, 'id' | 'kind' | 'enabled' | 'priority' | 'name'>;

function serves(kind: Choosable['kind'], protocol: Protocol): boolean {
	const own = protocolOf(kind);
	return own === protocol || (own === 'both' && protocol !== 'stream');
}

/**
 * The enabled client for a protocol: the one the indexer names, else the one with the best priority. The built-in
 * client is used only when there is no other.
 */
export function chooseClient<Client extends Choosable>(
	clients: readonly Client[],
	protocol: Protocol,
	wishedId: string | null,
): Client | null {
	const able = clients.filter(({enabled, kind}) => enabled && serves(kind, protocol));
	const wished = able.find(({id}) => id === wishedId);
	if (wished) {
		return wished;
	}
	const ordered = able.toSorted(
		(a, b) => Number(a.kind === 'builtin') - Number(b.kind === 'builtin') || a.priority - b.priority || a.name.localeCompare(b.name),
	);
	return ordered[0] ?? null;
}
