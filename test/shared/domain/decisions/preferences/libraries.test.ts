import test from 'ava';
import {buildCopy, buildFacts} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const {settings} = buildFacts();
const inFilms = {library: {id: 'library-1', name: 'Films'}, labels: []};
const bound = {settings: {...settings, indexerTags: {'indexer-1': ['films', 'Documentaries']}}};

test('an indexer without tags is for every title', accepts, {facts: {tagged: inFilms}});
test('an indexer is for the library that its tags name', accepts, {facts: {...bound, tagged: inFilms}});
test('an indexer is for the library whose id its tags have', accepts, {
	facts: {settings: {...settings, indexerTags: {'indexer-1': ['library-1']}}, tagged: inFilms},
});
test('titles of another library are refused', refuses, {
	facts: {...bound, tagged: {library: {id: 'library-2', name: 'Anime'}, labels: ['kids']}},
	detail: /Indexer Made up is only for titles tagged films, Documentaries/,
});
test('titles of no library are refused', refuses, {facts: bound, detail: /is only for titles tagged/});
test('an indexer is for the titles that have one of its labels, in whatever spelling', accepts, {
	facts: {...bound, tagged: {library: null, labels: ['documentaries']}},
});
test('a title that nobody knows is refused for that alone', refuses, {
	media: {kind: 'movie', movie: null},
	facts: bound,
	reason: 'Unknown movie',
	detail: /No movie/,
});

const only = (scope: 'movies' | 'tv') => ({settings: {...settings, indexerScopes: {'indexer-1': scope}}});
test('an indexer for movies is for movies', accepts, {facts: only('movies')});
test('an indexer for series is not for movies', refuses, {facts: only('tv'), detail: /Indexer Made up is only for series/});

const infoHash = 'ab'.repeat(20);
const imported = new Set([infoHash]);
const file = buildCopy();
test('a torrent that was imported already is known by its info hash', refuses, {
	release: {infoHash: infoHash.toUpperCase()},
	facts: {importedHashes: imported, files: [file]},
	detail: /this torrent was imported already/,
});
test('it may come again when its file is gone', accepts, {release: {infoHash}, facts: {importedHashes: imported}});
test('another torrent is another release', accepts, {
	release: {infoHash: 'cd'.repeat(20)},
	facts: {importedHashes: imported, files: [file]},
});

const profile = {
	id: 'r',
	name: 'House rules',
	enabled: true,
	mustContain: [] as string[],
	mustNotContain: [] as string[],
	tags: [],
	excludedTags: [],
	indexerIds: [] as string[],
};
test('a release profile asks for one of its words', refuses, {
	facts: {releaseProfiles: [{...profile, mustContain: ['x265', 'HEVC']}]},
	detail: /Release profile House rules asks for one of: x265, HEVC/,
});
test('one of the words is enough, in any letter case', accepts, {
	facts: {releaseProfiles: [{...profile, mustContain: ['x265', 'web-dl']}]},
});
test('a release profile refuses its unwanted words', refuses, {
	facts: {releaseProfiles: [{...profile, mustNotContain: ['HEVC', 'ddp5.1']}]},
	detail: /wants nothing with: ddp5\.1/,
});
test('a profile that is switched off says nothing', accepts, {
	facts: {releaseProfiles: [{...profile, enabled: false, mustNotContain: ['ddp']}]},
});
test('a profile for other indexers says nothing', accepts, {
	facts: {releaseProfiles: [{...profile, indexerIds: ['indexer-2'], mustNotContain: ['ddp']}]},
});
test('a profile for the indexer of the release counts', refuses, {
	facts: {releaseProfiles: [{...profile, indexerIds: ['indexer-1'], mustNotContain: ['ddp5.1']}]},
	detail: /wants nothing with: ddp5\.1/,
});
