import test from 'ava';
import type {MappedMedia} from '#shared/domain/decisions/candidate.ts';
import {buildProfile} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const ids = (...numbers: number[]) => new Set(numbers.map(number => `e${number}`));
const upTo = (last: number) => ids(...Array.from({length: last}, (_, index) => index + 1));
function holding(...numbers: number[]): MappedMedia {
	const episodes = numbers.map(episodeNumber => ({id: `e${episodeNumber}`, seasonNumber: 1, episodeNumber, runtime: 45}));
	return {kind: 'series', series: {id: 's', title: 'Glass River'}, episodes};
}

const pack = {release: {title: 'Glass.River.S01.1080p.WEB-DL.H.264-KITE'}, media: holding(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)};
const single = {release: {title: 'Glass.River.S01E02.1080p.WEB-DL.H.264-KITE'}, media: holding(2)};
const double = {release: {title: 'Glass.River.S01E02E03.1080p.WEB-DL.H.264-KITE'}, media: holding(2, 3)};
const many = {release: {title: 'Glass.River.S01E01-E04.1080p.WEB-DL.H.264-KITE'}, media: holding(1, 2, 3, 4)};

test('a search for one episode takes no season', refuses, {
	...pack,
	facts: {wantedEpisodes: ids(2)},
	detail: /pack of 10 episodes of which 9 are not wanted/,
});
test('a search for two episodes takes no pack of ten', refuses, {...pack, facts: {wantedEpisodes: ids(2, 5)}, detail: /of which 8/});
const monitored = {monitoredEpisodes: upTo(10), onlyMonitored: true};
test('a search for one episode takes no season though it is monitored as a whole', refuses, {
	...pack,
	facts: {wantedEpisodes: ids(2), ...monitored},
	detail: /A pack for a single episode, which profile HD-1080p does not take/,
});
test('if the profile says so, it takes a season that is monitored as a whole', accepts, {
	...pack,
	facts: {wantedEpisodes: ids(2), ...monitored, profile: buildProfile({packForEpisodeAllowed: true})},
});
test('a search for two episodes takes a season that is monitored as a whole', accepts, {
	...pack,
	facts: {wantedEpisodes: ids(2, 5), ...monitored},
});
test('a search for a season takes its pack', accepts, {...pack, facts: {wantedEpisodes: upTo(10)}});
test('a person who searches without naming episodes may take any pack', accepts, {...pack, facts: {monitoredEpisodes: ids()}});
test('a feed takes no pack of which a part is not monitored', refuses, {
	...pack,
	facts: {wantedEpisodes: null, monitoredEpisodes: upTo(9), onlyMonitored: true},
	detail: /of which 1 are not wanted/,
});
test('a feed takes a pack that is monitored as a whole', accepts, {
	...pack,
	facts: {wantedEpisodes: null, monitoredEpisodes: upTo(10), onlyMonitored: true},
});
test('four episodes at once are a pack', refuses, {...many, facts: {wantedEpisodes: ids(2)}, detail: /pack of 4/});

test('a feed takes no double episode of which one is not monitored', refuses, {
	...double,
	facts: {wantedEpisodes: null, monitoredEpisodes: ids(2), onlyMonitored: true},
	detail: /holds S01E03, which is not monitored/,
});
test('a search by itself takes no double episode of which one is not monitored', refuses, {
	...double,
	facts: {wantedEpisodes: ids(2), monitoredEpisodes: ids(2), onlyMonitored: true},
	detail: /holds S01E03, which is not monitored/,
});
test('a double episode of which both are monitored is taken', accepts, {
	...double,
	facts: {wantedEpisodes: ids(2), monitoredEpisodes: ids(2, 3), onlyMonitored: true},
});
test('a person finds an episode in a double one', accepts, {...double, facts: {wantedEpisodes: ids(2), monitoredEpisodes: ids(2)}});
test('an episode that a person searches needs no monitoring', accepts, {
	...single,
	facts: {wantedEpisodes: ids(2), monitoredEpisodes: ids(), onlyMonitored: true},
});
test('what holds nothing of what is searched for is refused once', refuses, {
	...pack,
	facts: {wantedEpisodes: new Set(['other'])},
	detail: /none of the episodes/,
});
