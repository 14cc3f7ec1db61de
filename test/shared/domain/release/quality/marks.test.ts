import test from 'ava';
import {findMarks, hasCodec, isBehindLastDash, isBehindTitle, isTechnical} from '#shared/domain/release/quality/marks.ts';
import {splitWords} from '#shared/domain/release/quality/words.ts';

const marks = (name: string) => findMarks(splitWords(name));

test('the title ends at a year, an episode or a sure mark', t => {
	t.is(marks('Quiet.Harbour.2019.1080p').titleEnd, 2);
	t.is(marks('2012.Harbour.x264').titleEnd, 2);
	t.is(marks('Harbour.S01E02.Web').titleEnd, 1);
	t.is(marks('Harbour.4x05').titleEnd, 1);
	t.is(marks('Web of Harbour').titleEnd, 3);
});

test('an episode is seen in each of its spellings', t => {
	t.true(marks('Harbour.S01E02').hasEpisode);
	t.true(marks('Harbour S01 E02').hasEpisode);
	t.true(marks('Harbour 1x02').hasEpisode);
	t.false(marks('Harbour S01').hasEpisode);
});

test('a doubtful word counts behind the title, in brackets, or right before a sure mark', t => {
	const counts = (name: string) => {
		const found = marks(name);
		return found.marks.filter(mark => mark.term.is === 'source').some(mark => isBehindTitle(found, mark));
	};
	t.true(counts('Harbour.2019.WEB'));
	t.true(counts('Harbour [Web]'));
	t.true(counts('Harbour.WEB.1080p'));
	t.false(counts('Harbours.Web.2006.x264'));
});

test('codecs and technical words are told from others', t => {
	t.true(hasCodec(marks('Harbour.H.265'), 'encoded'));
	t.false(hasCodec(marks('Harbour.AVC'), 'encoded'));
	t.true(isTechnical(splitWords('DDP5.1'), 0));
	t.false(isTechnical(splitWords('Harbour'), 0));
});

test('the last word behind a dash is known', t => {
	const {
		words,
		marks: [mark],
	} = marks('Harbour-FHD');
	t.true(isBehindLastDash(words, mark!)); // FHD is a mark
});
