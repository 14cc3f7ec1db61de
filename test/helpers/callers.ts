import {hashPassword} from '#api/password.ts';
import {newKeyValue} from '#shared/store/accounts/api-keys.ts';
import {userRights} from '#shared/store/accounts/users.ts';
import {addUser, logIn, passwordCost, type Served} from './serve.ts';

/** Who a caller is to the routes: nobody, or somebody of one of these kinds. */
export type Standing = 'nobody' | 'user' | 'child' | 'administrator' | 'reader' | 'calendar' | 'solver';

export interface SweptCaller {
	standing: Standing;
	headers: Record<string, string>;
}

const forged = {
	'x-forwarded-for': '127.0.0.1',
	'x-forwarded-host': 'localhost',
	'x-forwarded-proto': 'https',
	'x-forwarded-user': 'root',
	'x-real-ip': '127.0.0.1',
	'remote-user': 'root',
	forwarded: 'for=127.0.0.1;host=localhost;proto=https',
	'x-original-url': '/api/health',
	'x-http-method-override': 'GET',
	cookie: 'sid=s%3Aforged.forged; __Host-sid=s%3Aforged.forged; device=a.b.c',
	authorization: 'Basic cm9vdDpyb290',
};

/** Every kind of caller, by what the failure of a test calls it. */
export async function everyCaller({url, deps, headersOf}: Served): Promise<Record<string, SweptCaller>> {
	const user = await headersOf('user');
	const administrator = await headersOf('administrator');
	const endless = new Date(Date.now() + 3_600_000);
	const key = async (expiresAt: Date | null) => {
		const value = newKeyValue();
		await deps.apiKeys.add({name: 'swept', type: 'main', value, expiresAt}, deps.now());
		return {'x-api-key': value};
	};
	const child = async () => {
		const {id} = await addUser(deps, 'kim', 'user');
		await deps.users.setRights(id, Object.fromEntries(userRights.map(right => [right, false])), deps.now());
		return {cookie: await logIn(url, 'kim'), 'sec-fetch-site': 'same-origin'};
	};
	return {
		nobody: {standing: 'nobody', headers: {}},
		'a wrong key': {standing: 'nobody', headers: {'x-api-key': newKeyValue()}},
		'an expired key': {standing: 'nobody', headers: await key(new Date(Date.now() - 1000))},
		'forged headers': {standing: 'nobody', headers: forged},
		'a changed cookie': {standing: 'nobody', headers: {...user, cookie: `${user['cookie']}x`}},
		user: {standing: 'user', headers: user},
		administrator: {standing: 'administrator', headers: administrator},
		'a page that an administrator visits': {
			standing: 'administrator',
			headers: {...administrator, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example'},
		},
		'streaming key': {standing: 'reader', headers: await headersOf('streaming')},
		'streaming key with forged headers': {standing: 'reader', headers: {...forged, ...(await headersOf('streaming'))}},
		'main key': {standing: 'administrator', headers: await headersOf('admin')},
		'main key with an end': {standing: 'administrator', headers: await key(endless)},
		'calendar key': {standing: 'calendar', headers: await headersOf('calendar')},
		'solver key': {standing: 'solver', headers: await headersOf('solver')},
		'a user without rights': {standing: 'child', headers: await child()},
	};
}

const dayMs = 86_400_000;

interface Begun {
	user: {id: string};
	headers: Record<string, string>;
}

/** Whose session or key was good and has ended, in every way in which that happens. */
export async function endedCallers(served: Served): Promise<Record<string, SweptCaller>> {
	const {call, deps} = served;
	const {connection, users, apiKeys, now} = deps;
	const stored = connection.collection('sessions');
	const begin = async (username: string) => {
		const user = await addUser(deps, username, 'admin');
		return {user, headers: {cookie: await logIn(served.url, username), 'sec-fetch-site': 'same-origin'}};
	};
	const names = ['unused', 'old', 'revoked', 'loggedOut', 'deleted', 'changed'] as const;
	const [unused, old, revoked, loggedOut, deleted, changed] = await Promise.all(names.map(begin));
	const ofUser = ({user}: Begun) => ({'session.about.userId': user.id});
	await stored.updateOne(ofUser(unused!), {$set: {expires: new Date(Number(now()) - 1000)}});
	await stored.updateOne(ofUser(old!), {$set: {'session.about.startedAt': new Date(Number(now()) - 31 * dayMs)}});
	const row = await stored.findOne<{session: {about: {id: string}}}>(ofUser(revoked!));
	await call(`DELETE /api/auth/sessions/${row?.session.about.id}`);
	// On a busy machine MongoDB may be too slow for the first try, and the session goes on.
	for (let status = 503, tries = 0; status === 503 && tries < 10; tries += 1) {
		({status} = await call('POST /api/auth/logout', {as: 'nobody', headers: loggedOut!.headers}));
	}
	// Its session stays, as one does that begins while the user is removed.
	await users.remove(deleted!.user.id);
	await users.setPassword(changed!.user.id, await hashPassword('another long password', passwordCost), now());
	const [removedKey, replacedKey] = [newKeyValue(), newKeyValue()];
	const [removed, replaced] = await Promise.all(
		[removedKey, replacedKey].map(value => apiKeys.add({name: 'ended', type: 'main', value}, now())),
	);
	await call('GET /api/auth/session', {as: 'nobody', headers: {'x-api-key': removedKey}});
	await call(`DELETE /api/settings/system/api-keys/${removed!.id}`);
	await call(`POST /api/settings/system/api-keys/${replaced!.id}/regenerate`);
	const headers = {
		'a session unused for a week': unused!.headers,
		'a session of a month ago': old!.headers,
		'a revoked session': revoked!.headers,
		'a session that was logged out': loggedOut!.headers,
		'a session of a removed user': deleted!.headers,
		'a session from before the new password': changed!.headers,
		'a removed key': {'x-api-key': removedKey},
		'a replaced key': {'x-api-key': replacedKey},
	};
	return Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, {standing: 'nobody', headers: each}]));
}
