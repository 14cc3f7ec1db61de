import test from 'ava';
import {addUser, logIn, serve} from '#test/helpers/serve.ts';

const headersOf = (cookie: string) => ({cookie, 'sec-fetch-site': 'same-origin'});

test('an administrator gives another user a password and a role, which ends the sessions of that user', async t => {
	const {deps, call, url} = await serve(t);
	const vera = await addUser(deps, 'vera', 'user');
	const statusOf = async (cookie: string) => (await call('GET /api/auth/session', {as: 'nobody', headers: headersOf(cookie)})).status;
	const first = await logIn(url, 'vera');
	t.is(await statusOf(first), 200);
	const password = 'another password of hers';
	t.is((await call(`PUT /api/users/${vera.id}/password`, {body: {password: 'short'}})).status, 400);
	t.is((await call(`PUT /api/users/${vera.id}/password`, {body: {password}})).status, 200);
	t.is(await statusOf(first), 401);
	const second = await logIn(url, 'vera', password);
	const changed = await call(`PUT /api/users/${vera.id}/role`, {body: {role: 'admin'}});
	t.is(changed.status, 200);
	t.like(changed.body, {role: 'admin', rights: {deleteTitles: true}});
	t.is(await statusOf(second), 401);
	const headers = headersOf(await logIn(url, 'vera', password));
	const own = await call(`PUT /api/users/${vera.id}/password`, {as: 'nobody', headers, body: {password}});
	t.is(own.body.code, 'own_account');
});

test('the last administrator stays one', async t => {
	const {deps, call} = await serve(t);
	const users = [await addUser(deps, 'vera', 'admin'), await addUser(deps, 'otto', 'admin')];
	const replies = await Promise.all(users.map(({id}) => call(`PUT /api/users/${id}/role`, {body: {role: 'user'}})));
	t.deepEqual(replies.map(({status}) => status).toSorted(), [200, 409]);
});
