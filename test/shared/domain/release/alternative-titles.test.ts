import test from 'ava';
import {movieTitles, splitAlternatives, toTitleText} from '#shared/domain/release/alternative-titles.ts';

test('titles joined by AKA or a slash are split', t => {
	t.deepEqual(splitAlternatives('Ember.AKA.Brasa'), ['Ember', 'Brasa']);
	t.deepEqual(splitAlternatives('Ember (aka Brasa)'), ['Ember', 'Brasa']);
	t.deepEqual(splitAlternatives('Ember a.k.a. Brasa'), ['Ember', 'Brasa']);
	t.deepEqual(splitAlternatives('Тлен / Ember'), ['Тлен', 'Ember']);
});

test('a title without either is its only part', t => {
	t.deepEqual(splitAlternatives('Osaka Road'), ['Osaka Road']);
	t.deepEqual(splitAlternatives('Ember/Brasa'), ['Ember/Brasa']);
});

test('directors behind the titles are no part of them', t => {
	t.deepEqual(movieTitles('Тлен / Ember (Имя Фамилия)'), ['Ember', 'Тлен']);
	t.deepEqual(movieTitles('Тлен / Ember (Имя Фамилия / Ann Weir)'), ['Ember', 'Тлен']);
	t.deepEqual(movieTitles('Ember / Brasa (Part Two)'), ['Ember', 'Brasa (Part Two']);
});

const text = test.macro({
	exec: (t, piece: string, wanted: string) => t.is(toTitleText(piece), wanted),
	title: (_, piece: string, wanted: string) => `${piece} is written ${wanted}`,
});

test(text, 'Quiet.Harbour', 'Quiet Harbour');
test(text, 'Quiet_Harbour_-_', 'Quiet Harbour');
test(text, 'The.Man.from.U.N.C.L.E.', 'The Man from U.N.C.L.E.');
test(text, 'V.H.S.2', 'V.H.S. 2');
test(text, 'A.I.Artificial.Road', 'A.I. Artificial Road');
test(text, ' - Quiet Harbour [', 'Quiet Harbour');
test(text, 'Quiet Harbour (2019', 'Quiet Harbour (2019)');
test(text, 'Quiet Harbour (US)', 'Quiet Harbour (US)');
