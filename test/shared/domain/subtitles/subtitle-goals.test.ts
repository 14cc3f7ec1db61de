import test from 'ava';
import type {FileSubtitles, Subtitle} from '#shared/domain/media/subtitle.ts';
import type {RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import {missingGoals, reaching, standInFor, upgradeGoals} from '#shared/domain/subtitles/subtitle-goals.ts';
import {buildFound} from '#test/helpers/build-subtitle.ts';

const now = new Date('2026-03-01T12:00:00Z');
const usual = {code: 'en', forced: false, hearingImpaired: false};
const forHearing = {...usual, hearingImpaired: true};

const rated = (id: string, score: number, hearingImpaired = false): RatedSubtitle => ({
	...buildFound({id, hearingImpaired}),
	score,
	reasons: [],
	rejections: [],
});

/** A file with one subtitle, which we have downloaded. */
function fileWith(over: Partial<Subtitle>): FileSubtitles {
	const subtitle: Subtitle = {
		id: 's',
		language: 'en',
		forced: false,
		hearingImpaired: false,
		source: 'downloaded',
		path: '/films/a.en.srt',
		format: 'srt',
		provider: 'Site',
		providerId: 'site',
		providerSubtitleId: 'own',
		score: 90,
		downloadedAt: now,
		...over,
	};
	return {readAt: now, list: [subtitle], missing: [], stamp: ''};
}

test('one for the hearing-impaired stands in for a usual one only, and not where both are wanted', t => {
	const kind = {language: 'en', forced: false, hearingImpaired: false};
	t.deepEqual(standInFor(kind, [usual]), {...kind, hearingImpaired: true});
	t.is(standInFor(kind, [usual, forHearing]), null);
	t.is(standInFor({...kind, forced: true}, [usual]), null);
	t.is(standInFor({...kind, hearingImpaired: true}, [forHearing]), null);
});

test('a stand-in comes behind all of the wanted kind', t => {
	const [goal] = missingGoals({...fileWith({}), missing: ['en']}, [usual]);
	const ids = reaching(goal!, [rated('hi', 100, true), rated('worse', 80), rated('worst', 75)]).map(({id}) => id); // one is missing
	t.deepEqual(ids, ['worse', 'worst', 'hi']);
});

test('a stand-in gives way to a usual one that fits as well, and to a better stand-in', t => {
	const [goal] = upgradeGoals(fileWith({hearingImpaired: true}), {withinDays: 7, now, wishes: [usual]});
	const offers = [rated('better hi', 91, true), rated('same hi', 90, true), rated('same', 90), rated('worse', 89)];
	t.deepEqual(
		reaching(goal!, offers).map(({id}) => id), // it is one of the last days
		['same', 'better hi'],
	);
});

test('what is wanted itself is upgraded to its own kind only', t => {
	const [goal] = upgradeGoals(fileWith({}), {withinDays: 7, now, wishes: [usual]});
	t.deepEqual(
		reaching(goal!, [rated('hi', 100, true), rated('same', 90), rated('better', 91)]).map(({id}) => id), // it is one of the last days
		['better'],
	);
	const [both] = upgradeGoals(fileWith({hearingImpaired: true}), {withinDays: 7, now, wishes: [usual, forHearing]});
	t.is(both?.kind.hearingImpaired, true);
});
