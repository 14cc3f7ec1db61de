import test from 'ava';
import {createPasswords, hashPassword, isPassword} from '#api/password.ts';
import {TooMany} from '#shared/errors.ts';

test('a password is known again, in whatever composition its letters are typed', async t => {
	const hash = await hashPassword('über-lange Passwörter');
	t.regex(hash, /^argon2id\$m=\d+,t=\d+,p=\d+\$[\w-]{22}\$[\w-]{43}$/);
	t.true(await isPassword('über-lange Passwörter'.normalize('NFD'), hash));
	t.false(await isPassword('über-lange Passworter', hash));
	t.not(hash, await hashPassword('über-lange Passwörter'));
});

test('nobody has a password', async t => {
	t.false(await isPassword('', null));
	t.false(await isPassword('anything at all', null));
});

test('guesses of strangers keep nobody waiting who logged in with the same browser before', async t => {
	const passwords = createPasswords({maxWaiting: 2});
	const stored = await hashPassword('right');
	const strangers = [1, 2].map(() => passwords.isRight('wrong', stored, {isKnown: false}));
	await t.throwsAsync(passwords.isRight('right', stored, {isKnown: false}), {instanceOf: TooMany});
	t.true(await passwords.isRight('right', stored, {isKnown: true}));
	t.deepEqual(await Promise.all(strangers), [false, false]);
});
