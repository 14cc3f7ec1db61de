import test from 'ava';
import {
	chooseClient,
	type DownloadClientKind,
	type DownloadClientSettings,
	protocolsOnlyTagged,
} from '#shared/domain/downloads/download-client-record.ts';
import type {Protocol} from '#shared/domain/release/release.ts';

const client = (kind: DownloadClientKind, priority: number, settings: DownloadClientSettings['settings'] = {}) => ({
	id: `${kind}-${priority}`,
	name: kind,
	kind,
	enabled: true,
	priority,
	tags: [] as string[],
	settings,
});
const builtin = client('builtin', 50);
type Client = ReturnType<typeof client>;

function choose(clients: readonly Client[], protocol: Protocol, preferredId: string | null, labels: readonly string[] = []): Client | null {
	return chooseClient(clients, {protocol, preferredId, title: {library: {id: 'library-1', name: 'Für Kinder'}, labels}});
}

test('a blackhole takes only the protocol that its record says', t => {
	const usenet = client('blackhole', 1, {protocol: 'usenet'});
	t.is(choose([usenet, builtin], 'torrent', null), builtin);
	t.is(choose([usenet, builtin], 'usenet', null), usenet);
	t.is(choose([usenet, builtin], 'torrent', usenet.id), builtin);
	const torrent = client('blackhole', 1, {protocol: 'torrent'});
	t.is(choose([torrent, builtin], 'torrent', null), torrent);
	t.is(choose([torrent, builtin], 'usenet', null), null);
});

test('a blackhole without a protocol, as earlier versions stored it, takes nothing', t => {
	const bare = client('blackhole', 1);
	t.is(choose([bare, builtin], 'torrent', null), builtin);
	t.is(choose([bare, builtin], 'usenet', null), null);
	t.is(choose([bare], 'stream', null), null);
});

test('between a blackhole and another client the priority decides', t => {
	const blackhole = client('blackhole', 5, {protocol: 'torrent'});
	const first = client('qbittorrent', 4);
	const last = client('qbittorrent', 6);
	t.is(choose([blackhole, first], 'torrent', null), first);
	t.is(choose([blackhole, last], 'torrent', null), blackhole);
});

test('a client with a tag of the title comes before those without tags', t => {
	const plain = client('qbittorrent', 1);
	const tagged = {...client('deluge', 9), tags: ['4K']};
	t.is(choose([plain, tagged], 'torrent', null), plain);
	t.is(choose([plain, tagged], 'torrent', null, ['4k']), tagged);
	t.is(choose([plain, {...tagged, tags: ['für kinder']}], 'torrent', null)?.kind, 'deluge', 'the library of the title is a tag, too');
	t.is(choose([plain, {...tagged, enabled: false}], 'torrent', null, ['4k']), plain);
});

test('a client that only has other tags is never used', t => {
	const tagged = {...client('deluge', 1), tags: ['4k']};
	t.is(choose([tagged], 'torrent', null), null);
	t.is(choose([tagged], 'torrent', tagged.id), null);
	t.is(choose([tagged, builtin], 'torrent', null), builtin);
});

test('the client of the indexer comes first if its tags allow it', t => {
	const plain = client('qbittorrent', 9);
	const tagged = {...client('deluge', 1), tags: ['4k']};
	t.is(choose([plain, tagged], 'torrent', plain.id, ['4k']), plain);
});

test('a protocol whose enabled clients all have tags is named, because other titles get nothing of it', t => {
	const kids = {...client('sabnzbd', 1), tags: ['für kinder']};
	t.deepEqual(protocolsOnlyTagged([builtin, kids]), ['usenet']);
	t.deepEqual(protocolsOnlyTagged([builtin, kids, client('sabnzbd', 2)]), []);
	t.deepEqual(protocolsOnlyTagged([{...builtin, enabled: false}, {...client('qbittorrent', 1), tags: ['anime']}, kids]), [
		'torrent',
		'usenet',
	]);
});
