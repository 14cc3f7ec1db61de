import test from 'ava';
import {movieTitles, splitAlternatives} from '#shared/domain/release/alternative-titles.ts';

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
