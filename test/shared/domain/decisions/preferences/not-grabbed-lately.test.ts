import test from 'ava';
import {buildCopy} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const taken = buildCopy({quality: 'WEBDL-1080p', releaseTitle: 'Paper.Harbor.2019.1080p.WEB-DL-OLD'});

test('a feed does not offer once more what was taken out of the queue', refuses, {
	facts: {grabbedLately: [taken]},
	detail: /Grabbed in the last hours: .* is no better/,
});
test('something better in a feed is taken', accepts, {facts: {grabbedLately: [{...taken, quality: 'HDTV-720p'}]}});
test('a search gets what was grabbed before', accepts, {facts: {grabbedLately: [taken], searched: true}});
test('a download that is failing keeps no other release away', accepts, {facts: {grabbedLately: [taken], failing: [taken]}});
