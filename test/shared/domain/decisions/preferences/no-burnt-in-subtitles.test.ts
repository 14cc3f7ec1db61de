import test from 'ava';
import type {MappedMedia} from '#shared/domain/decisions/candidate.ts';
import {buildFacts, profileCalled} from '#test/helpers/build-release.ts';
import {accepts, refuses} from '#test/helpers/decides.ts';

const {settings} = buildFacts();
const series: MappedMedia = {
	kind: 'series',
	series: {id: 's', title: 'Glass River'},
	episodes: [{id: 'e', seasonNumber: 1, episodeNumber: 2, runtime: 45}],
};

for (const [words, reported] of [
	['HC', 'Generic Hardcoded Subs'],
	['KORSUB', 'KORSUB'],
	['KORSUBS', 'KORSUBS'],
	['HARDSUB', 'HARDSUB'],
	['HardSubbed', 'Generic Hardcoded Subs'],
	['SUBBED', 'Generic Hardcoded Subs'],
] as const) {
	test(`${words} in the title of a movie is refused`, refuses, {
		release: {title: `Paper.Harbor.2019.${words}.1080p.WEB-DL.H.264-KITE`},
		detail: new RegExp(`burnt into the picture \\(${reported}\\)`),
	});
}

test('subtitles of several languages are no part of the picture', accepts, {
	release: {title: 'Paper.Harbor.2019.MultiSubs.1080p.WEB-DL.H.264-KITE'},
});
test('an allowed language is taken, however it is written', accepts, {
	release: {title: 'Paper.Harbor.2019.KORSUBS.1080p.WEB-DL.H.264-KITE'},
	facts: {settings: {...settings, allowedHardcodedSubs: ['korsub']}},
});
test('subtitles that name no language are allowed as HC', accepts, {
	release: {title: 'Paper.Harbor.2019.HARDSUB.1080p.WEB-DL.H.264-KITE'},
	facts: {settings: {...settings, allowedHardcodedSubs: ['HC']}},
});
test('what is allowed for one language is not allowed for another', refuses, {
	release: {title: 'Paper.Harbor.2019.HC.1080p.WEB-DL.H.264-KITE'},
	facts: {settings: {...settings, allowedHardcodedSubs: ['KORSUB']}},
	detail: /burnt into the picture/,
});
test('a hard-coded episode is refused', refuses, {
	release: {title: 'Glass.River.S01E02.HC.1080p.WEB-DL.H.264-KITE'},
	media: series,
	detail: /burnt into the picture/,
});
test('a subbed episode is only one that nobody dubbed', accepts, {
	release: {title: 'Glass.River.S01E02.SUBBED.1080p.WEB-DL.H.264-KITE'},
	media: series,
});

test('a raw DVD is in no default profile', refuses, {
	release: {title: 'Paper.Harbor.2019.PAL.DVD9-KITE'},
	facts: {profile: profileCalled('Any')},
	detail: /Quality DVD-R is not wanted by profile Any/,
});
test('a raw DVD of a series is none either', refuses, {
	release: {title: 'Glass.River.S01E02.NTSC.DVD5-KITE'},
	media: series,
	facts: {profile: profileCalled('SD')},
	detail: /Quality DVD-R is not wanted by profile SD/,
});
