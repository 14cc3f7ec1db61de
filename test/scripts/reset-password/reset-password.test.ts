import test from 'ava';
import {systemUser} from '#scripts/command/note-in-trail.ts';
import {resetPassword} from '#scripts/command/set-password.ts';
import {serve, testPassword} from '#test/helpers/serve.ts';

test('a reset password is valid at once, the old one and its sessions are not, and the trail tells of it', async t => {
	const {call, deps, headersOf} = await serve(t);
	await headersOf('administrator');
	const now = new Date();
	const outcome = await resetPassword(deps, {username: 'ROOT', password: 'a fresh password', by: 'operator', now});
	t.deepEqual(outcome, {isNew: false, role: 'admin'});
	t.is((await call('GET /api/auth/session', {as: 'administrator'})).status, 401);
	const status = async (password: string) =>
		(await call('POST /api/auth/login', {as: 'nobody', body: {username: 'root', password}})).status;
	t.is(await status(testPassword), 401);
	t.is(await status('a fresh password'), 200);
	const {audit} = (await call('GET /api/audit?action=password.reset')).body;
	t.like(audit[0], {actor: {kind: 'script', name: 'operator'}, subjectName: 'root', address: null, outcome: 'done'});
	t.notRegex(JSON.stringify(audit), /fresh/);
});

test('without such a user an administrator is created; a plain user stays one', async t => {
	const {call, deps, headersOf} = await serve(t);
	await headersOf('user');
	const now = new Date();
	const password = 'a fresh password';
	t.deepEqual(await resetPassword(deps, {username: 'admin', password, by: 'operator', now}), {isNew: true, role: 'admin'});
	t.is((await call('POST /api/auth/login', {as: 'nobody', body: {username: 'admin', password}})).body.user.role, 'admin');
	t.deepEqual(await resetPassword(deps, {username: 'vera', password, by: 'operator', now}), {isNew: false, role: 'user'});
});

test('a user of the system without a name, as in a container, is told by number', t => {
	const nameless = () => {
		throw new Error('uv_os_get_passwd returned ENOENT');
	};
	t.regex(systemUser(nameless), /^user \d+$/);
});
