import test from 'ava';
import {readSpecial, splitSpecial, tellsSpecial} from '#shared/domain/release/numbering/special.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

test('a group may release a special without a number', t => {
	t.like(readSpecial(prepareName('[Tern] Sora OVA - Name [720p]')), {special: true, start: 12});
	t.like(readSpecial(prepareName('[Tern] Sora - NCOP1 [720p]')), {special: true});
	t.is(readSpecial(prepareName('Sora Special 720p')), null);
});

test('a title that ends in a word for specials is split', t => {
	t.deepEqual(splitSpecial('Sora - OVA'), {title: 'Sora', special: true});
	t.deepEqual(splitSpecial('Sora'), {title: 'Sora', special: false});
	t.deepEqual(splitSpecial('Special'), {title: 'Special', special: false});
});

test('words behind the number tell a special', t => {
	t.true(tellsSpecial('.Special-Behind.the.Lamp'));
	t.false(tellsSpecial('.Specialist'));
});
