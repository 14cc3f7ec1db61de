import test from 'ava';
import {longestName, prepareName, toPlainName} from '#shared/domain/release/prepare-name.ts';

test('a group in front is where the title does not begin', t => {
	t.like(prepareName('[Tern] Harbour - 01'), {start: 7, hasGroup: true});
	t.like(prepareName('[Tern][Harbour][01]'), {start: 6, hasGroup: true});
	t.like(prepareName('(Tern) Harbour - 01'), {start: 7, hasGroup: true});
	t.like(prepareName('Harbour - 01'), {start: 0, hasGroup: false});
});

test('technical numbers are blank in the text and stay in the name', t => {
	const {name, text} = prepareName('Harbour 720p 05');
	t.is(name, 'Harbour 720p 05');
	t.is(text, 'Harbour \u0001\u0001\u0001\u0001 05');
});

test('wide brackets, shapeless characters, long gaps and reversed names are made plain', t => {
	t.is(toPlainName('【Tern】Harbour'), '[Tern]Harbour');
	t.is(toPlainName('Harbour.\u200bS01E01'), 'Harbour.S01E01');
	t.is(toPlainName('Harbour----------S01'), 'Harbour---S01');
	t.is(toPlainName('p027.10E10S.ruobraH'), 'Harbour.S01E01.720p');
});

test('a name is read no further than the longest there is', t => {
	t.is(toPlainName('a'.repeat(10_000)).length, longestName);
});
