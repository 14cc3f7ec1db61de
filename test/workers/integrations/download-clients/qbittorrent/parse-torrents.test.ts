import test from 'ava';
import {
	categoryOf,
	parsePreferences,
	parseTorrent,
	removesAtLimit,
} from '#workers/integrations/download-clients/qbittorrent/parse-torrents.ts';

const hash = 'C12FE1C06BBA254A9DC9F519B335AA7C1367A88A';
const facts = {
	preferences: {dht: true, hasFolders: true, maxRatio: null, maxSeedingMinutes: null, maxInactiveMinutes: null},
	now: new Date('2026-01-01T00:00:00Z'),
};

const row = {
	hash,
	name: 'The.Lamp.2024.1080p.WEB-DL-NOBODY',
	size: 1000,
	progress: 0.7,
	eta: 120,
	state: 'downloading',
	category: 'kinoteka',
	save_path: '/downloads',
	content_path: '/downloads/The.Lamp',
	ratio: 0,
	num_complete: 12,
	num_seeds: 3,
	num_incomplete: -1,
	num_leechs: 2,
};

test('a row becomes a download of ours', t => {
	t.deepEqual(parseTorrent(row, facts), {
		downloadId: hash.toLowerCase(),
		title: 'The.Lamp.2024.1080p.WEB-DL-NOBODY',
		status: 'downloading',
		size: 1000,
		sizeLeft: 300,
		secondsLeft: 120,
		outputPath: '/downloads/The.Lamp',
		message: null,
		seeders: 12,
		leechers: 2,
		removable: false,
	});
});

test('a finished row has nothing left', t => {
	t.like(parseTorrent({...row, state: 'stalledUP', progress: 1, eta: 8_640_000}, facts), {
		status: 'completed',
		sizeLeft: 0,
		secondsLeft: 0,
	});
});

for (const eta of [8_640_000, 9_223_372_036_854_776_000, -1, null]) {
	test(`an eta of ${eta} is unknown`, t => {
		t.is(parseTorrent({...row, eta}, facts)?.secondsLeft, null);
	});
}

test('a row without a hash is left out', t => {
	t.is(parseTorrent({...row, hash: null}, facts), null);
});

test('a hybrid torrent goes by its v1 hash', t => {
	t.is(parseTorrent({...row, hash: 'ab'.repeat(20), infohash_v1: hash}, facts)?.downloadId, hash.toLowerCase());
	t.is(parseTorrent({...row, infohash_v1: ''}, facts)?.downloadId, hash.toLowerCase());
});

test('a finished torrent without a folder of its own is a warning', t => {
	const download = parseTorrent({...row, state: 'stalledUP', content_path: '/downloads/'}, facts);
	t.is(download?.status, 'warning');
	t.truthy(download?.message);
});

test('an old version tells the path by its files', t => {
	const old = {...row, content_path: undefined};
	t.is(parseTorrent(old, facts)?.outputPath, null);
	t.is(parseTorrent(old, {...facts, files: [{name: 'Folder/The.Lamp.mkv'}]})?.outputPath, '/downloads/Folder');
	t.is(parseTorrent(old, {...facts, files: [{name: 'The.Lamp.mkv'}]})?.outputPath, '/downloads/The.Lamp.mkv');
});

test('limits of a row are compared with minutes of idleness and seconds of seeding', t => {
	const stopped = {...row, state: 'stoppedUP', seeding_time_limit: -2, inactive_seeding_time_limit: 20};
	const minutesAgo = (minutes: number) => facts.now.getTime() / 1000 - minutes * 60;
	t.true(parseTorrent({...stopped, last_activity: minutesAgo(25)}, facts)?.removable);
	t.false(parseTorrent({...stopped, last_activity: minutesAgo(15)}, facts)?.removable);

	const timed = {...stopped, inactive_seeding_time_limit: -1, seeding_time_limit: 2};
	t.true(parseTorrent({...timed, seeding_time: 120}, facts)?.removable);
	t.true(parseTorrent(timed, {...facts, properties: {seeding_time: 120}})?.removable);
	t.false(parseTorrent(timed, facts)?.removable);
});

test('the category wins over the label of old versions', t => {
	t.is(categoryOf({category: 'a', label: 'b'}), 'a');
	t.is(categoryOf({category: '', label: 'b'}), 'b');
	t.is(categoryOf({}), '');
});

test('limits that are switched off do not count, and DHT is on unless told', t => {
	t.deepEqual(parsePreferences({max_ratio_enabled: false, max_ratio: 2, max_seeding_time_enabled: true, max_seeding_time: 30}), {
		dht: true,
		hasFolders: true,
		maxRatio: null,
		maxSeedingMinutes: 30,
		maxInactiveMinutes: null,
	});
	t.false(parsePreferences({dht: false}).dht);
});

test('removing at a limit is noticed only when there is a limit', t => {
	t.true(removesAtLimit({max_ratio_enabled: true, max_ratio: 1, max_ratio_act: 3}));
	t.false(removesAtLimit({max_ratio_enabled: true, max_ratio: 1, max_ratio_act: 0}));
	t.false(removesAtLimit({max_ratio_enabled: false, max_ratio: 1, max_ratio_act: 1}));
});
