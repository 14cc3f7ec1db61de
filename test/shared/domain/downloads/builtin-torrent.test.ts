import test from 'ava';
import {goalsMet} from '#shared/domain/downloads/seeding-goals.ts';
import {buildBuiltinTorrent} from '#test/helpers/memory-torrents.ts';
import {builtinStatus} from '#workers/integrations/torrent-engine/view-of.ts';

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

const state = {error: null, hasMetadata: true, ready: true, completed: false, paused: false};
for (const [change, status] of [
	[{}, 'downloading'],
	[{hasMetadata: false}, 'queued'],
	[{ready: false}, 'queued'],
	[{paused: true, ready: false}, 'paused'],
	[{paused: true, completed: true}, 'completed'],
	[{completed: true, ready: false}, 'completed'],
	[{completed: true, error: 'disk full'}, 'warning'],
] as const) {
	test(`the state ${JSON.stringify(change)} is ${status}`, t => {
		t.is(builtinStatus({...state, ...change}), status);
	});
}
