import test from 'ava';
import {
	type QbittorrentPreferences,
	type QbittorrentState,
	qbittorrentRemovable,
} from '#workers/integrations/download-clients/qbittorrent/parse-torrents.ts';

const row: QbittorrentState = {
	state: 'stoppedUP',
	ratio: 1,
	ratioLimit: -2,
	seedingMinutesLimit: -2,
	inactiveMinutesLimit: -2,
	seedingSeconds: 3600,
	inactiveSeconds: 1800,
};
const none: QbittorrentPreferences = {dht: true, hasFolders: true, maxRatio: null, maxSeedingMinutes: null, maxInactiveMinutes: null};

const removable = test.macro({
	exec(t, [own, general, expected]: [Partial<QbittorrentState>, Partial<QbittorrentPreferences>, boolean]) {
		t.is(qbittorrentRemovable({...row, ...own}, {...none, ...general}), expected);
	},
	title: title => `removal: ${title}`,
});

test('without any limit it stays', removable, [{}, {}, false]);
test('the general ratio was reached', removable, [{}, {maxRatio: 1}, true]);
test('version 4 says paused', removable, [{state: 'pausedUP'}, {maxRatio: 1}, true]);
test('a hair below the ratio counts as reached', removable, [{ratio: 0.9999}, {maxRatio: 1}, true]);
test('more than a hair below does not', removable, [{ratio: 0.99}, {maxRatio: 1}, false]);
test('the own ratio wins over the general one', removable, [{ratio: 0.5, ratioLimit: 0.8}, {maxRatio: 0.2}, false]);
test('the own ratio was reached', removable, [{ratioLimit: 0.8}, {maxRatio: 2}, true]);
test('-1 switches the limit off', removable, [{ratioLimit: -1}, {maxRatio: 0.5}, false]);
test('minutes against seconds of seeding', removable, [{}, {maxSeedingMinutes: 60}, true]);
test('the own seeding time was not reached', removable, [{seedingMinutesLimit: 61}, {maxSeedingMinutes: 20}, false]);
test('idle for long enough', removable, [{ratio: 1}, {maxRatio: 2, maxInactiveMinutes: 30}, true]);
test('idle for less than its own limit', removable, [{inactiveMinutesLimit: 31}, {maxInactiveMinutes: 10}, false]);
test('never active is not idle', removable, [{inactiveSeconds: null}, {maxInactiveMinutes: 10}, false]);
test('one that still seeds stays', removable, [{state: 'uploading'}, {maxRatio: 1, maxSeedingMinutes: 1}, false]);
