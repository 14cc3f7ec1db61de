import test from 'ava';
import {hashPassword, isPassword} from '#api/password.ts';

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
