import test from 'ava';
import fc from 'fast-check';
import type {FoundSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import {type RatedFor, rankSubtitles, rateSubtitle} from '#shared/domain/subtitles/rating/rate-subtitle.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildFound, ratedForEpisode, ratedForMovie} from '#test/helpers/build-subtitle.ts';

const harbour = {title: 'The Quiet Harbour', year: 2019};
const release = 'The.Quiet.Harbour.2019.1080p.WEB-DL.AAC2.0.H.264-NOBODY';
const extended = 'The.Quiet.Harbour.2019.Extended.1080p.WEB-DL.AAC2.0.H.264-NOBODY';

const rate = (found: Partial<FoundSubtitle>, title: RatedFor = ratedForMovie()) => rateSubtitle(buildFound(found), title);

const rated = test.macro(
	(t, found: Partial<FoundSubtitle>, {score, rejections = [], title}: {score: number; rejections?: string[]; title?: RatedFor}) => {
		const result = rate(found, title);
		t.deepEqual({score: result.score, rejections: result.rejections}, {score, rejections}, result.reasons.join(', '));
	},
);

test('the same file by its hash has the full score', rated, {isHashMatch: true}, {score: 100});
test('the very same release has the full score too', rated, {...harbour, releases: [release]}, {score: 100});
test('title and year alone are worth three quarters', rated, harbour, {score: 76});
test('a title without its year is not enough', rated, {title: 'The Quiet Harbour'}, {score: 51, rejections: ['score 51 is below 70']});
test('an id stands for title and year', rated, {isIdMatch: true, title: 'Hafenstille', year: 2018}, {score: 76});
test('the original title counts', rated, {title: 'Der Stille Hafen', year: 2019}, {score: 76});
test('the release counts for one that names no title', rated, {releases: ['The Quiet Harbour (2019) 720p BluRay x265-OTHER']}, {score: 76});
test('another group of the same source', rated, {...harbour, releases: [release.replace('NOBODY', 'OTHER')]}, {score: 88});
test(
	'the same group from another source has other cuts',
	rated,
	{...harbour, releases: [release.replace('WEB-DL', 'BluRay')]},
	{score: 82},
);
test('a web rip is nearly a web download', rated, {...harbour, releases: [release.replace('WEB-DL', 'WEBRip')]}, {score: 99});
test('a group alone is a release', rated, {...harbour, releases: ['NOBODY']}, {score: 88});
test(
	'the best of several releases counts',
	rated,
	{...harbour, releases: ['The.Quiet.Harbour.2019.DVDRip.XviD-ELSE', release]},
	{score: 100},
);

test(
	'another film is refused',
	rated,
	{title: 'The Quiet Harbor Two', year: 2019, releases: []},
	{score: 1, rejections: ['other title', 'score 1 is below 70']},
);
test(
	'another year is refused',
	rated,
	{title: 'The Quiet Harbour', year: 1954},
	{score: 51, rejections: ['other year: 1954', 'score 51 is below 70']},
);
test(
	'an episode of a series is refused for a film',
	rated,
	{...harbour, seasonNumber: 1, episodeNumber: 1},
	{score: 76, rejections: ['for an episode']},
);
test(
	'a hash of another title does not count',
	rated,
	{isHashMatch: true, title: 'Elsewhere'},
	{score: 1, rejections: ['other title', 'score 1 is below 70']},
);
test('another year does not contradict a hash', rated, {isHashMatch: true, year: 2018}, {score: 100});

test(
	'what is said about the film is not what is said in it',
	rated,
	{...harbour, releases: [release.replace('2019', '2019.Director.Commentary')]},
	{score: 100, rejections: ['for a commentary']},
);
test('a French question is no commentary', rated, {...harbour, releases: ['Comment.dormir.au.port.2019.1080p.WEB-DL-NOBODY']}, {score: 96});

test('another edition runs out of step', rated, {...harbour, releases: [extended]}, {score: 58, rejections: ['score 58 is below 70']});
test(
	'an edition without another length does not',
	rated,
	{...harbour, releases: [release.replace('1080p', 'Remastered.1080p')]},
	{score: 100},
);
test(
	'the same edition fits',
	rated,
	{...harbour, releases: [extended]},
	{
		score: 100,
		title: ratedForMovie({file: buildMediaFile({releaseTitle: extended, edition: 'Extended'})}),
	},
);
test(
	'the usual cut does not fit an extended one',
	rated,
	{...harbour, releases: [release]},
	{
		score: 58,
		rejections: ['score 58 is below 70'],
		title: ratedForMovie({file: buildMediaFile({releaseTitle: extended, edition: 'Extended'})}),
	},
);

function atRate(frameRate: number | null): RatedFor {
	const {mediaInfo, ...file} = buildMediaFile({releaseTitle: release});
	return ratedForMovie({file: {...file, mediaInfo: mediaInfo && {...mediaInfo, frameRate}}});
}
test(
	'subtitles for 25 frames a second drift away from 23.976',
	rated,
	{...harbour, fps: 25},
	{
		score: 46,
		rejections: ['score 46 is below 70'],
		title: atRate(23.976),
	},
);
test('23.976, 23.98 and 24 frames a second are the same film', rated, {...harbour, fps: 24}, {score: 76, title: atRate(23.98)});
test('50 frames a second are as fast as 25', rated, {...harbour, fps: 25}, {score: 76, title: atRate(50)});
test('a frame rate of 0 says nothing', rated, {...harbour, fps: 0}, {score: 76, title: atRate(25)});

test('a season and a year of 0 say nothing', rated, {...harbour, seasonNumber: 0, episodeNumber: 0}, {score: 76});
test(
	'without any title it may be for anything',
	rated,
	{releases: ['NOBODY']},
	{score: 13, rejections: ['no title is named'], title: ratedForMovie({minimumScore: 0})},
);
test('machine translations are refused', rated, {...harbour, isMachineTranslated: true}, {score: 76, rejections: ['machine translated']});
test(
	'unless they are allowed',
	rated,
	{...harbour, isMachineTranslated: true},
	{score: 76, title: ratedForMovie({acceptMachineTranslated: true})},
);
test(
	'blocklisted ones are refused',
	rated,
	{...harbour, id: '7'},
	{
		score: 76,
		rejections: ['blocklisted'],
		title: ratedForMovie({isBlocklisted: ({id}) => id === '7'}),
	},
);
test(
	'forced ones are refused when whole ones are wanted',
	rated,
	{...harbour, forced: true},
	{
		score: 75,
		rejections: ['en.forced is not wanted'],
		title: ratedForMovie({wantedKinds: [{language: 'en', forced: false, hearingImpaired: false}]}),
	},
);

test(
	'what stands in for them is taken, and fits less well than they do',
	rated,
	{...harbour, hearingImpaired: true},
	{
		score: 75,
		rejections: [],
		title: ratedForMovie({
			wantedKinds: [{language: 'en', forced: false, hearingImpaired: false}],
			standIns: [{language: 'en', forced: false, hearingImpaired: true}],
		}),
	},
);

const street = {title: 'Lantern Street', year: 2015};
const episode = {seasonNumber: 1, episodeNumber: 2};
const title = ratedForEpisode();
test('series, year, season and episode are most of the score', rated, {...street, ...episode}, {score: 92, title});
test('the release says the same', rated, {releases: ['Lantern.Street.S01E02.1080p.WEB.H264-ELSE']}, {score: 93, title});
test(
	'the very same release of an episode',
	rated,
	{...street, ...episode, releases: ['Lantern.Street.S01E02.720p.HDTV.x264-NOBODY']},
	{score: 99, title},
);
test('a double episode contains it', rated, {releases: ['Lantern.Street.S01E01E02.720p.HDTV.x264-NOBODY']}, {score: 99, title});
test(
	'a pack of the season contains it',
	rated,
	{...street, seasonNumber: 1, releases: ['Lantern.Street.S01.720p.HDTV.x264-NOBODY']},
	{score: 99, title},
);
test('an absolute number is an episode', rated, {releases: ['[Else] Lantern Street - 02 [720p]']}, {score: 95, title});
test(
	'another episode is refused',
	rated,
	{...street, seasonNumber: 1, episodeNumber: 3},
	{score: 84, rejections: ['other episode'], title},
);
test('another season is refused', rated, {...street, seasonNumber: 2, episodeNumber: 2}, {score: 84, rejections: ['other season'], title});
test(
	'a name of another episode is refused, whatever the provider says',
	rated,
	{...street, ...episode, releases: ['Lantern.Street.S01E05.HDTV.x264-ELSE']},
	{
		score: 86,
		rejections: ['other episode'],
		title,
	},
);
test(
	'a hash of another episode does not count',
	rated,
	{...street, isHashMatch: true, seasonNumber: 1, episodeNumber: 9},
	{
		score: 84,
		rejections: ['other episode'],
		title,
	},
);
test('no episode at all is refused', rated, street, {score: 75, rejections: ['no episode is named'], title});
test(
	'a provider may name the episode instead of the series',
	rated,
	{title: 'The Lamp', ...episode, releases: ['Lantern.Street.S01E02.720p.HDTV.x264-NOBODY']},
	{score: 99, title},
);
/** The same episode of a series with another name, year or number. */
function ofSeries(criteria: Partial<RatedFor['criteria']>, wanted: Partial<NonNullable<RatedFor['criteria']['episode']>> = {}): RatedFor {
	const of = ratedForEpisode().criteria;
	const numbers = of.episode && {...of.episode, ...wanted};
	return ratedForEpisode({criteria: {...of, originalTitle: null, ...criteria, episode: numbers}});
}
const isApproved = (found: Partial<FoundSubtitle>, title: RatedFor) => rate(found, title).rejections.length === 0;

test('a later year is that of a later season; one of the first episodes belongs to another series', t => {
	const late = {...street, seasonNumber: 4, episodeNumber: 2, year: 2019};
	t.true(isApproved(late, ofSeries({}, {seasonNumber: 4})));
	t.false(isApproved({...street, ...episode, year: 2019}, title));
	t.true(isApproved({...street, ...episode, year: 2016}, title));
	t.true(isApproved({...street, seasonNumber: 1, episodeNumber: 99, year: 2019}, ofSeries({}, {episodeNumber: 99})));
});

test('a release that names the year of another series of the same name is refused', t => {
	const releases = ['Lantern.Street.2019.S01E02.1080p.WEB.H264-ELSE'];
	t.is(rate({releases}, title).rejections[0], 'other year');
	t.is(rate({...street, ...episode, releases}, title).rejections[0], 'other year');
	t.true(isApproved({releases: ['Lantern.Street.2015.S01E02.1080p.WEB.H264-ELSE']}, title));
	t.true(isApproved({releases: ['Class.of.1984.S01E02.1080p.WEB.H264-ELSE']}, ofSeries({title: 'Class of 1984'})));
});

test('shows of two countries are two shows, unless only one of them is named', t => {
	const american = {releases: ['Lantern.Street.US.S01E02.720p.WEB.H264-ELSE']};
	t.false(isApproved(american, ofSeries({title: 'Lantern Street (UK)'})));
	t.false(isApproved({...american, title: 'Lantern Street US', ...episode}, ofSeries({title: 'Lantern Street UK'})));
	t.true(isApproved(american, ofSeries({title: 'Lantern Street (US)'})));
	t.true(isApproved(american, ofSeries({title: 'Lantern Street'})));
});

test('a daily show is known by its date; a day of difference says nothing', t => {
	const daily = ofSeries({}, {airDate: '2024-05-14'});
	const on = (date: string) => ({...street, releases: [`Lantern.Street.${date}.1080p.WEB.H264-ELSE`]});
	t.true(isApproved(on('2024.05.14'), daily));
	t.deepEqual(rate(on('2024.05.20'), daily).rejections, ['other episode']);
	t.deepEqual(rate({...on('2024.05.20'), ...episode}, daily).rejections, ['other episode']);
	t.true(isApproved({...on('2024.05.15'), ...episode}, daily));
	t.deepEqual(rate(on('2024.05.15'), daily).rejections, ['no episode is named']);
	t.true(isApproved({...on('2024.05.14'), ...episode}, ofSeries({})));
});
test(
	'an earlier year is another series',
	rated,
	{...street, ...episode, year: 1990},
	{
		score: 67,
		rejections: ['other year: 1990', 'score 67 is below 70'],
		title,
	},
);

test('the reasons add up to the score and name what counts', t => {
	t.deepEqual(rate({...harbour, releases: [release]}).reasons, [
		'title +50',
		'year +25',
		'release group +13',
		'source +6',
		'audio codec +3',
		'resolution +2',
		'video codec +2',
		'kind +1',
	]);
	t.deepEqual(rate({isHashMatch: true}).reasons, ['hash +100']);
	t.true(rate({...harbour, releases: [extended]}).reasons.includes('other edition -30'));
});

const anyText = fc.oneof(
	fc.string({maxLength: 60}),
	fc.constantFrom(release, extended, 'Lantern.Street.S01E02.720p.HDTV.x264-NOBODY', 'NOBODY', ''),
);
const anyNumber = fc.option(fc.oneof(fc.integer(), fc.double()));
const anyFound = fc
	.record({
		providerId: fc.constantFrom('a', 'b'),
		id: fc.string({maxLength: 5}),
		forced: fc.boolean(),
		hearingImpaired: fc.boolean(),
		releases: fc.array(anyText, {maxLength: 4}),
		isHashMatch: fc.boolean(),
		isIdMatch: fc.boolean(),
		title: fc.option(anyText),
		year: anyNumber,
		seasonNumber: anyNumber,
		episodeNumber: anyNumber,
		fps: anyNumber,
		isMachineTranslated: fc.boolean(),
		isTrusted: fc.boolean(),
		downloadCount: fc.integer(),
	})
	.map(buildFound);
const anyTitle = fc.constantFrom(ratedForMovie(), ratedForEpisode(), atRate(25));

test('a score is a whole number from 0 to 100, whatever a provider sends', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(anyFound, anyTitle, (found, of) => {
				const {score} = rateSubtitle(found, of);
				return Number.isInteger(score) && score >= 0 && score <= 100;
			}),
		),
	);
});

test('nothing is better than a hash that nothing contradicts', t => {
	t.notThrows(() =>
		fc.assert(
			fc.property(anyFound, anyTitle, (found, of) => {
				const hash = rateSubtitle(buildFound({isHashMatch: true, id: 'hash'}), of);
				const other = rateSubtitle({...found, isHashMatch: false}, of);
				return rankSubtitles([other, hash], () => 1)[0]?.id === 'hash';
			}),
		),
	);
});

test('the order does not depend on who answered first', t => {
	const ofAll = (all: readonly FoundSubtitle[], of: RatedFor) =>
		rankSubtitles(
			all.map(found => rateSubtitle(found, of)),
			id => (id === 'a' ? 1 : 2),
		);
	t.notThrows(() =>
		fc.assert(
			fc.property(fc.uniqueArray(anyFound, {maxLength: 6, selector: ({providerId, id}) => `${providerId} ${id}`}), anyTitle, (all, of) => {
				const [one, other] = [ofAll(all, of), ofAll(all.toReversed(), of)];
				return JSON.stringify(one) === JSON.stringify(other);
			}),
		),
	);
});

test('between equal scores the priority decides, then trust, then downloads', t => {
	const of = ratedForMovie();
	const all = [
		buildFound({...harbour, providerId: 'b', id: '1', isTrusted: true, downloadCount: 9}),
		buildFound({...harbour, providerId: 'a', id: '2', downloadCount: 9}),
		buildFound({...harbour, providerId: 'a', id: '3', isTrusted: true}),
		buildFound({...harbour, providerId: 'a', id: '4', downloadCount: 10}),
	].map(found => rateSubtitle(found, of));
	t.deepEqual(
		rankSubtitles(all, id => (id === 'a' ? 1 : 2)).map(({id}) => id),
		['3', '4', '2', '1'],
	);
});
