import test from 'ava';
import type {MappedMedia} from '#shared/domain/decisions/candidate.ts';
import {lostEpisodes} from '#shared/domain/media/library-episode.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildCopy, gigabyte} from '#test/helpers/build-release.ts';
import {buildLibraryEpisode} from '#test/helpers/build-series.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const episode = {id: 's1e1', seasonNumber: 1, episodeNumber: 1, runtime: 45};
const media: MappedMedia = {kind: 'series', series: {id: 's', title: 'Glass River'}, episodes: [episode]};
const better = {release: {title: 'Glass.River.S01E01.1080p.WEB-DL.H.264-KITE'}, media};
const files = [buildCopy({quality: 'HDTV-1080p'})];

test('a single episode does not beat the file of two, which import would keep', refuses, {
	...better,
	facts: {files, lostEpisodes: [{seasonNumber: 1, episodeNumber: 2}]},
	detail: /present file holds S01E02 too/,
});
test('a single episode beats a file of its own', accepts, {...better, facts: {files, lostEpisodes: []}});

test('the episodes that would lose their file are those beside', t => {
	const double = buildMediaFile({id: 'double'});
	const [first, second, third] = [1, 2, 3].map(number => buildLibraryEpisode(1, number, {file: number < 3 ? double : null}));
	const all = [first!, second!, third!]; // three were built
	t.deepEqual(lostEpisodes([first!], all), [second!]);
	t.deepEqual(lostEpisodes([first!, second!], all), []);
	t.deepEqual(lostEpisodes([third!], all), []);
});

test('what does not fit on the disk waits for room', refuses, {
	release: {size: 6 * gigabyte},
	facts: {freeBytes: 5 * gigabyte},
	detail: /6144 MB do not fit into the 5120 MB/,
	temporary: true,
});
test('what just fits is taken', accepts, {release: {size: 6 * gigabyte}, facts: {freeBytes: 6 * gigabyte}});
test('a disk that does not tell refuses nothing', accepts, {release: {size: 6 * gigabyte}, facts: {freeBytes: null}});

const failing = [buildCopy({quality: 'Remux-1080p', releaseTitle: 'Paper.Harbor.2019.1080p.BluRay.REMUX.AVC-LARK'})];
test('a failed download keeps no other release from being taken', accepts, {facts: {failing}});
test('the release that has just failed is not taken again', refuses, {
	release: {title: 'Paper Harbor 2019 1080p BluRay REMUX AVC-LARK'},
	facts: {failing},
	detail: /just failed/,
});
