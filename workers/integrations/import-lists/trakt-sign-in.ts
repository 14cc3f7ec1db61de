import {secondMs} from '#shared/domain/durations.ts';
import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import type {ListTokens} from '#shared/domain/import-lists/sign-in.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import {Invalid, TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../http/http.ts';
import {asRecord, type JsonRecord, parseJson, readNumber, readText} from '../http/read-body.ts';
import type {OpenSignIn, SignInAnswer} from './import-list-client.ts';
import {type Exchange, signInNeeded} from './list-accounts.ts';

type Settings = Pick<ImportListSettings, 'clientId' | 'clientSecret' | 'url'>;
interface Deps {
	http: Http;
	now(): Date;
}

const timeoutMs = 20_000;
/** Trakt answers with a page of its own where a browser would be redirected; there is no browser here. */
const nowhere = 'urn:ietf:wg:oauth:2.0:oob';

export const headersOf = ({clientId}: Pick<Settings, 'clientId'>, token: string | null) => ({
	accept: 'application/json',
	'content-type': 'application/json',
	'trakt-api-version': '2',
	'trakt-api-key': clientId,
	...(token !== null && {authorization: `Bearer ${token}`}),
});

/** The app that the household has registered lets a person sign in with a code. */
export const createTraktSignIn: OpenSignIn = (settings, deps) => {
	const {clientId, clientSecret} = settings;
	return {
		async start(signal) {
			const reply = await post('device/code', {client_id: clientId}, {settings, deps, signal});
			throwUnlessGood(reply, deps);
			const answer = recordIn(reply);
			const [deviceCode, userCode] = [readText(answer, 'device_code'), readText(answer, 'user_code')];
			const seconds = readNumber(answer, 'expires_in');
			if (!deviceCode || !userCode || seconds === null) {
				throw wrongAnswer();
			}
			return {
				deviceCode,
				userCode,
				verificationUrl: pageIn(answer),
				expiresAt: after(seconds, deps.now()),
				intervalSeconds: readNumber(answer, 'interval') ?? 5,
			};
		},
		async ask(deviceCode): Promise<SignInAnswer> {
			const body = {code: deviceCode, client_id: clientId, client_secret: clientSecret};
			const reply = await post('device/token', body, {settings, deps});
			const ended = endings[reply.status];
			if (ended) {
				return ended;
			}
			throwUnlessGood(reply, deps);
			return {state: 'done', tokens: tokensIn(reply, deps.now())};
		},
	};
};

const endings: Readonly<Record<number, SignInAnswer>> = {
	400: {state: 'waiting', slower: false},
	429: {state: 'waiting', slower: true},
	404: {state: 'failed', message: 'Trakt does not know the code. Sign in again.'},
	409: {state: 'used', message: 'The code was used already. Sign in again.'},
	410: {state: 'expired', message: 'The code has expired. Sign in again.'},
	418: {state: 'denied', message: 'The sign-in was refused at Trakt.'},
};

/** Trades a refresh token for new tokens. */
export function exchangeOf(settings: Settings, deps: Deps): Exchange {
	const {clientId, clientSecret} = settings;
	return async refreshToken => {
		const body = {
			refresh_token: refreshToken,
			client_id: clientId,
			client_secret: clientSecret,
			redirect_uri: nowhere,
			grant_type: 'refresh_token',
		};
		const reply = await post('token', body, {settings, deps});
		if (reply.status === 400 || reply.status === 401 || reply.status === 403) {
			throw signInNeeded();
		}
		throwUnlessGood(reply, deps);
		return tokensIn(reply, deps.now());
	};
}

interface Means {
	settings: Settings;
	deps: Deps;
	signal?: AbortSignal;
}

function post(path: string, body: object, {settings, deps, signal}: Means): Promise<HttpReply> {
	return deps.http({
		url: `${settings.url.replace(/\/+$/, '')}/oauth/${path}`,
		method: 'POST',
		headers: headersOf(settings, null),
		body: JSON.stringify(body),
		timeoutMs,
		network: 'any',
		...(signal && {signal}),
	});
}

function throwUnlessGood({status, headers}: HttpReply, {now}: Pick<Deps, 'now'>): void {
	if (status >= 200 && status < 300) {
		return;
	}
	if (status === 401 || status === 403) {
		throw new Invalid('authentication_failed', `Trakt does not accept this app (${status}). Check the client ID and the client secret.`);
	}
	const retryAfterSeconds = parseRetryAfter(headers['retry-after'], now());
	if (status === 429) {
		throw new TooMany('rate_limited', 'Trakt limits our requests (429). Try again later.', retryAfterSeconds ?? 60);
	}
	throw new UpstreamFailed('source_failed', `Trakt answers ${status}. Try again later.`, {retryAfterSeconds});
}

/** The page shows it as a link, so an address that would run in the page is not taken. */
function pageIn(answer: JsonRecord): string {
	const given = readText(answer, 'verification_url') ?? '';
	return /^https?:\/\//i.test(given) ? given : 'https://trakt.tv/activate';
}

const recordIn = ({body}: HttpReply): JsonRecord => asRecord(parseJson(body)) ?? {};
const after = (seconds: number, now: Date) => new Date(Number(now) + seconds * secondMs).toISOString();
const wrongAnswer = () => new UpstreamFailed('wrong_protocol', 'This is not Trakt. Check the address of the list, or leave it out.');

/** How long they last is what the answer says: it was three months once, and a day later. */
function tokensIn(reply: HttpReply, now: Date): ListTokens {
	const answer = recordIn(reply);
	const accessToken = readText(answer, 'access_token');
	const seconds = readNumber(answer, 'expires_in');
	if (!accessToken) {
		throw wrongAnswer();
	}
	return {accessToken, refreshToken: readText(answer, 'refresh_token'), expiresAt: seconds === null ? null : after(seconds, now)};
}
