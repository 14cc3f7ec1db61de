import test from 'ava';
import {hasItsName, isOtherTitle} from '#shared/domain/matching/other-title.ts';

const known = {title: 'Paper Heron', originalTitle: 'Papierreiher', alternativeTitles: ['The Heron of Paper']};

test('an id does not make a sequel, a row of films or a film about the film the film itself', t => {
	for (const [said, isOther] of [
		['Paper Heron', false],
		['Paper Heron The Long Cut', false],
		['Site org Paper Heron', false],
		['Papierreiher', false],
		['Paper Heron 3D', false],
		['Heron', false],
		['Paper Heron 2', true],
		['Paper Heron III', true],
		['Paper Heron Trilogy', true],
		['Paper Heron 1-3', true],
		['Paper Heron 1 and 2', true],
		['Paper Heron Collection', true],
		['The Making of Paper Heron', true],
		['Paper Heron XXX Parody', true],
		['Wooden Crane', true],
	] as const) {
		t.is(isOtherTitle({titles: [said], known, isSupported: true}), isOther, said);
	}
	const third = {title: 'Paper Heron: Chapter 3 - The Weir', originalTitle: null, alternativeTitles: []};
	t.false(isOtherTitle({titles: ['Paper Heron 3'], known: third, isSupported: true}));
	t.false(isOtherTitle({titles: ['Paper Heron 2'], known: {...known, seasonTitles: []}, isSupported: true}));
	t.deepEqual(
		['Paper Heron', 'heron of paper', 'Paper Heron Returns'].map(each => hasItsName([each], known)),
		[true, true, false],
	);
});

test('a name that is written in one word behind a group is that of the title', t => {
	for (const said of ['grp-paperheron', 'grp-theheronofpaper', 'grp-ph']) {
		t.false(isOtherTitle({titles: [said], known}), said);
	}
	t.true(isOtherTitle({titles: ['grp-woodencrane'], known}));
});
