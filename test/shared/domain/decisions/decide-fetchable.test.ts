import test from 'ava';
import {toBlocklist} from '#shared/domain/decisions/facts.ts';
import {buildFacts, buildRelease, gigabyte, noDelay, now} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const settings = buildFacts().settings;
const megabyte = 1024 ** 2;

test('a release too small for the running time is refused', refuses, {
	release: {size: 250 * megabyte},
	facts: {settings: {...settings, sizeLimits: {'WEBDL-1080p': {minimum: 3, preferred: null, maximum: null}}}},
	detail: /250 MB is below the 300 MB that 100 minutes/,
});
test('a release too large for the running time is refused', refuses, {
	facts: {settings: {...settings, sizeLimits: {'WEBDL-1080p': {minimum: 3, preferred: null, maximum: 50}}}},
	detail: /6144 MB is above the 5000 MB allowed/,
});
test('a size that nobody tells proves nothing', accepts, {
	release: {size: 0},
	facts: {settings: {...settings, sizeLimits: {'WEBDL-1080p': {minimum: 3, preferred: null, maximum: 50}}}},
});

test('too few seeders are refused', refuses, {release: {seeders: 0}, detail: /0 seeders, at least 1/});
test('an indexer may ask for seeders of its own', refuses, {
	facts: {settings: {...settings, minimumSeedersOf: {'indexer-1': 50}}},
	detail: /20 seeders, at least 50/,
});
test('seeders that a tracker does not tell are believed', accepts, {release: {seeders: null}});
test('seeders mean nothing for Usenet', accepts, {release: {protocol: 'usenet', seeders: 0}});

const old = new Date('2020-03-01T12:00:00Z');
const retention = {settings: {...settings, retentionDays: 1000}};
test('Usenet articles beyond retention are refused', refuses, {
	release: {protocol: 'usenet', publishDate: old},
	facts: retention,
	detail: /2191 days old, retention is 1000 days/,
});
test('a post without a date is neither too old nor too young', accepts, {
	release: {protocol: 'usenet', publishDate: null},
	facts: {settings: {...retention.settings, minimumAgeMinutes: 30}},
});
test('an old torrent with seeders is as good as a new one', accepts, {release: {publishDate: old}, facts: retention});

test('a blocked guid is refused', refuses, {
	facts: {blocklist: toBlocklist([{guid: 'guid-1', infoHash: null, title: 'x', indexerId: null, size: null}])},
	reason: 'Release is blacklisted',
	detail: /by its guid/,
});
test('a blocked info hash is refused in any letter case', refuses, {
	release: {infoHash: 'ab'.repeat(20)},
	facts: {blocklist: toBlocklist([{guid: null, infoHash: 'AB'.repeat(20), title: 'x', indexerId: null, size: null}])},
	reason: 'Release is blacklisted',
	detail: /by its info hash/,
});
test('a blocked title of the same indexer and size is refused, however it is spaced', refuses, {
	facts: {
		blocklist: toBlocklist([
			{guid: null, infoHash: null, title: 'paper harbor 2019 1080p web-dl ddp5 1 h 264-kite', indexerId: 'indexer-1', size: 6 * gigabyte},
		]),
	},
	reason: 'Release is blacklisted',
	detail: /title, indexer and size/,
});
test('the same title with another size is another release', accepts, {
	facts: {blocklist: toBlocklist([{guid: null, infoHash: null, title: buildRelease().title, indexerId: 'indexer-1', size: 5}])},
});

test('a sample is refused', refuses, {
	release: {title: 'Paper.Harbor.2019.1080p.WEB-DL.SAMPLE-KITE', size: 40 * megabyte},
	detail: /sample of 40 MB/,
});
test('a program among the files is refused', refuses, {
	release: {files: ['Paper Harbor.mkv', 'Codec Setup.EXE']},
	detail: /Codec Setup\.EXE/,
});
test('a title that ends in a program is refused', refuses, {
	release: {title: 'Paper.Harbor.2019.1080p.WEB-DL.scr'},
	detail: /Holds a program/,
});

test('a movie that is not out yet has to wait', refuses, {
	facts: {availableFrom: new Date('2026-05-01T00:00:00Z')},
	detail: /Not yet available: expected 2026-05-01/,
	temporary: true,
});
test('a movie whose date nobody knows has to wait', refuses, {
	facts: {availableFrom: 'never'},
	detail: /no date is known/,
	temporary: true,
});
test('a movie that is out is approved', accepts, {facts: {availableFrom: now}});

const delay = {...noDelay, minutes: {torrent: 0, usenet: 120, stream: 0}};
const young = {protocol: 'usenet' as const, publishDate: new Date('2026-03-01T11:30:00Z')};
test('a delayed protocol has to wait', refuses, {
	release: young,
	facts: {settings: {...settings, delay}},
	detail: /Waits 90 more of the 120 minutes that usenet/,
	temporary: true,
});
test('the best quality of the profile does not wait', accepts, {
	release: {...young, title: 'Paper.Harbor.2019.1080p.BluRay.REMUX.AVC-KITE'},
	facts: {settings: {...settings, delay}},
});
test('a protocol that is not preferred waits even in the best quality', refuses, {
	release: {...young, title: 'Paper.Harbor.2019.1080p.BluRay.REMUX.AVC-KITE'},
	facts: {settings: {...settings, delay, preferredProtocol: 'torrent'}},
	detail: /Waits 90/,
	temporary: true,
});
