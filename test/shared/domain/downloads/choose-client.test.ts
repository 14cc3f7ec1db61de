import test from 'ava';
import {chooseClient, type DownloadClientKind, type DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';

const client = (kind: DownloadClientKind, priority: number, settings: DownloadClientSettings['settings'] = {}) => ({
	id: `${kind}-${priority}`,
	name: kind,
	kind,
	enabled: true,
	priority,
	settings,
});
const builtin = client('builtin', 50);

test('a blackhole takes only the protocol that its record says', t => {
	const usenet = client('blackhole', 1, {protocol: 'usenet'});
	t.is(chooseClient([usenet, builtin], 'torrent', null), builtin);
	t.is(chooseClient([usenet, builtin], 'usenet', null), usenet);
	t.is(chooseClient([usenet, builtin], 'torrent', usenet.id), builtin);
	const torrent = client('blackhole', 1, {protocol: 'torrent'});
	t.is(chooseClient([torrent, builtin], 'torrent', null), torrent);
	t.is(chooseClient([torrent, builtin], 'usenet', null), null);
});

test('a blackhole without a protocol, as earlier versions stored it, takes nothing', t => {
	const bare = client('blackhole', 1);
	t.is(chooseClient([bare, builtin], 'torrent', null), builtin);
	t.is(chooseClient([bare, builtin], 'usenet', null), null);
	t.is(chooseClient([bare], 'stream', null), null);
});

test('between a blackhole and another client the priority decides', t => {
	const blackhole = client('blackhole', 5, {protocol: 'torrent'});
	const first = client('qbittorrent', 4);
	const last = client('qbittorrent', 6);
	t.is(chooseClient([blackhole, first], 'torrent', null), first);
	t.is(chooseClient([blackhole, last], 'torrent', null), blackhole);
});
