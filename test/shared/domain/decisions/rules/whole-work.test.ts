import test from 'ava';
import type {MappedMedia} from '#shared/domain/decisions/candidate.ts';
import {decide} from '#shared/domain/decisions/decide.ts';
import {buildCandidate, buildFacts, gigabyte, profileCalled} from '#test/helpers/build-release.ts';

const film = (title = 'Paper Harbor'): MappedMedia => ({kind: 'movie', movie: {id: 'm', title, year: 2019, runtime: 100}});
const season: MappedMedia = {
	kind: 'series',
	series: {id: 's', title: 'Glass River'},
	episodes: Array.from({length: 10}, (_, n) => ({id: `e${n + 1}`, seasonNumber: 1, episodeNumber: n + 1, runtime: 45})),
};
const episode: MappedMedia = {...season, episodes: [{id: 'e2', seasonNumber: 1, episodeNumber: 2, runtime: 45}]};
const special: MappedMedia = {...season, episodes: [{id: 'x5', seasonNumber: 0, episodeNumber: 5, runtime: null}]};

const facts = buildFacts({profile: profileCalled('Any', {items: [{quality: 'Unknown', allowed: true}, ...profileCalled('Any').items]})});
const why = (title: string, media: MappedMedia = film(), size = 9 * gigabyte) =>
	decide(buildCandidate({title, size}, {media}), facts)
		.rejectionDetails.map(({detail}) => detail)
		.join('; ');

test('extras of a film are not the film', t => {
	for (const title of [
		'Paper.Harbor.2019.BONUS.DISC.1080p.BluRay.x264-KITE',
		'Paper.Harbor.2019.1080p.BluRay.Bonus.Disk.x264-KITE',
		'Paper Harbor (2019) [1080p] [BluRay] [Extras]',
		'Paper.Harbor.2019.Bonusmaterial.German.1080p.WEB.h264-KITE',
		'Paper.Harbor.2019.Special.Features.1080p.BluRay.x264-KITE',
		'Paper.Harbor.2019.Extras.Disc.2.1080p.BluRay.x264-KITE',
		'Paper.Harbor.2019.The.Making.Of.1080p.WEB-DL-KITE',
		'Paper.Harbor.2019.Deleted.Scenes.1080p.BluRay-KITE',
		'Paper.Harbor.2019.Official.Trailer.1080p.WEB-DL-KITE',
		'Paper_Harbor_2019_Featurettes_1080p_BluRay-KITE',
		'Paper.Harbor.2019.Behind.the.Scenes.1080p.WEB-DL-KITE',
	]) {
		t.regex(why(title), /^Only extras \(|; Only extras \(|Only part/, title);
	}
	t.regex(why('Paper.Harbor.Bonus.Disc.2019.1080p.BluRay.x264-KITE'), /Only extras \(bonus disc\), not the film itself/);
});

test('a film beside its extras, or one that is called so, is the film', t => {
	for (const [title, called] of [
		['Paper.Harbor.2019.1080p.BluRay.+.Extras.x264-KITE', 'Paper Harbor'],
		['Paper Harbor (2019) with Extras 1080p BluRay x264-KITE', 'Paper Harbor'],
		['Paper.Harbor.2019.incl.Bonus.Disc.1080p.BluRay.x264-KITE', 'Paper Harbor'],
		['Paper Harbor (2019) [1080p] [Extras included]', 'Paper Harbor'],
		['Paper Harbor 2019 1080p BluRay (Bonus Inclus)', 'Paper Harbor'],
		['Paper Harbor 2019 1080p BluRay Extras + Commentary', 'Paper Harbor'],
		['Paper Harbor 2019 1080p BluRay No Extras', 'Paper Harbor'],
		['Paper Harbor 2019 1080p BluRay ohne Trailer', 'Paper Harbor'],
		['Paper Harbor 2019 1080p BluRay Isolated Soundtrack', 'Paper Harbor'],
		['Extras.2019.1080p.BluRay.x264-KITE', 'Extras'],
		['The.Making.of.Harbors.2019.1080p.BluRay.x264-KITE', 'The Making of Harbors'],
		['The.Interview.2019.1080p.BluRay.x264-KITE', 'The Interview'],
		['Trailer.Harbor.2019.1080p.BluRay.x264-KITE', 'Trailer Harbor'],
		['Paper.Harbor.2019.Special.Edition.1080p.BluRay.x264-KITE', 'Paper Harbor'],
		['Paper.Harbor.2019.1080p.BluRay.x264-KITE', 'Paper Harbor'],
	] as const) {
		t.is(why(title, film(called)), '', title);
	}
});

test('a soundtrack alone is not the film', t => {
	t.regex(why('Paper Harbor (2019) Original Soundtrack FLAC'), /Only extras \(original soundtrack\)/);
});

test('one part of a film alone is not the film', t => {
	for (const [title, number] of [
		['Paper.Harbor.2019.CD1.DVDRip.XviD-KITE', 1],
		['Paper.Harbor.2019.DVDRip.XviD.CD2-KITE', 2],
		['Paper Harbor 2019 Disc 1 1080p BluRay x264-KITE', 1],
		['Paper.Harbor.2019.1080p.BluRay.Disk.2.x264-KITE', 2],
		['Paper.Harbor.2019.DVD1.DVDRip.x264-KITE', 1],
		['Paper.Harbor.2019.Part.1.of.2.1080p.WEB-DL-KITE', 1],
		['Paper.Harbor.CD1.2019.DVDRip.XviD-KITE', 1],
		['Paper.Harbor.2019.part1.1080p.WEB-DL-KITE', 1],
		['Paper.Harbor.2019.1080p.WEB-DL.pt2-KITE', 2],
		['Paper Harbor (2019) Part Two 1080p BluRay', 'two'],
		['Paper.Harbor.2019.Second.Half.1080p.WEB-DL-KITE', 'second'],
	] as const) {
		t.regex(why(title), new RegExp(`Only part ${number} of the film`), title);
	}
});

test('all parts together are the film, and numbers of other things are none of its parts', t => {
	for (const title of [
		'Paper.Harbor.2019.2CD.DVDRip.XviD-KITE',
		'Paper.Harbor.2019.CD1-CD2.DVDRip.XviD-KITE',
		'Paper.Harbor.2019.CD1+2.DVDRip.XviD-KITE',
		'Paper.Harbor.2019.CD1.CD2.DVDRip.XviD-KITE',
		'Paper Harbor 2019 DVDRip DVD 1 of 1',
		'Paper.Harbor.2019.2.Disc.Edition.1080p.BluRay.x264-KITE',
		'Paper.Harbor.2019.1080p.BluRay.DTS-HD.MA.5.1.x264-KITE',
		'Paper.Harbor.2019.Part.1.and.2.1080p.WEB-DL-KITE',
		'Paper.Harbor.2019.Part1.Part2.1080p.WEB-DL-KITE',
	]) {
		t.is(why(title), '', title);
	}
	t.is(why('Paper.Harbor.Part.1.2019.1080p.BluRay.x264-KITE', film('Paper Harbor Part 1')), '');
	t.is(why('Disc.1.2019.1080p.BluRay.x264-KITE', film('Disc 1')), '');
});

test('a season or an episode of a show is no film of the same name', t => {
	for (const title of [
		'Paper.Harbor.2019.S01.1080p.WEB-DL.H.264-KITE',
		'Paper.Harbor.S01.2019.1080p.WEB-DL.H.264-KITE',
		'Paper Harbor (2019) Season 1 1080p WEB-DL',
		'Paper.Harbor.2019.Season.Two.1080p.WEB-DL-KITE',
		'Paper.Harbor.2019.Complete.Series.1080p.WEB-DL-KITE',
		'Paper.Harbor.2019.Mini-Series.1080p.WEB-DL-KITE',
		'Paper.Harbor.2019.1x02.1080p.WEB-DL-KITE',
		'Paper.Harbor.2019.Episode.3.1080p.WEB-DL-KITE',
		'Paper.Harbor.2019.Staffel.2.German.1080p.WEB-DL-KITE',
		'Paper Harbor 2019 第四季 1080p WEB-DL',
		'Paper.Harbor.2019.2nd.Season.1080p.WEB-DL-KITE',
	]) {
		t.regex(why(title), /Of a series \(.+\), not the film Paper Harbor/, title);
	}
});

test('an episode in a search for a film says what it is, and a film in one for a show', t => {
	const none: MappedMedia = {kind: 'movie', movie: null};
	t.is(why('Paper.Harbor.S01E02.1080p.WEB-DL.H.264-KITE', none), 'It is named as an episode of the series "Paper Harbor"');
	const noSeries: MappedMedia = {kind: 'series', series: null, episodes: []};
	t.is(why('Paper.Harbor.2019.1080p.WEB-DL.H.264-KITE', noSeries), 'It is named as the movie "Paper Harbor" (2019)');
});

test('films whose names look like those of shows stay films', t => {
	for (const [title, called] of [
		['Season.of.the.Harbor.2019.1080p.BluRay.x264-KITE', 'Season of the Harbor'],
		['Harbor.Wars.Episode.4.A.New.Pier.2019.1080p.BluRay.x264-KITE', 'Harbor Wars'],
		['Harbor.Wars.Episode.IV.A.New.Pier.2019.1080p.BluRay.x264-KITE', 'Harbor Wars: Episode IV - A New Pier'],
		['S1M0NE.2019.1080p.BluRay.x264-KITE', 'S1m0ne'],
		['Paper.Harbor.2019.1920x1080.BluRay.x264-KITE', 'Paper Harbor'],
		['Paper.Harbor.2019.1080p.WEB-DL.EAC3.5.1-KITE', 'Paper Harbor'],
		['Paper Harbor 2019 1080p WEB-DL English e 5.1', 'Paper Harbor'],
	] as const) {
		t.is(why(title, film(called)), '', title);
	}
});

test('samples are refused at any size, unless they come along', t => {
	const gigabytes = (count: number) => count * gigabyte;
	t.regex(why('Paper.Harbor.2019.1080p.BluRay.x264-KITE-SAMPLE', film(), 0), /A sample/);
	t.regex(why('Paper.Harbor.2019.2160p.BluRay.x265-KITE.sample', film(), gigabytes(0.2)), /A sample of 205 MB/);
	t.regex(why('sample-Paper.Harbor.2019.1080p.BluRay.x264-KITE', film(), 0), /A sample/);
	t.regex(why('Glass.River.S01E02.1080p.WEB-DL.H.264-KITE-sample', episode, 0), /A sample/);
	t.regex(why('Paper.Harbor.2019.Sample.1080p.BluRay.x264-KITE', film(), gigabytes(0.3)), /A sample of 307 MB/);
	t.is(why('Glass.River.S01E02.The.Sample.Room.1080p.WEB-DL.H.264-KITE', episode), '');
	t.is(why('Sample.2019.1080p.BluRay.x264-KITE', film('Sample')), '');
	t.is(why('Free.Sample.2019.1080p.BluRay.x264-KITE', film('Free Sample')), '');
	t.is(why('Paper.Harbor.2019.1080p.BluRay.x264-KITE.incl.Sample', film()), '');
	t.is(why('Paper Harbor 2019 1080p BluRay x264-KITE (Sample included)', film()), '');
});

test('extras of a season are not the season', t => {
	t.regex(why('Glass.River.S01.BONUS.DISC.1080p.BluRay.x264-KITE', season), /Only extras \(bonus disc\), not the season/);
	t.regex(why('Glass.River.S01.Featurettes.1080p.BluRay.x264-KITE', season), /Only extras \(featurettes\)/);
	t.is(why('Glass.River.S01.1080p.BluRay.x264-KITE', season), '');
	t.is(why('Glass.River.S01.with.Extras.1080p.BluRay.x264-KITE', season), '');
	t.is(why('Glass.River.S01E02.The.Making.Of.1080p.WEB-DL.H.264-KITE', episode), '');
	t.is(why('Glass.River.S00E05.Behind.the.Scenes.1080p.WEB-DL.H.264-KITE', special), '');
});

test('what holds no episodes of a season says so', t => {
	const none: MappedMedia = {...season, episodes: []};
	t.regex(why('Glass.River.S01.Extras.1080p.BluRay.x264-KITE', none), /Only extras of season 1, no episodes/);
	t.regex(why('Glass.River.S01.Part.2.1080p.BluRay.x264-KITE', none), /Only a part of season 1/);
	t.regex(why('Glass.River.S01.Disc.2.1080p.BluRay.x264-KITE', none), /Only a part of season 1/);
});

test('what needs a password is of no use, whatever its size', t => {
	for (const word of ['password.protected', '[Password Protected]', 'PASSWORDED', 'Passwort.geschützt', 'pw-protected']) {
		t.regex(why(`Paper.Harbor.2019.1080p.BluRay.x264.${word}-KITE`), /Needs a password/, word);
		t.regex(why(`Glass.River.S01E02.1080p.WEB.${word}-KITE`, episode), /Needs a password/, word);
	}
	t.is(why('Paper.Harbor.2019.1080p.BluRay.x264.No.Password.Required-KITE'), '');
	t.is(why('Password.Protected.2019.1080p.BluRay.x264-KITE', film('Password Protected')), '');
});

test('a fix without a size holds no video', t => {
	for (const fix of [
		'DIRFIX',
		'NFOFIX',
		'iNTERNAL.NFO.FIX',
		'PROOFFIX',
		'SAMPLEFIX',
		'SFVFIX',
		'RARFIX',
		'SUBFIX',
		'SUBPACK',
		'Subs.Only',
		'Subtitles Only',
	]) {
		t.regex(why(`Paper.Harbor.2019.${fix}.1080p.BluRay.x264-KITE`, film(), 0), /Only a fix \(/, fix);
		t.regex(why(`Glass.River.S01E02.${fix}.1080p.BluRay.x264-KITE`, episode, 0), /Only a fix \(/, fix);
	}
	t.is(why('Paper.Harbor.2019.DIRFIX.1080p.BluRay.x264-KITE'), '', 'the whole release under its right name');
	t.is(why('Paper.Harbor.2019.1080p.BluRay.x264-KITE', film(), 0), '');
	t.is(why('Paper.Harbor.2019.READNFO.PROPER.1080p.BluRay.x264-KITE', film(), 0), '');
	t.is(why('Nfo.Fix.2019.1080p.BluRay.x264-KITE', film('Nfo Fix'), 0), '');
});
