import test from 'ava';
import {parseGoals, parseTorrent} from '#workers/integrations/download-clients/transmission/parse-torrents.ts';

const none = {ratio: null, idleMinutes: null};
const row = {
	hashString: 'C12FE1C06BBA254A9DC9F519B335AA7C1367A88A',
	name: 'Lamp: the film',
	downloadDir: '/downloads/kinoteka/',
	totalSize: 1000,
	leftUntilDone: 300,
	eta: 60,
	status: 4,
	errorString: '',
	isFinished: false,
	downloadedEver: 1000,
	uploadedEver: 900,
	secondsSeeding: 1200,
	trackerStats: [
		{seederCount: -1, leecherCount: 4},
		{seederCount: 12, leecherCount: 1},
	],
};

test('a row becomes a download of ours', t => {
	t.deepEqual(parseTorrent(row, none), {
		downloadId: 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a',
		title: 'Lamp: the film',
		status: 'downloading',
		size: 1000,
		sizeLeft: 300,
		secondsLeft: 60,
		outputPath: '/downloads/kinoteka/Lamp: the film',
		message: null,
		seeders: 12,
		leechers: 4,
		removable: false,
	});
});

test('a row without a hash is left out', t => {
	t.is(parseTorrent({name: 'x'}, none), null);
});

for (const [change, status] of [
	[{status: 0}, 'paused'],
	[{status: 2}, 'downloading'],
	[{status: 3}, 'queued'],
	[{status: 4}, 'downloading'],
	[{status: 5}, 'downloading'],
	[{leftUntilDone: 0, status: 0}, 'completed'],
	[{leftUntilDone: 0, status: 2}, 'downloading'],
	[{leftUntilDone: 0, status: 4}, 'downloading'],
	[{leftUntilDone: 0, status: 5}, 'completed'],
	[{leftUntilDone: 0, status: 6}, 'completed'],
	[{leftUntilDone: 0, status: 2, isFinished: true}, 'downloading'],
	[{leftUntilDone: 0, status: 4, isFinished: true}, 'completed'],
	// It met its idle limit, and has lost pieces since.
	[{leftUntilDone: 300, status: 0, isFinished: true}, 'downloading'],
	[{leftUntilDone: 300, status: 4, isFinished: true}, 'downloading'],
	[{totalSize: 0, leftUntilDone: 0, status: 4}, 'queued'],
	[{leftUntilDone: 0, status: 6, errorString: 'Tracker gave HTTP response code 404'}, 'warning'],
] as const) {
	test(`${JSON.stringify(change)} is ${status}`, t => {
		t.is(parseTorrent({...row, ...change}, none)?.status, status);
	});
}

test('a magnet link without metadata has no path yet', t => {
	t.is(parseTorrent({...row, totalSize: 0}, none)?.outputPath, null);
});

for (const [eta, seconds] of [
	[-1, null],
	[-2, null],
	[2_147_483_648, 2_147_483_648],
	[2_147_483_648_000, 2_147_483_648],
] as const) {
	test(`an eta of ${eta} is ${seconds} seconds`, t => {
		t.is(parseTorrent({...row, eta}, none)?.secondsLeft, seconds);
	});
}

const done = {...row, leftUntilDone: 0, isFinished: true, uploadedEver: 1000};
for (const [title, change, goals, removable] of [
	['no goal at all', {status: 0}, none, false],
	['the general ratio, still seeding', {status: 6}, {ratio: 1, idleMinutes: null}, false],
	['the general ratio, stopped', {status: 0}, {ratio: 1, idleMinutes: null}, true],
	['below the general ratio', {status: 0, uploadedEver: 900}, {ratio: 1, idleMinutes: null}, false],
	['its own ratio, stopped', {status: 0, seedRatioMode: 1, seedRatioLimit: 1}, {ratio: 5, idleMinutes: null}, true],
	['told to seed for ever', {status: 0, seedRatioMode: 2}, {ratio: 1, idleMinutes: null}, false],
	['the general idle limit, still seeding', {status: 6}, {ratio: null, idleMinutes: 20}, false],
	['the general idle limit, stopped', {status: 0}, {ratio: null, idleMinutes: 20}, true],
	['its own idle limit, still seeding', {status: 6, seedIdleMode: 1, seedIdleLimit: 10}, {ratio: null, idleMinutes: 40}, true],
	['its own idle limit, too early', {status: 6, seedIdleMode: 1, seedIdleLimit: 30}, none, false],
	['its own idle limit, stopped', {status: 0, seedIdleMode: 1, seedIdleLimit: 10}, none, true],
	['its own idle limit, waiting for its turn to seed', {status: 5, seedIdleMode: 1, seedIdleLimit: 10}, none, false],
	['its own idle limit, begun anew', {status: 4, seedIdleMode: 1, seedIdleLimit: 10}, none, false],
	['being checked', {status: 2}, {ratio: 1, idleMinutes: 1}, false],
] as const) {
	test(`removal: ${title}`, t => {
		t.is(parseTorrent({...done, ...change}, goals)?.removable, removable);
	});
}

test('limits that are switched off do not count', t => {
	t.deepEqual(parseGoals({seedRatioLimited: false, seedRatioLimit: 2, 'idle-seeding-limit-enabled': true, 'idle-seeding-limit': 30}), {
		ratio: null,
		idleMinutes: 30,
	});
});
