import test from 'ava';
import {Unavailable} from '#shared/errors.ts';
import {createSecrets, isSealed} from '#shared/secrets.ts';
import {testSecrets as secrets, testKey} from '#test/helpers/test-secrets.ts';

const place = 'indexers/apiKey/1';

test('a sealed text opens with its key, and never seals alike twice', t => {
	t.is(secrets.open(secrets.seal('passkey', place), place), 'passkey');
	t.not(secrets.seal('passkey', place), secrets.seal('passkey', place));
	t.deepEqual(secrets.openBytes(secrets.seal(Uint8Array.of(0, 255, 128), place), place), Buffer.from([0, 255, 128]));
});

test('another key, or a changed text, says what to do', t => {
	const sealed = secrets.seal('passkey', place);
	t.throws(() => createSecrets('1f'.repeat(32)).open(sealed, place), {instanceOf: Unavailable, message: /Restore the key/});
	const at = sealed.length - 6;
	const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
	t.throws(() => secrets.open(changed, place), {instanceOf: Unavailable});
	t.throws(() => secrets.open('nonsense', place), {instanceOf: Unavailable});
});

test('a sealed text does not open in another record or another field', t => {
	const sealed = secrets.seal('passkey', place);
	for (const other of ['indexers/apiKey/2', 'indexers/url/1', 'downloadClients/apiKey/1', '']) {
		t.throws(() => secrets.open(sealed, other), {instanceOf: Unavailable, code: 'secret_unreadable'}, other);
	}
});

test('a text whose tag was shortened is refused', t => {
	const [version, id, iv, tag = '', body] = secrets.seal('tell nobody', place).split('.');
	const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
	t.throws(() => secrets.open([version, id, iv, short, body].join('.'), place), {instanceOf: Unavailable, code: 'secret_unreadable'});
});

test('a sealed value is told from a plain one', t => {
	const sealed = secrets.seal('passkey', place);
	t.true(isSealed(sealed));
	t.true(secrets.isCurrent(sealed));
	t.false(isSealed('https://indexer.example/v2.1'));
	t.false(isSealed('v2.1'));
});

test('while the key is changed, both keys open and the new one seals', t => {
	const newKey = '2e'.repeat(32);
	const both = createSecrets(newKey, testKey);
	const before = secrets.seal('passkey', place);
	t.is(both.open(before, place), 'passkey');
	t.false(both.isCurrent(before));
	t.is(createSecrets(newKey).open(both.seal('passkey', place), place), 'passkey');
});
