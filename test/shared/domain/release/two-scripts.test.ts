import test from 'ava';
import {isForeign, splitScripts, splitTail} from '#shared/domain/release/alternative-titles.ts';

test('a foreign title is told from the Latin one behind it', t => {
	t.deepEqual(splitScripts('Тихий берег Silent Shore'), {latin: 'Silent Shore', foreign: 'Тихий берег '});
	t.deepEqual(splitScripts('沉默的海.The.Silent.Sea'), {latin: 'The.Silent.Sea', foreign: '沉默的海.'});
	t.deepEqual(splitScripts('Тихий берег 2 Silent Shore 2'), {latin: 'Silent Shore 2', foreign: 'Тихий берег '});
	t.deepEqual(splitTail('Silent Shore Тихий берег'), {latin: 'Silent Shore ', foreign: 'Тихий берег'});
});

test('one title stays one', t => {
	for (const title of ['Silent Shore', 'Тихий берег', 'Тихий берег 2', 'Тихий берег Part 2', 'Radio Hoshi 夜会 Radio']) {
		t.is(splitScripts(title), null, title);
	}
	t.is(splitTail('Silent Shore'), null);
	t.true(isForeign('夜会'));
});
