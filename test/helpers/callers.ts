import {newKeyValue} from '#shared/store/accounts/api-keys.ts';
import type {Served} from './serve.ts';

/** Who a caller is to the routes: nobody, or somebody of one of these kinds. */
export type Standing = 'nobody' | 'user' | 'administrator' | 'reader' | 'calendar';

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
export async function everyCaller({deps, headersOf}: Served): Promise<Record<string, SweptCaller>> {
	const user = await headersOf('user');
	const administrator = await headersOf('administrator');
	const endless = new Date(Date.now() + 3_600_000);
	const key = async (expiresAt: Date | null) => {
		const value = newKeyValue();
		await deps.apiKeys.add({name: 'swept', type: 'main', value, expiresAt}, deps.now());
		return {'x-api-key': value};
	};
	return {
		nobody: {standing: 'nobody', headers: {}},
		'a wrong key': {standing: 'nobody', headers: {'x-api-key': newKeyValue()}},
		'an expired key': {standing: 'nobody', headers: await key(new Date(Date.now() - 1000))},
		'forged headers': {standing: 'nobody', headers: forged},
		'a changed cookie': {standing: 'nobody', headers: {...user, cookie: `${user['cookie']}x`}},
		user: {standing: 'user', headers: user},
		administrator: {standing: 'administrator', headers: administrator},
		'streaming key': {standing: 'reader', headers: await headersOf('streaming')},
		'streaming key with forged headers': {standing: 'reader', headers: {...forged, ...(await headersOf('streaming'))}},
		'main key': {standing: 'administrator', headers: await headersOf('admin')},
		'main key with an end': {standing: 'administrator', headers: await key(endless)},
		'calendar key': {standing: 'calendar', headers: await headersOf('calendar')},
	};
}
