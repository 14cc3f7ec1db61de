import test from 'ava';
import {activityOf} from '#shared/domain/downloads/client-download.ts';
import {goalsMet} from '#shared/domain/downloads/seeding-goals.ts';
import {Invalid, Unavailable} from '#shared/errors.ts';
import {buildBuiltinTorrent} from '#test/helpers/memory-torrents.ts';
import {builtinMeaning} from '#workers/integrations/torrent-engine/view-of.ts';

const done = buildBuiltinTorrent({infoHash: 'ab'.repeat(20), size: 1000, received: 1000, completed: true});
const general = {ratio: 1, minutes: 60};

for (const [title, change, met] of [
	['neither goal', {}, false],
	['the general ratio', {uploaded: 1000}, true],
	['the general time', {seedingSeconds: 3600}, true],
	['an own ratio above the general one', {uploaded: 1000, seedRatio: 2}, false],
	['an own ratio without a time', {seedingSeconds: 36_000, seedRatio: 2}, false],
	['an own time', {seedingSeconds: 600, seedTimeMinutes: 10}, true],
	['files that lay there before', {received: 0, uploaded: 999}, false],
	['an unfinished torrent', {completed: false, uploaded: 5000}, false],
] as const) {
	test(`seeding goals: ${title}`, t => {
		t.is(goalsMet({...done, ...change}, general), met);
	});
}

const state = {error: null, isRunning: true, hasMetadata: true, ready: true, completed: false, paused: false};
for (const [change, status, activity] of [
	[{}, 'downloading', 'fetching'],
	[{hasMetadata: false}, 'queued', 'fetching'],
	[{hasMetadata: false, isRunning: false}, 'queued', 'waiting'],
	[{ready: false}, 'queued', 'working'],
	[{paused: true, ready: false}, 'paused', 'waiting'],
	[{paused: true, completed: true}, 'completed', 'fetching'],
	[{completed: true, ready: false}, 'completed', 'fetching'],
	[{completed: true, error: new Unavailable('disk_full', 'The disk is full.')}, 'warning', 'waiting'],
	[{error: Object.assign(new Error('EIO'), {code: 'EIO'})}, 'warning', 'waiting'],
	[{error: new Error('The engine gave up.')}, 'warning', 'fetching'],
	[{error: new Invalid('unsafe_torrent', 'It has a name that is too long.')}, 'failed', 'fetching'],
] as const) {
	test(`the state ${JSON.stringify(change)} is ${status} and ${activity}${'error' in change ? ` (${change.error.message})` : ''}`, t => {
		const meaning = builtinMeaning({...state, ...change});
		t.is(meaning.status, status);
		t.is(activityOf(meaning), activity);
	});
}
