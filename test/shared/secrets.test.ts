import test from 'ava';
import {Unavailable} from '#shared/errors.ts';
import {createSecrets} from '#shared/secrets.ts';

const secrets = createSecrets('0f'.repeat(32));

test('a sealed text opens with its key, and never seals alike twice', t => {
	t.is(secrets.open(secrets.seal('passkey')), 'passkey');
	t.not(secrets.seal('passkey'), secrets.seal('passkey'));
});

test('another key, or a changed text, says what to do', t => {
	const sealed = secrets.seal('passkey');
	t.throws(() => createSecrets('1f'.repeat(32)).open(sealed), {instanceOf: Unavailable, message: /Restore the key/});
	const at = sealed.length - 6;
	const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
	t.throws(() => secrets.open(changed), {instanceOf: Unavailable});
	t.throws(() => secrets.open('nonsense'), {instanceOf: Unavailable});
});

test('a text whose tag was shortened is refused', t => {
	const secrets = createSecrets('b'.repeat(64));
	const [version, iv, tag = '', body] = secrets.seal('tell nobody').split('.');
	const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
	t.throws(() => secrets.open([version, iv, short, body].join('.')), {instanceOf: Unavailable, code: 'secret_unreadable'});
});
