import type {Protocol} from '../release/release.ts';
import {type DownloadClientRecord, protocolOf} from './download-client-record.ts';

type Choosable = Pick<DownloadClientRecord, 'id' | 'kind' | 'enabled' | 'priority' | 'name' | 'settings'>;

/**
 * The enabled client for a protocol: the one the indexer names, else the one with the best priority. The built-in
 * client is used only when there is no other.
 */
export function chooseClient<Client extends Choosable>(
	clients: readonly Client[],
	protocol: Protocol,
	preferredId: string | null,
): Client | null {
	const able = clients.filter(client => client.enabled && protocolOf(client) === protocol);
	const preferred = able.find(({id}) => id === preferredId);
	if (preferred) {
		return preferred;
	}
	const ordered = able.toSorted(
		(a, b) => Number(a.kind === 'builtin') - Number(b.kind === 'builtin') || a.priority - b.priority || a.name.localeCompare(b.name),
	);
	return ordered[0] ?? null;
}
