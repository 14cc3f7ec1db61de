import {writeFile} from 'node:fs/promises';
import {minuteMs} from '#shared/domain/durations.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {redirectStatuses} from '../http/http.ts';
import {readNumber, readText} from '../http/read-body.ts';
import {type AskOptions, askProgram, type ProgramAddress} from './ask-program.ts';

const limits = {timeoutMs: 10 * minuteMs, maxBytes: 1024 * 1024 * 1024};

/**
 * Fetches the newest backup that a program has, with the login to its page, because the key does not open backups.
 * Returns whether it has one. Throws Invalid `authentication_failed` for a wrong name or password.
 */
export async function fetchBackup(
	address: ProgramAddress & {username: string; password: string},
	path: string,
	{http, signal}: AskOptions,
): Promise<boolean> {
	const api = askProgram(address, {http, signal});
	const [newest] = (await api.list('system/backup'))
		.filter(backup => readText(backup, 'path') !== null)
		.toSorted((a, b) => (readText(b, 'time') ?? '').localeCompare(readText(a, 'time') ?? ''));
	if (!newest) {
		return false;
	}
	if ((readNumber(newest, 'size') ?? 0) > limits.maxBytes) {
		throw new UpstreamFailed('too_large', `The newest backup of ${api.name} has more than 1 GiB. Copy it here and upload it.`);
	}
	const base = address.url.replace(/\/+$/, '');
	const cookie = await logIn(base, address, {name: api.name, http, signal});
	const place = `${base}/${(readText(newest, 'path') ?? '').replace(/^\/+/, '')}`;
	const reply = await http({url: place, headers: {cookie, 'x-api-key': address.apiKey}, ...limits, network: 'any', signal});
	if (redirectStatuses.includes(reply.status)) {
		throw refusedLogin(api.name);
	}
	if (reply.status !== 200 || reply.body.subarray(0, 2).toString('latin1') !== 'PK') {
		throw new UpstreamFailed(
			'wrong_protocol',
			`${api.name} does not hand out its backup (${reply.status}). Download it there and upload it.`,
		);
	}
	await writeFile(path, reply.body, {mode: 0o600});
	return true;
}

const refusedLogin = (name: string) =>
	new Invalid('authentication_failed', `${name} refuses the name or the password. They are those of the login to its page.`);

/** The only thing that is sent to a program besides questions. */
export async function logIn(
	url: string,
	{username, password}: {username: string; password: string},
	{name, http, signal}: AskOptions & {name: string},
): Promise<string> {
	const body = new URLSearchParams({username, password, rememberMe: 'off'}).toString();
	const headers = {'content-type': 'application/x-www-form-urlencoded'};
	const reply = await http({url: `${url.replace(/\/+$/, '')}/login`, method: 'POST', headers, body, network: 'any', signal});
	const cookies = reply.cookies.flatMap(line => line.split(';', 1)[0] ?? []);
	if (cookies.length === 0 || /loginFailed/i.test(reply.headers['location'] ?? '')) {
		throw refusedLogin(name);
	}
	return cookies.join('; ');
}
